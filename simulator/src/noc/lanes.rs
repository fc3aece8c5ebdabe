//! Lanes: the buffers that every input has, and which packets use which.
//!
//! A *plane* is a class of packets that never waits for another one's buffers: the circuits, and
//! with a buffer for each level the levels. They share nothing but the links, where the first plane
//! that can move goes first, flit by flit. A plane has one lane, or as many as its routing needs to
//! be free of deadlock (*classes*).

use super::flit::Service;
use crate::config::{Circuits, LevelBuffers, Network};

#[derive(Debug, Clone)]
pub struct Lanes {
    pub planes: usize,
    /// Lanes of each plane.
    pub classes: usize,
    /// Lanes of each input.
    each: usize,
    /// By number of the service.
    plane: [u8; Service::COUNT],
    /// How far right a QoS field is shifted to become a level.
    shift: u32,
    /// The first plane is that of the circuits.
    pub circuits: bool,
    /// Different levels stand in the same buffers.
    pub shared: bool,
}

impl Lanes {
    pub fn new(keys: &Network, classes: usize) -> Lanes {
        let circuits = keys.circuits != Circuits::None;
        let per_level = keys.buffers == LevelBuffers::PerLevel;
        let first = usize::from(circuits);
        let levels = keys.levels as usize;
        let shift = 3 - keys.levels.ilog2();
        let mut plane = [0; Service::COUNT];
        for field in 0..8 {
            let level = usize::from(field >> shift);
            let below = if per_level { levels - 1 - level } else { 0 };
            plane[Service::level(field).number()] = (first + below) as u8;
        }
        let planes = first + if per_level { levels } else { 1 };
        Lanes {
            planes,
            classes,
            each: planes * classes,
            plane,
            shift,
            circuits,
            shared: levels > 1 && !per_level,
        }
    }

    /// Lanes of each input.
    #[inline]
    pub fn each(&self) -> usize {
        self.each
    }

    /// The plane that packets of a service use.
    #[inline]
    pub fn plane(&self, service: Service) -> usize {
        debug_assert!(self.circuits || !service.on_circuit(), "no circuits");
        self.plane[service.number()].into()
    }

    /// The level of a service, 0 the lowest.
    #[inline]
    pub fn level(&self, service: Service) -> u8 {
        service.field() >> self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(levels: u32, buffers: LevelBuffers, circuits: Circuits) -> Lanes {
        let keys = Network {
            levels,
            buffers,
            circuits,
            ..Network::default()
        };
        Lanes::new(&keys, 1)
    }

    #[test]
    fn higher_levels_have_earlier_planes() {
        for levels in [1, 2, 4, 8] {
            for circuits in [Circuits::None, Circuits::Exclusive, Circuits::Shared] {
                let first = usize::from(circuits != Circuits::None);
                let lanes = lanes(levels, LevelBuffers::PerLevel, circuits);
                assert_eq!(lanes.planes, first + levels as usize);
                for field in 0..8u8 {
                    let service = Service::level(field);
                    let level = u32::from(field) * levels / 8;
                    assert_eq!(u32::from(lanes.level(service)), level);
                    let plane = first + (levels - 1 - level) as usize;
                    assert_eq!(lanes.plane(service), plane);
                }
                if circuits != Circuits::None {
                    assert_eq!(lanes.plane(Service::OPEN), 0);
                    assert_eq!(lanes.plane(Service::CIRCUIT), 0);
                }
            }
        }
    }

    #[test]
    fn shared_buffers_are_one_plane() {
        let lanes = lanes(8, LevelBuffers::Shared, Circuits::None);
        assert_eq!(lanes.planes, 1);
        assert!((0..8).all(|field| lanes.plane(Service::level(field)) == 0));
        assert!((0..8).all(|field| lanes.level(Service::level(field)) == field));
    }
}
