//! The packets in flight, by number, and their payloads.
//!
//! A packet belongs to the tile, or the controller, that has it: its sender until its first flit
//! has been handed over, its target from the arrival of that flit on. The bytes of its payload
//! belong to the sender until the flit that carries them has been handed over. So zones of the chip
//! that threads of the host run side by side (`chip/zones`) share the room of all packets without
//! ever touching the same byte between two meetings.

use super::packet::{Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use super::Cause;
use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::Arc;

type Payload = [u8; PAYLOAD_BYTES];

/// A slot that shares no line of the host's cache with others, which may belong to another thread.
#[derive(Debug)]
#[repr(align(64))]
struct Place<T>(UnsafeCell<T>);

/// Room for packets and their payloads.
#[derive(Debug)]
struct Room {
    packets: Box<[Place<Packet>]>,
    payloads: Box<[Place<Payload>]>,
}

// SAFETY: who may touch which bytes of it is said above.
unsafe impl Sync for Room {}

impl Room {
    /// Room for `size` packets, the first of which are those of `before`.
    fn new(size: usize, before: Option<&Packets>) -> Room {
        let none = Packet::new(PacketKind::Read, Purpose::Load);
        let known = before.map_or(0, |packets| packets.room.packets.len());
        let of = |id: usize| before.filter(|_| id < known).map(|all| (all, id as u32));
        let packet = |id| of(id).map_or_else(|| none.clone(), |(all, id)| all[id].clone());
        let payload = |id| of(id).map_or([0; PAYLOAD_BYTES], |(all, id)| *all.payload(id));
        Room {
            packets: (0..size)
                .map(|id| Place(UnsafeCell::new(packet(id))))
                .collect(),
            payloads: (0..size)
                .map(|id| Place(UnsafeCell::new(payload(id))))
                .collect(),
        }
    }
}

/// All packets in flight, or a zone's view of them: it reaches every packet, and has numbers of its
/// own for new ones.
#[derive(Debug)]
pub struct Packets {
    room: Arc<Room>,
    /// Numbers of no packet in flight, of which the last is taken next.
    free: Vec<u32>,
}

impl Default for Packets {
    fn default() -> Packets {
        Packets {
            room: Arc::new(Room::new(0, None)),
            free: Vec::new(),
        }
    }
}

impl Packets {
    /// A packet whose payload is 0; gives its number.
    #[inline]
    pub fn add(&mut self, packet: Packet) -> u32 {
        let id = self.free.pop().unwrap_or_else(|| self.first_of_more());
        self[id] = packet;
        *self.payload_mut(id) = [0; PAYLOAD_BYTES];
        id
    }

    /// The request that has been answered with `Full` or `Empty`, once more.
    pub fn add_again(&mut self, id: u32) -> u32 {
        let again = self.add(self[id].again());
        *self.payload_mut(again) = *self.payload(id);
        again
    }

    #[inline]
    pub fn remove(&mut self, id: u32) {
        debug_assert!(!self.free.contains(&id));
        self.free.push(id);
    }

    /// Makes room; gives a number of it.
    #[cold]
    fn first_of_more(&mut self) -> u32 {
        self.make_room(1);
        self.free.pop().expect("there is room")
    }

    /// Makes room for so many more packets. No zone has a view.
    fn make_room(&mut self, packets: usize) {
        let size = self.room.packets.len();
        let missing = packets.saturating_sub(self.free.len());
        if missing == 0 {
            return;
        }
        assert_eq!(Arc::strong_count(&self.room), 1, "a zone has no room");
        let larger = (size + missing).next_power_of_two().max(64);
        self.room = Arc::new(Room::new(larger, Some(self)));
        // The lowest number is taken first.
        let more = (size as u32..larger as u32).rev();
        self.free.splice(..0, more);
    }

    /// Views for so many zones, with so many numbers for new packets each.
    pub fn divide(&mut self, zones: usize, each: usize) -> Vec<Packets> {
        self.make_room(zones * each);
        let view = |_| Packets {
            room: self.room.clone(),
            free: self.free.split_off(self.free.len() - each),
        };
        (0..zones).map(view).collect()
    }

    /// Takes the numbers of a zone back.
    pub fn unite(&mut self, zone: Packets) {
        self.free.extend(zone.free);
    }

    /// How many packets can be added before there must be more room.
    pub fn free(&self) -> usize {
        self.free.len()
    }

    /// The payload of a packet.
    #[inline]
    pub fn payload(&self, id: u32) -> &Payload {
        // SAFETY: it belongs to the caller, see above, who has `self`.
        unsafe { &*self.room.payloads[id as usize].0.get() }
    }

    /// The payload of a packet, mutable.
    #[inline]
    pub fn payload_mut(&mut self, id: u32) -> &mut Payload {
        // SAFETY: as above.
        unsafe { &mut *self.room.payloads[id as usize].0.get() }
    }

    /// The part of a payload that a flit carries.
    #[inline]
    pub fn part(&self, id: u32, range: Range<usize>) -> &[u8] {
        let payload = self.room.payloads[id as usize].0.get().cast::<u8>();
        assert!(range.start <= range.end && range.end <= PAYLOAD_BYTES);
        // SAFETY: these bytes of the payload belong to the caller; others may belong to another
        // zone, so no reference to the whole is made.
        unsafe { std::slice::from_raw_parts(payload.add(range.start), range.len()) }
    }

    /// The part of a payload that a flit carries, mutable.
    #[inline]
    pub fn part_mut(&mut self, id: u32, range: Range<usize>) -> &mut [u8] {
        let payload = self.room.payloads[id as usize].0.get().cast::<u8>();
        assert!(range.start <= range.end && range.end <= PAYLOAD_BYTES);
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(payload.add(range.start), range.len()) }
    }

    /// The first payload word, as a number.
    #[inline]
    pub fn operand(&self, id: u32) -> u32 {
        let [a, b, c, d, ..] = *self.payload(id);
        u32::from_le_bytes([a, b, c, d])
    }

    pub fn set_operand(&mut self, id: u32, value: u32) {
        self.payload_mut(id)[..4].copy_from_slice(&value.to_le_bytes());
    }

    /// Nothing that packets of such jobs still bring is taken in, even where their address has been
    /// admitted already.
    pub fn refuse(&mut self, of_job: impl Fn(u16) -> bool) {
        for id in 0..self.room.packets.len() as u32 {
            if of_job(self[id].job) {
                self[id].refused.get_or_insert(Cause::NotExposed);
            }
        }
    }

    /// All packets in flight, with their numbers.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Packet)> {
        let mut is_free = vec![false; self.room.packets.len()];
        for &id in &self.free {
            is_free[id as usize] = true;
        }
        let all = 0..self.room.packets.len() as u32;
        let in_flight = all.filter(move |&id| !is_free[id as usize]);
        in_flight.map(|id| (id, &self[id]))
    }

    pub fn in_flight(&self) -> usize {
        self.room.packets.len() - self.free.len()
    }
}

impl std::ops::Index<u32> for Packets {
    type Output = Packet;

    #[inline]
    fn index(&self, id: u32) -> &Packet {
        // SAFETY: the packet belongs to the caller, see above, who has `self`.
        unsafe { &*self.room.packets[id as usize].0.get() }
    }
}

impl std::ops::IndexMut<u32> for Packets {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut Packet {
        // SAFETY: as above.
        unsafe { &mut *self.room.packets[id as usize].0.get() }
    }
}
