//! Allocates host registers to the guest's integer registers within a block.
//!
//! At the boundaries of most blocks, every host register holds the guest register of which it is
//! the home ([`X_HOMES`]). Within a block that often uses guest registers without such a home, host
//! registers hold those instead. If an instruction needs a host register, it gets the one whose
//! guest register has the most distant next use (Belady, IBM Systems Journal 5(2), 1966).

use super::super::super::code::Op;
use super::super::registers::Registers;
use super::short::{MOV, RBP};
use super::{x_offset, Emitter, Home, Register, X_HOMES};

const HOSTS: usize = X_HOMES.len();
/// The distance, in instructions, that stands for "no further use".
const NEVER: usize = 1 << 16;
/// When a block ends, the guest registers return to their homes. If a guest register with a home
/// has no use before, its return counts as a use this many instructions after the last instruction.
const PUT_BACK: usize = 8;
/// The number of iterations that a loop is assumed to have.
const ROUNDS: usize = 8;

/// The guest register that each host register of [`X_HOMES`] holds at a point of the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Assignment {
    guests: [u8; HOSTS],
    /// A bit for each host register, set if its value has not been written to the guest register's
    /// field in `Core`. A host register without this bit may not hold the value yet.
    dirty: u8,
}

impl Assignment {
    /// Every host register holds the guest register of which it is the home.
    pub const HOMES: Assignment = {
        let mut guests = [0; HOSTS];
        let mut host = 0;
        while host < HOSTS {
            guests[host] = X_HOMES[host].0;
            host += 1;
        }
        Assignment {
            guests,
            dirty: u8::MAX,
        }
    };

    fn host_of(&self, guest: u8) -> Option<usize> {
        self.guests.iter().position(|&held| held == guest)
    }

    /// Where a guest register is: in a host register, or in `Core`.
    pub(super) fn home(&self, guest: u8) -> Home {
        match self.host_of(guest) {
            Some(host) => Home::Host(Register(X_HOMES[host].1)),
            None => Home::Core(x_offset(guest)),
        }
    }

    fn is_dirty(&self, host: usize) -> bool {
        self.dirty >> host & 1 != 0
    }

    /// The host registers whose values must be stored in `Core`, and those that must be loaded from
    /// `Core`, to get from this assignment to `to`.
    fn moves(&self, to: &Assignment) -> (Vec<usize>, Vec<usize>) {
        let stays = |host: usize| self.guests[host] == to.guests[host];
        let stores = |&host: &usize| self.is_dirty(host) && !(stays(host) && to.is_dirty(host));
        let loads = |&host: &usize| !(stays(host) && self.is_dirty(host));
        let all = 0..HOSTS;
        (
            all.clone().filter(stores).collect(),
            all.filter(loads).collect(),
        )
    }
}

impl Registers {
    /// Whether the instruction reads or writes the register.
    fn has(&self, guest: u8) -> bool {
        self.sources.contains(&guest) || self.target == guest
    }

    /// The registers other than 0. The second value says whether the instruction reads the
    /// register.
    fn each(self) -> impl Iterator<Item = (u8, bool)> {
        let [first, second] = self.sources;
        { [(first, true), (second, true), (self.target, false)] }
            .into_iter()
            .filter(|&(guest, _)| guest != 0)
    }
}

/// A host register that gets another guest register.
struct Change {
    host: usize,
    /// The guest register that must first be stored in `Core`, if any.
    stored: Option<u8>,
    /// The guest register that must then be loaded from `Core`, if any.
    loaded: Option<u8>,
}

/// The state of the allocation at an instruction of a block.
#[derive(Clone)]
pub(super) struct Allocation {
    pub now: Assignment,
    /// The uses of the block's instructions and of those that follow it in a straight line. Empty
    /// if the block leaves every register in its home.
    uses: Vec<Registers>,
    /// Index of the current instruction in `uses`.
    at: usize,
    /// Number of instructions of the block.
    length: usize,
    /// Whether the block is a loop.
    repeats: bool,
}

impl Allocation {
    pub const HOMES: Allocation = Allocation {
        now: Assignment::HOMES,
        uses: Vec::new(),
        at: 0,
        length: 0,
        repeats: false,
    };

    /// The number of instructions between the current one and the next one that uses a guest
    /// register.
    fn distance(&self, guest: u8) -> usize {
        let after = &self.uses[self.at + 1..];
        if let Some(distance) = after.iter().position(|uses| uses.has(guest)) {
            return distance;
        }
        let again = &self.uses[..=self.at];
        let next = again.iter().position(|uses| uses.has(guest));
        match (self.repeats, next) {
            (true, Some(next)) => after.len() + next,
            (false, _) if Assignment::HOMES.host_of(guest).is_some() => after.len() + PUT_BACK,
            _ => NEVER,
        }
    }

    /// Chooses host registers for the guest registers that the current instruction uses. Returns
    /// the changes.
    fn prepare(&mut self) -> Vec<Change> {
        let uses = self.uses[self.at];
        let mut changes = Vec::new();
        for (guest, is_read) in uses.each() {
            if self.now.host_of(guest).is_some() {
                continue;
            }
            let held = |&host: &usize| self.now.guests[host];
            let free = (0..HOSTS).filter(|host| !uses.has(held(host)));
            let furthest = free.max_by_key(|host| self.distance(held(host)));
            let Some(host) = furthest else { continue };
            if self.distance(held(&host)) <= self.distance(guest) {
                continue;
            }
            changes.push(Change {
                host,
                stored: self.now.is_dirty(host).then_some(held(&host)),
                loaded: is_read.then_some(guest),
            });
            self.now.guests[host] = guest;
            self.now.dirty &= !(1 << host);
        }
        changes
    }

