//! Generates the parameters of `rtl/network.sv` for the network of a chip, with tables of its
//! connections and routes.

use super::flit::{bits, target_bits, DATA};
use crate::noc::routing::Routing;
use crate::noc::topology::{Connection, Topology};
use crate::noc::{ArbiterPolicy, Circuits, DimensionOrder, LevelBuffers, Parameters, Shape};

/// The text of the SystemVerilog package `noc`, and the sizes of the network's ports.
#[derive(Debug, Clone)]
pub struct Netlist {
    pub text: String,
    pub endpoints: usize,
    pub routers: usize,
    /// Number of ports of all routers together.
    pub ports: usize,
    /// Number of traffic classes, and number of virtual channels of each port.
    pub classes: usize,
    pub channels: usize,
    /// Number of bits in a flit: for its data, for its target, and in total.
    pub data: usize,
    pub target: usize,
    pub width: usize,
}

/// Generates the package of parameters for a network. If the chip has separate networks for control
/// and data (`networks` is 2), the package describes each of them, because they are equal. `data`
/// is the number of data bits in a flit; the default is what records need.
pub fn netlist(parameters: &Parameters, data: Option<usize>) -> Netlist {
    let data = data.unwrap_or(DATA);
    let topology = Topology::of(parameters);
    let routing = Routing::of(parameters, &topology);
    let channels = routing.channels_per_class();
    let endpoints = topology.endpoints.len();
    let per_level = parameters.buffers == LevelBuffers::PerLevel;
    let circuits = match parameters.circuits {
        Circuits::None => 0,
        Circuits::Exclusive => 1,
        Circuits::Shared => 2,
    };
    let classes = usize::from(circuits != 0)
        + if per_level {
            parameters.levels as usize
        } else {
            1
        };
    let target = target_bits(endpoints, parameters.multicast);
    let width = data + target + 6;
    let ports = topology.connections.len();
    let peers = topology.connections.iter().map(|peer| match peer {
        Connection::Nothing => 0,
        Connection::Port(port) => 1 + port,
        Connection::Endpoint(endpoint) => 1 + ports + endpoint,
    });
    let homes = topology.endpoints.iter().map(|port| 1 + port);
    let port_bits = bits(topology.ports);
    let route_bits = port_bits + channels - 1;
    let (multicast, columns) = match parameters.shape {
        Shape::Mesh { columns, order, .. } if parameters.multicast => match order {
            DimensionOrder::Yx => (2, columns),
            _ => (1, columns),
        },
        _ => (0, 0),
    };
    let routes = (0..topology.routers).flat_map(|router| {
        let place = (multicast != 0).then(|| (((router / columns) << 4) | (router % columns), 8));
        let of_targets = (0..endpoints).map({
            let routing = &routing;
            move |endpoint| {
                let (port, channel) = routing.route(router, endpoint, 0);
                (channel << port_bits | port, route_bits)
            }
        });
        of_targets.chain(place)
    });
    let fixed = usize::from(parameters.arbiter == ArbiterPolicy::Fixed);
    let values = [
        ("ROUTERS", topology.routers),
        ("PORTS", topology.ports),
        ("ENDPOINTS", endpoints),
        ("DATA", data),
        ("CLASSES", classes),
        ("CHANNELS", channels),
        ("SLOTS", parameters.buffer_flits as usize),
        ("ROUTER", parameters.router as usize),
        ("LINK", parameters.link as usize),
        ("CREDIT", parameters.credit as usize),
        ("DELAY", parameters.delay as usize),
        ("LEVELS", parameters.levels as usize),
        ("PER_LEVEL", usize::from(per_level)),
        ("FIXED", fixed),
        ("CIRCUITS", circuits),
        ("QUEUE", usize::from(circuits != 0 && parameters.queue)),
        ("MULTICAST", multicast),
    ];
    let values: String = values
        .iter()
        .map(|(name, value)| format!("  localparam int {name} = {value};\n"))
        .collect();
    let text = format!(
        "// The network of a chip: noc.svh has the meanings.\n\
         package noc;\n{values}  localparam PEERS = {};\n  localparam ROUTES = {};\n  \
         `include \"noc.svh\"\nendpackage\n",
        table(peers.chain(homes).map(|peer| (peer, 16))),
        table(routes),
    );
    Netlist {
        text,
        endpoints,
        routers: topology.routers,
        ports,
        classes,
        channels: classes * channels,
        data,
        target,
        width,
    }
}

/// A SystemVerilog constant that consists of several numbers, each given with its number of bits.
/// The first number is in the lowest bits.
fn table(numbers: impl Iterator<Item = (usize, usize)>) -> String {
    let digits: Vec<bool> = numbers
        .flat_map(|(number, bits)| (0..bits).map(move |bit| number >> bit & 1 == 1))
        .collect();
    let nibble = |four: &[bool]| {
        let value = four
            .iter()
            .rev()
            .fold(0, |value, &bit| value << 1 | u32::from(bit));
        char::from_digit(value, 16).expect("a hexadecimal digit")
    };
    let text: String = digits.chunks(4).rev().map(nibble).collect();
    format!("{}'h{text}", digits.len())
}
