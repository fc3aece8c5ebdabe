//! Flits, the units that a link carries in a cycle, and the service class of a packet.

/// The service class of a packet: the 4 bits of its QoS field (listing 1 of the paper QM,
/// `docs/papers.md`), and three marks. The marks say whether the packet travels on a circuit, takes
/// the data network, or goes to a rectangle of tiles. Priority 7 is the highest. A packet whose QoS
/// field has not been set has priority 0, the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Service(u8);

impl Service {
    /// The service of packets with priority 0, the lowest. Packets have it unless a program sets
    /// their QoS field.
    pub const BEST_EFFORT: Service = Service(0);
    /// The packet travels on the open circuit from its endpoint to the target.
    pub const CIRCUIT: Service = Service(ON_CIRCUIT);
    /// The packet opens a circuit along its route. It has one flit and priority 0.
    pub const OPEN: Service = Service(ON_CIRCUIT | OPEN_CHANNEL);
    /// The packet closes the circuit of its endpoint: it releases each link that it passes. It has
    /// one flit.
    pub const CLOSE: Service = Service(ON_CIRCUIT | CLOSE_CHANNEL);

    /// Number of combinations of a QoS field and the mark for circuits.
    pub(super) const COUNT: usize = 32;

    /// The service of a packet with priority `level` (0 to 7), as in the QoS field.
    pub const fn level(level: u8) -> Service {
        assert!(level < 8);
        Service(level)
    }

    /// The service of a packet that opens a circuit. `priority` (0 to 7) is its priority among the
    /// packets that wait to open one (`network.circuit_conflict = "queue"`). The published QoS
    /// field cannot hold both a priority and the value that opens a circuit. So above priority 0,
    /// the field only holds the priority. Data on circuits has field 0.
    pub const fn open(priority: u8) -> Service {
        assert!(priority < 8);
        match priority {
            0 => Service::OPEN,
            _ => Service(ON_CIRCUIT | priority),
        }
    }

    /// Returns this service with the bulk mark. Packets with this mark take the data network if the
    /// chip has one. Only such packets may travel on circuits.
    pub const fn bulk(self) -> Service {
        Service(self.0 | BULK)
    }

    /// Returns this service with the mark of a packet that goes to a rectangle of tiles.
    pub const fn to_many(self) -> Service {
        Service(self.0 | MULTICAST)
    }

    /// Whether the packet goes to all tiles in a rectangle.
    #[inline]
    pub const fn is_to_many(self) -> bool {
        self.0 & MULTICAST != 0
    }

    /// Whether the packet takes the data network: it is marked as bulk, or belongs to a circuit.
    #[inline]
    pub const fn is_bulk(self) -> bool {
        self.0 & (BULK | ON_CIRCUIT) != 0
    }

    /// The 4 bits of the QoS field.
    pub const fn field(self) -> u8 {
        self.0 & FIELD
    }

    /// Whether the packet belongs to a circuit: it travels on the circuit, or opens or closes it.
    pub const fn on_circuit(self) -> bool {
        self.0 & ON_CIRCUIT != 0
    }

    /// The priority, 0 to 7: the field without its highest bit. So `OPEN` has priority 0.
    pub(super) const fn priority(self) -> u8 {
        self.0 & (OPEN_CHANNEL - 1)
    }

    /// The QoS field and the mark for circuits, as one number below `COUNT`.
    pub(super) const fn number(self) -> usize {
        (self.0 & (FIELD | ON_CIRCUIT)) as usize
    }
}

const FIELD: u8 = 0b1111;
const OPEN_CHANNEL: u8 = 0b1000;
const CLOSE_CHANNEL: u8 = 0b1001;
const ON_CIRCUIT: u8 = 1 << 4;
const BULK: u8 = 1 << 5;
const MULTICAST: u8 = 1 << 6;
const LAST: u8 = 1 << 7;

/// Position of the lowest bit of three parts in the 64 bits of a [`Flit`]: target, sequence and
/// mark.
const TARGET: u32 = 32;
const SEQUENCE: u32 = 48;
const MARK: u32 = 56;

/// A flit, stored in 8 bytes. The data that it carries is kept elsewhere. The network reads only
/// the `target`, which determines the route, the `sequence`, which is the flit's position in its
/// packet (from 0), and the mark.
///
/// All this is one number, so that the host moves it in one piece. The lowest 32 bits are `packet`;
/// `target`, `sequence` and the mark follow. The mark contains the service of the packet, and a bit
/// that is set in the packet's last flit only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flit(u64);

impl Flit {
    /// Flit number `sequence` of a packet of `flits` flits.
    #[inline]
    pub fn of_packet(packet: u32, target: u16, sequence: u8, flits: u8, service: Service) -> Flit {
        let last = if sequence + 1 == flits { LAST } else { 0 };
        let mark = u64::from(service.0 | last);
        Flit(
            u64::from(packet)
                | u64::from(target) << TARGET
                | u64::from(sequence) << SEQUENCE
                | mark << MARK,
        )
    }

    /// The number that the sender has given the packet. The network does not read it.
    #[inline]
    pub fn packet(self) -> u32 {
        self.0 as u32
    }

    /// The endpoint to which the packet goes, or the [`Rectangle`](super::Rectangle) of a
    /// multicast.
    #[inline]
    pub fn target(self) -> u16 {
        (self.0 >> TARGET) as u16
    }

    /// Position in the packet; 0 is the head.
    #[inline]
    pub fn sequence(self) -> u8 {
        (self.0 >> SEQUENCE) as u8
    }

    #[inline]
    fn mark(self) -> u8 {
        (self.0 >> MARK) as u8
    }

    /// Whether this is the head flit of its packet. The head determines the packet's outputs.
    pub fn is_head(self) -> bool {
        self.sequence() == 0
    }

    /// Whether this is the last flit of its packet. The last flit frees the outputs that were
    /// granted to the head.
    #[inline]
    pub fn is_last(self) -> bool {
        self.mark() & LAST != 0
    }

    /// Flit number `sequence` of the same packet, which has `flits` flits.
    #[inline]
    pub(super) fn successor(self, sequence: u8, flits: u8) -> Flit {
        Flit::of_packet(
            self.packet(),
            self.target(),
            sequence,
            flits,
            self.service(),
        )
    }

    /// The service class of the packet to which the flit belongs.
    #[inline]
    pub fn service(self) -> Service {
        Service(self.mark() & !LAST)
    }

    /// Whether the packet goes to all tiles in a rectangle.
    #[inline]
    pub fn is_multicast(self) -> bool {
        self.mark() & MULTICAST != 0
    }

    /// Whether the packet belongs to a circuit, as [`Service::on_circuit`] defines it.
    #[inline]
    pub(super) fn on_circuit(self) -> bool {
        self.mark() & ON_CIRCUIT != 0
    }

    /// Whether the packet opens a circuit.
    #[inline]
    pub fn opens(self) -> bool {
        let service = self.service();
        service.on_circuit() && (1..=OPEN_CHANNEL).contains(&service.field())
    }

    /// Whether the packet closes a circuit.
    #[inline]
    pub(super) fn closes(self) -> bool {
        self.service() == Service::CLOSE
    }
}