    /// Ends the current instruction, which has written its target register.
    fn advance(&mut self) {
        let target = self.uses[self.at].target;
        if let Some(host) = self.now.host_of(target) {
            self.now.dirty |= 1 << host;
        }
        self.at += 1;
    }

    /// The number of accesses to `Core` that the block makes: for operands that no host register
    /// holds, and to change which guest registers the host registers hold.
    fn cost(&mut self) -> usize {
        let mut cost = 0;
        for at in 0..self.length {
            self.at = at;
            for change in self.prepare() {
                cost += usize::from(change.stored.is_some());
                cost += usize::from(change.loaded.is_some());
            }
            cost += in_memory(&self.now, self.uses[at]);
            self.advance();
        }
        cost
    }
}

/// The number of an instruction's operands that no host register holds.
fn in_memory(assignment: &Assignment, uses: Registers) -> usize {
    let is_in_memory = |&(guest, _): &(u8, bool)| assignment.host_of(guest).is_none();
    uses.each().filter(is_in_memory).count()
}

fn moves(from: &Assignment, to: &Assignment) -> usize {
    let (stores, loads) = from.moves(to);
    stores.len() + loads.len()
}

/// Plans the allocation for a block of `length` instructions, at whose start every guest register
/// is in its home. `uses` has the register uses of these instructions and of those that follow the
/// block in a straight line. `repeats` says that the block is a loop. `continues` says that the
/// code after the block takes over the assignment at its end. Returns the allocation, with the
/// assignment at the start of the block, or none if no accesses to `Core` are saved.
fn plan(uses: Vec<Registers>, length: usize, repeats: bool, continues: bool) -> Option<Allocation> {
    let mut it = Allocation {
        uses,
        length,
        repeats,
        ..Allocation::HOMES
    };
    let uses = &it.uses[..length];
    let before: usize = { uses.iter() }
        .map(|&uses| in_memory(&Assignment::HOMES, uses))
        .sum();
    if before < 2 {
        return None;
    }
    if repeats {
        // After a few rounds of a loop, the assignment at the end is often that at the start.
        for _ in 0..3 {
            it.cost();
            it.now.dirty = u8::MAX;
        }
    }
    let begin = it.now;
    let mut cost = it.cost();
    cost += match (repeats, continues) {
        (true, _) => moves(&it.now, &begin) + 2 * moves(&begin, &Assignment::HOMES) / ROUNDS,
        (false, true) => 0,
        (false, false) => moves(&it.now, &Assignment::HOMES),
    };
    it.now = begin;
    it.at = 0;
    (cost < before).then_some(it)
}

impl Emitter {
    /// Begins a block; the parameters are those of [`plan`]. If the previous block `continues`,
    /// this block begins with the assignment at the end of the previous one. Otherwise it gets its
    /// own allocation if that saves accesses to `Core`, and the emitted code first loads the guest
    /// registers that the host registers are to hold.
    pub fn allocate(&mut self, ops: &[&Op], length: usize, repeats: bool, continues: bool) {
        let uses: Vec<Registers> = ops.iter().map(|op| Registers::of(op)).collect();
        if self.allocates() {
            self.allocation.uses = uses;
            self.allocation.at = 0;
            return;
        }
        if let Some(allocation) = plan(uses, length, repeats, continues) {
            self.assign(allocation.now);
            self.allocation = allocation;
        }
    }

    /// Whether host registers may hold guest registers of which they are not the homes.
    pub fn allocates(&self) -> bool {
        !self.allocation.uses.is_empty()
    }

    /// Which host registers hold which guest registers after the code emitted so far.
    pub fn assignment(&self) -> Assignment {
        self.allocation.now
    }

    /// Sets which guest registers the host registers hold at a label to which jumps lead.
    pub fn assume(&mut self, assignment: Assignment) {
        self.allocation.now = assignment;
    }

    /// Emits the loads and stores of registers that precede an instruction in an allocated block.
    pub fn prepare(&mut self) {
        if !self.allocates() {
            return;
        }
        for change in self.allocation.prepare() {
            let host = Register(X_HOMES[change.host].1);
            if let Some(guest) = change.stored {
                self.write_core(MOV, x_offset(guest), host);
            }
            if let Some(guest) = change.loaded {
                self.with_memory(MOV, host, RBP, x_offset(guest));
            }
        }
    }

    /// Ends an instruction in an allocated block.
    pub fn advance(&mut self) {
        if self.allocates() {
            self.allocation.advance();
        }
    }

    /// Emits code that moves guest registers so that the host registers hold what `to` says. The
    /// code preserves the flags and all temporary values.
    pub fn assign(&mut self, to: Assignment) {
        let now = self.allocation.now;
        let (stores, loads) = now.moves(&to);
        for host in stores {
            self.write_core(MOV, x_offset(now.guests[host]), Register(X_HOMES[host].1));
        }
        for host in loads {
            let guest = x_offset(to.guests[host]);
            self.with_memory(MOV, Register(X_HOMES[host].1), RBP, guest);
        }
        self.allocation.now = to;
    }

    /// Emits code that puts every guest register back into its home.
    pub fn put_back(&mut self) {
        self.assign(Assignment::HOMES);
        self.allocation.uses.clear();
    }
}
