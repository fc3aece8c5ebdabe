//! The packets in flight, by number, and their payloads.
//!
//! A packet belongs to one tile or controller at a time: to its sender until its first flit has
//! been handed over, and to its target after the arrival of that flit. The payload bytes that a
//! flit carries belong to the sender until that flit has been handed over. So zones of the chip,
//! which different host threads simulate at the same time (`chip/zones`), can share the memory of
//! all packets: two zones never access the same byte in the same cycle.

use super::packet::{Packet, PacketKind, Purpose, PAYLOAD_BYTES};
use super::Cause;
use std::cell::UnsafeCell;
use std::ops::Range;
use std::sync::Arc;

type Payload = [u8; PAYLOAD_BYTES];

/// A slot with a cache line of the host to itself, because neighbouring slots may belong to
/// different threads.
#[derive(Debug)]
#[repr(align(64))]
struct Slot<T>(UnsafeCell<T>);

/// Memory for packets and their payloads.
#[derive(Debug)]
struct Room {
    packets: Box<[Slot<Packet>]>,
    payloads: Box<[Slot<Payload>]>,
}

// SAFETY: the module's documentation says who may access which bytes.
unsafe impl Sync for Room {}

impl Room {
    /// Memory for `size` packets. It begins with copies of the packets in `before`.
    fn new(size: usize, before: Option<&Packets>) -> Room {
        let none = Packet::new(PacketKind::Read, Purpose::Load);
        let known = before.map_or(0, |packets| packets.room.packets.len());
        let of = |id: usize| before.filter(|_| id < known).map(|all| (all, id as u32));
        let packet = |id| of(id).map_or_else(|| none.clone(), |(all, id)| all[id].clone());
        let payload = |id| of(id).map_or([0; PAYLOAD_BYTES], |(all, id)| *all.payload(id));
        Room {
            packets: (0..size)
                .map(|id| Slot(UnsafeCell::new(packet(id))))
                .collect(),
            payloads: (0..size)
                .map(|id| Slot(UnsafeCell::new(payload(id))))
                .collect(),
        }
    }
}

/// All packets in flight, or the view of them that a zone (a part of the chip in one thread) has. A
/// view can access every packet, and has separate free numbers for new packets.
#[derive(Debug)]
pub struct Packets {
    room: Arc<Room>,
    /// The free packet numbers. The last one is used next.
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
    /// Adds a packet with an all-zero payload. Returns its number.
    #[inline]
    pub fn add(&mut self, packet: Packet) -> u32 {
        let id = self.free.pop().unwrap_or_else(|| self.first_of_more());
        self[id] = packet;
        *self.payload_mut(id) = [0; PAYLOAD_BYTES];
        id
    }

    /// Adds a copy of a request, to send it again. `id` is the number of the answer to it, which is
    /// `Full` or `Empty`.
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

    /// Allocates memory for more packets. Returns the first free number.
    #[cold]
    fn first_of_more(&mut self) -> u32 {
        self.make_room(1);
        self.free.pop().expect("there is room")
    }

    /// Allocates memory for `packets` more packets. No zone may have a view at this time.
    fn make_room(&mut self, packets: usize) {
        let size = self.room.packets.len();
        let missing = packets.saturating_sub(self.free.len());
        if missing == 0 {
            return;
        }
        assert_eq!(Arc::strong_count(&self.room), 1, "a zone has no room");
        let larger = (size + missing).next_power_of_two().max(64);
        self.room = Arc::new(Room::new(larger, Some(self)));
        // The last number in the list is used first, so the numbers are in descending order.
        let more = (size as u32..larger as u32).rev();
        self.free.splice(..0, more);
    }

    /// Makes views for `zones` zones. Each gets `each` free numbers for new packets.
    pub fn divide(&mut self, zones: usize, each: usize) -> Vec<Packets> {
        self.make_room(zones * each);
        let view = |_| Packets {
            room: self.room.clone(),
            free: self.free.split_off(self.free.len() - each),
        };
        (0..zones).map(view).collect()
    }

    /// Ends the view of a zone, and takes back its free numbers.
    pub fn unite(&mut self, zone: Packets) {
        self.free.extend(zone.free);
    }

    /// Number of packets that can be added before more memory must be allocated.
    pub fn free(&self) -> usize {
        self.free.len()
    }

    /// The payload of a packet.
    #[inline]
    pub fn payload(&self, id: u32) -> &Payload {
        // SAFETY: the payload belongs to the caller, because the caller has `self`.
        unsafe { &*self.room.payloads[id as usize].0.get() }
    }

    /// The payload of a packet, mutable.
    #[inline]
    pub fn payload_mut(&mut self, id: u32) -> &mut Payload {
        // SAFETY: the payload belongs to the caller, because the caller has `self`.
        unsafe { &mut *self.room.payloads[id as usize].0.get() }
    }

    /// The bytes of a payload that one of its flits carries.
    #[inline]
    pub fn part(&self, id: u32, range: Range<usize>) -> &[u8] {
        let payload = self.room.payloads[id as usize].0.get().cast::<u8>();
        assert!(range.start <= range.end && range.end <= PAYLOAD_BYTES);
        // SAFETY: these bytes of the payload belong to the caller. Other bytes may belong to
        // another zone, so no reference to the whole payload is made.
        unsafe { std::slice::from_raw_parts(payload.add(range.start), range.len()) }
    }

    /// The bytes of a payload that one of its flits carries, mutable.
    #[inline]
    pub fn part_mut(&mut self, id: u32, range: Range<usize>) -> &mut [u8] {
        let payload = self.room.payloads[id as usize].0.get().cast::<u8>();
        assert!(range.start <= range.end && range.end <= PAYLOAD_BYTES);
        // SAFETY: these bytes of the payload belong to the caller, because the caller has `self`.
        unsafe { std::slice::from_raw_parts_mut(payload.add(range.start), range.len()) }
    }

    /// The first word of a packet's payload.
    #[inline]
    pub fn operand(&self, id: u32) -> u32 {
        let [a, b, c, d, ..] = *self.payload(id);
        u32::from_le_bytes([a, b, c, d])
    }

    pub fn set_operand(&mut self, id: u32, value: u32) {
        self.payload_mut(id)[..4].copy_from_slice(&value.to_le_bytes());
    }

    /// Refuses all requests in flight of certain jobs, even those whose address the target has
    /// already checked.
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
        // SAFETY: the packet belongs to the caller, because the caller has `self`.
        unsafe { &*self.room.packets[id as usize].0.get() }
    }
}

impl std::ops::IndexMut<u32> for Packets {
    #[inline]
    fn index_mut(&mut self, id: u32) -> &mut Packet {
        // SAFETY: the packet belongs to the caller, because the caller has `self`.
        unsafe { &mut *self.room.packets[id as usize].0.get() }
    }
}
