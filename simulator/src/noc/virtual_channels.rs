//! The virtual channels of every input, and the packets that use them.
//!
//! A *traffic class* is a set of packets that never wait for buffers of another class. The packets
//! on circuits are a class. All other packets are one class or, if each priority level has its own
//! buffer, one class per level. Classes share only the links: in each cycle, a link carries a flit
//! of the first class that can move. A class has as many virtual channels as its routing needs to
//! be free of deadlock (two for a dateline). It may have more; then heads choose among them
//! (`routing::Routing::channels`).

use super::flit::Service;
use super::{Circuits, LevelBuffers, Parameters};

#[derive(Debug, Clone)]
pub struct VirtualChannels {
    /// Number of traffic classes.
    pub classes: usize,
    /// Number of virtual channels of each class.
    pub per_class: usize,
    /// Number of virtual channels of each port, over all classes.
    per_port: usize,
    /// The traffic class of each service. The index is the number of the service.
    class: [u8; Service::COUNT],
    /// A priority is shifted right by this number of bits to get its level.
    shift: u32,
    /// Whether the first traffic class is that of circuits.
    pub circuits: bool,
    /// Whether packets of different levels share buffers. These may be all packets, or only those
    /// that open circuits.
    pub shared: bool,
}

impl VirtualChannels {
    pub fn new(parameters: &Parameters, per_class: usize) -> VirtualChannels {
        let circuits = parameters.circuits != Circuits::None;
        let per_level = parameters.buffers == LevelBuffers::PerLevel;
        let first = usize::from(circuits);
        let levels = parameters.levels as usize;
        let shift = 3 - parameters.levels.ilog2();
        let mut class = [0; Service::COUNT];
        for field in 0..8 {
            let level = usize::from(field >> shift);
            let below = if per_level { levels - 1 - level } else { 0 };
            class[Service::level(field).number()] = (first + below) as u8;
        }
        let classes = first + if per_level { levels } else { 1 };
        VirtualChannels {
            classes,
            per_class,
            per_port: classes * per_class,
            class,
            shift,
            circuits,
            shared: levels > 1 && (!per_level || circuits && parameters.queue),
        }
    }

    /// Number of virtual channels of each port.
    #[inline]
    pub fn per_port(&self) -> usize {
        self.per_port
    }

    /// The traffic class of a virtual channel, and the channel's number in the class. `number` is
    /// the channel's number at the port.
    #[inline]
    pub fn split(&self, number: usize) -> (usize, usize) {
        (number / self.per_class, number % self.per_class)
    }

    /// The traffic class of a service.
    #[inline]
    pub fn class(&self, service: Service) -> usize {
        debug_assert!(self.circuits || !service.on_circuit(), "no circuits");
        self.class[service.number()].into()
    }

    /// The priority level of packets with this service. 0 is the lowest level.
    #[inline]
    pub fn level(&self, service: Service) -> u8 {
        service.priority() >> self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noc::{ArbiterPolicy, DimensionOrder, Shape};

    fn channels(levels: u32, buffers: LevelBuffers, circuits: Circuits) -> VirtualChannels {
        let parameters = Parameters {
            shape: Shape::Mesh {
                columns: 1,
                rows: 1,
                order: DimensionOrder::Xy,
            },
            links: vec![],
            further: vec![],
            router: 1,
            link: 1,
            credit: 1,
            delay: 1,
            buffer_flits: 4,
            levels,
            buffers,
            channels: 0,
            arbiter: ArbiterPolicy::RoundRobin,
            circuits,
            queue: false,
            multicast: false,
            networks: 1,
        };
        VirtualChannels::new(&parameters, 1)
    }

    #[test]
    fn higher_levels_have_earlier_classes() {
        for levels in [1, 2, 4, 8] {
            for circuits in [Circuits::None, Circuits::Exclusive, Circuits::Shared] {
                let first = usize::from(circuits != Circuits::None);
                let channels = channels(levels, LevelBuffers::PerLevel, circuits);
                assert_eq!(channels.classes, first + levels as usize);
                for field in 0..8u8 {
                    let service = Service::level(field);
                    let level = u32::from(field) * levels / 8;
                    assert_eq!(u32::from(channels.level(service)), level);
                    let class = first + (levels - 1 - level) as usize;
                    assert_eq!(channels.class(service), class);
                }
                if circuits != Circuits::None {
                    assert_eq!(channels.class(Service::OPEN), 0);
                    assert_eq!(channels.class(Service::CIRCUIT), 0);
                }
            }
        }
    }

    #[test]
    fn shared_buffers_are_one_class() {
        let channels = channels(8, LevelBuffers::Shared, Circuits::None);
        assert_eq!(channels.classes, 1);
        assert!((0..8).all(|field| channels.class(Service::level(field)) == 0));
        assert!((0..8).all(|field| channels.level(Service::level(field)) == field));
    }
}
