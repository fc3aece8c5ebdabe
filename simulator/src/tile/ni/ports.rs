//! What a network interface uses of its tile and the chip, and what the tile uses of its network
//! interfaces.

use super::NetworkInterface;
use crate::protocol::{Reply, Request};
use crate::tile::cores::CoreComplex;
use crate::tile::devices::{
    CircuitPorts, CircuitSpec, CoreCircuit, DevicePorts, Devices, Interfaces,
};
use crate::tile::ports::Ports;

/// The parts that a network interface uses: the cores with their memory, the devices, the other
/// interfaces of the tile, and the chip.
pub struct InterfacePorts<'a, 'chip> {
    pub chip: &'a mut Ports<'chip>,
    pub cores: &'a mut CoreComplex,
    pub devices: &'a mut Devices,
    /// The tile's interfaces before this one, and those after it.
    pub others: [&'a mut [NetworkInterface]; 2],
}

impl InterfacePorts<'_, '_> {
    /// Makes the devices serve a request that has arrived at the network interface `ni`.
    pub fn serve(&mut self, request: &mut Request, ni: &mut NetworkInterface) -> Reply {
        let [before, behind] = &mut self.others;
        let mut interfaces = TileInterfaces {
            before,
            this: ni,
            behind,
        };
        let mut ports = DevicePorts {
            cycle: self.chip.cycle,
            map: self.chip.map,
            cores: self.cores,
            interfaces: &mut interfaces,
            packets: self.chip.packets,
        };
        self.devices.serve(request, &mut ports)
    }

    /// What the circuits of the network interface use of its tile.
    pub fn of_circuits(&mut self) -> CircuitPorts<'_> {
        CircuitPorts {
            cycle: self.chip.cycle,
            cores: self.cores,
            priorities: &self.devices.priorities,
            packets: self.chip.packets,
        }
    }
}

/// The network interfaces of a tile. While one interface does its work, it is `this`, and the two
/// slices contain the interfaces with lower and with higher indices.
pub struct TileInterfaces<'a> {
    before: &'a mut [NetworkInterface],
    this: &'a mut NetworkInterface,
    behind: &'a mut [NetworkInterface],
}

impl<'a> TileInterfaces<'a> {
    /// All interfaces of a tile, while none is doing its work.
    pub fn all(interfaces: &'a mut [NetworkInterface]) -> TileInterfaces<'a> {
        let (this, behind) = (interfaces.split_first_mut()).expect("a tile has an interface");
        TileInterfaces {
            before: &mut [],
            this,
            behind,
        }
    }

    /// The interface that a core uses. `core` may also be the chip-wide number of a core in another
    /// tile; then the result is the interface through which the requests of that core arrive.
    #[inline]
    pub fn of_core(&mut self, core: usize) -> &mut NetworkInterface {
        let before = self.before.len();
        match before + 1 + self.behind.len() {
            1 => self.this,
            interfaces => match core % interfaces {
                interface if interface < before => &mut self.before[interface],
                interface if interface == before => self.this,
                interface => &mut self.behind[interface - before - 1],
            },
        }
    }
}

impl Interfaces for TileInterfaces<'_> {
    fn notify(&mut self, core: usize, number: u16, at_home: bool, ready: u64) {
        self.of_core(core).notify(number, at_home, ready);
    }

    fn drop_notification(&mut self, core: usize, number: u16) {
        self.of_core(core).drop_notification(number);
    }

    fn answer(&mut self, core: usize, packet: u32, ready: u64) {
        self.of_core(core).answer(ready, packet);
    }

    fn circuit(&mut self, core: usize) -> CoreCircuit {
        self.of_core(core).circuits.of_core(core)
    }

    fn open_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts) {
        self.of_core(core).circuits.open(core, spec, ready, ports);
    }

    fn keep_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts) {
        self.of_core(core).circuits.keep(core, spec, ready, ports);
    }

    fn close_circuit(&mut self, core: usize, spec: CircuitSpec, ready: u64, ports: CircuitPorts) {
        self.of_core(core).circuits.close(core, spec, ready, ports);
    }
}
