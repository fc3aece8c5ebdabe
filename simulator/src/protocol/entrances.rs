//! The endpoints at which packets enter and leave a tile with several network interfaces. Each
//! interface is a separate endpoint.
//!
//! A core always uses the same interface of its own tile, and always the same interface of each
//! other tile. So its packets to a tile arrive in order, whatever the number of interfaces.

use super::Packet;
use crate::config::{ChipConfig, CoreNumbers};

/// The network interfaces of all tiles. The first interface of each tile is the endpoint with the
/// number of the tile. Memory controllers follow, and then all further interfaces.
#[derive(Debug, Clone)]
pub struct Entrances {
    /// For each tile, the number of its interfaces, and the endpoint of its second interface. Empty
    /// if each tile has one interface.
    tiles: Vec<(u32, u32)>,
    cores: CoreNumbers,
    /// Number of endpoints that come before the further interfaces: all first interfaces and memory
    /// controllers.
    before: u32,
    /// For each further interface, its tile.
    further: Vec<u32>,
}

impl Entrances {
    /// The network interfaces of the tiles of a chip.
    pub fn new(config: &ChipConfig) -> Entrances {
        let before = config.tiles() + config.controllers().len() as u32;
        let further = config.further_interfaces();
        let mut next = before;
        let of_tile = |tile| {
            let interfaces = config.tile_parts(tile).interfaces;
            let second = next;
            next += interfaces - 1;
            (interfaces, second)
        };
        Entrances {
            tiles: match further.is_empty() {
                true => vec![],
                false => (0..config.tiles()).map(of_tile).collect(),
            },
            cores: config.core_numbers(),
            before,
            further,
        }
    }

    /// The endpoint number of an interface of a tile.
    #[inline]
    pub fn of_interface(&self, tile: u16, interface: usize) -> u16 {
        match interface {
            0 => tile,
            _ => self.tiles[usize::from(tile)].1 as u16 + interface as u16 - 1,
        }
    }

    /// The endpoint that a request is sent to. If the target is a tile, it is the interface that
    /// serves requests of the packet's core.
    #[inline]
    pub fn of_request(&self, packet: &Packet) -> u16 {
        match self.tiles.get(usize::from(packet.target)) {
            None | Some((1, _)) => packet.target,
            Some((interfaces, _)) => {
                let core = self.cores.number(packet.source.into(), packet.core.into());
                self.of_interface(packet.target, (core % interfaces) as usize)
            }
        }
    }

    /// The endpoint that an answer is sent to: the interface that has sent the request.
    #[inline]
    pub fn of_answer(&self, packet: &Packet) -> u16 {
        match self.tiles.get(usize::from(packet.target)) {
            None | Some((1, _)) => packet.target,
            Some((interfaces, _)) => {
                self.of_interface(packet.target, packet.core as usize % *interfaces as usize)
            }
        }
    }

    /// The endpoints of the further interfaces, each with its tile.
    pub fn further(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let endpoints = self.before as usize..;
        endpoints.zip(self.further.iter().map(|&tile| tile as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{PacketKind, Purpose};
    use std::path::Path;

    /// Tiles 0 and 2 have one interface, tile 1 has four, and there is one controller.
    fn entrances() -> Entrances {
        let text = "[mesh]\ncolumns = 3\nrows = 1\n[tile]\ncores = 3\nmemory_kb = 64\n\
                    [[tile_kind]]\nname = \"io\"\ntiles = [1]\ncores = 4\n\
                    resource_managers = 0\nmemory_kb = 64\nbanks = 4\ninterfaces = 4\n\
                    [dram]\nrouters = [0]\nsize_mb = 1\n";
        Entrances::new(&ChipConfig::from_toml(text, Path::new("x.toml")).unwrap())
    }

    #[test]
    fn interfaces_follow_the_controllers() {
        let entrances = entrances();
        let endpoints: Vec<u16> = (0..4).map(|i| entrances.of_interface(1, i)).collect();
        assert_eq!(endpoints, [1, 4, 5, 6]);
        let further: Vec<_> = entrances.further().collect();
        assert_eq!(further, [(4, 1), (5, 1), (6, 1)]);
    }

    #[test]
    fn a_core_keeps_to_its_interfaces() {
        let entrances = entrances();
        let packet = |source, core, target| Packet {
            source,
            core,
            target,
            ..Packet::new(PacketKind::Write, Purpose::Store)
        };
        // Cores 0 to 2 are in tile 0, 3 to 6 in tile 1, 7 to 9 in tile 2.
        let taken = [(0, 0, 1), (0, 1, 4), (0, 2, 5), (2, 0, 6), (2, 1, 1)];
        for (source, core, endpoint) in taken {
            let request = packet(source, core, 1);
            assert_eq!(entrances.of_request(&request), endpoint);
            let answer = request.answer(PacketKind::Acknowledge);
            assert_eq!(entrances.of_answer(&answer), source, "has one");
        }
        for core in 0..4 {
            let request = packet(1, core, 2);
            assert_eq!(entrances.of_request(&request), 2);
            let answer = request.answer(PacketKind::Acknowledge);
            let own = entrances.of_interface(1, core.into());
            assert_eq!(entrances.of_answer(&answer), own);
        }
        let to_controller = packet(1, 3, 3);
        assert_eq!(entrances.of_request(&to_controller), 3);
    }
}
