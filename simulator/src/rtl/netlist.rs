//! The network of a chip in SystemVerilog: an instance of `rtl/network.sv` with the tables of its
//! connections and routes.

use super::flit::{bits, DATA};
use crate::noc::routing::Routing;
use crate::noc::topology::{Connection, Topology};
use crate::noc::{ArbiterPolicy, Circuits, LevelBuffers, Parameters};
use std::fmt::Write;

/// The text of a module, and the sizes of its ports.
#[derive(Debug, Clone)]
pub struct Netlist {
    pub text: String,
    pub endpoints: usize,
    pub routers: usize,
    /// Ports of all routers.
    pub ports: usize,
    /// Traffic classes, and virtual channels of each port.
    pub classes: usize,
    pub channels: usize,
    /// Bits of a flit's data, its target, and all of it.
    pub data: usize,
    pub target: usize,
    pub width: usize,
}

/// A module called `name`, the network of these parameters (with `networks` = 2 one of the two,
/// which are equal), whose flits have `data` bits of data (None: as records have).
pub fn netlist(name: &str, parameters: &Parameters, data: Option<usize>) -> Netlist {
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
    let target = bits(endpoints);
    let width = data + target + 6;
    let ports = topology.connections.len();
    let peers = topology.connections.iter().map(|peer| match peer {
        Connection::Nothing => 0,
        Connection::Port(port) => 1 + port,
        Connection::Endpoint(endpoint) => 1 + ports + endpoint,
    });
    let port_bits = bits(topology.ports);
    let route_bits = port_bits + channels - 1;
    let routes = (0..topology.routers).flat_map(|router| {
        (0..endpoints).map({
            let routing = &routing;
            move |endpoint| {
                let (port, channel) = routing.route(router, endpoint);
                channel << port_bits | port
            }
        })
    });
    let mut text = String::new();
    let ranges = [
        ("input  logic", 1, "clock"),
        ("input  logic", 1, "reset"),
        ("input  logic", endpoints, "inject"),
        ("input  logic", endpoints * width, "inject_flit"),
        ("output logic", endpoints * classes, "inject_ready"),
        ("output logic", endpoints, "eject_valid"),
        ("output logic", endpoints * width, "eject_flit"),
        ("input  logic", endpoints, "eject"),
        ("output logic", endpoints, "refused"),
        ("output logic", ports * classes * channels, "link_channel"),
        ("output logic", ports * width, "link_flit"),
    ];
    let declared: Vec<String> = ranges
        .iter()
        .map(|(kind, size, name)| match *name {
            "clock" | "reset" => format!("    {kind} {name}"),
            _ => format!("    {kind} [{}:0] {name}", size - 1),
        })
        .collect();
    let values = [
        ("ROUTERS", topology.routers),
        ("PORTS", topology.ports),
        ("ENDPOINTS", endpoints),
        ("DATA", data),
        ("CHANNELS", channels),
        ("SLOTS", parameters.buffer_flits as usize),
        ("ROUTER", parameters.router as usize),
        ("LINK", parameters.link as usize),
        ("CREDIT", parameters.credit as usize),
        ("DELAY", parameters.delay as usize),
        ("LEVELS", parameters.levels as usize),
        ("PER_LEVEL", usize::from(per_level)),
        (
            "FIXED",
            usize::from(parameters.arbiter == ArbiterPolicy::Fixed),
        ),
        ("CIRCUITS", circuits),
        ("TARGET", target),
    ];
    let values: String = values
        .iter()
        .map(|(key, value)| format!("      .{key}({value}),\n"))
        .collect();
    let connected: Vec<String> = ranges
        .iter()
        .map(|(_, _, name)| format!("      .{name}({name})"))
        .collect();
    writeln!(
        text,
        "// The network of a chip. See network.sv for the meaning of ports and tables.\n\
         module {name} (\n{}\n);\n  network #(\n{values}      \
         .PEERS({}),\n      .HOMES({}),\n      .ROUTES({})\n  ) network (\n{}\n  );\nendmodule",
        declared.join(",\n"),
        table(peers, 16),
        table(topology.endpoints.iter().copied(), 16),
        table(routes, route_bits),
        connected.join(",\n"),
    )
    .expect("a string takes any text");
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

/// Numbers of `bits` bits each as one constant, the first number lowest.
fn table(numbers: impl Iterator<Item = usize>, bits: usize) -> String {
    let digits: Vec<bool> = numbers
        .flat_map(|number| (0..bits).map(move |bit| number >> bit & 1 == 1))
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
