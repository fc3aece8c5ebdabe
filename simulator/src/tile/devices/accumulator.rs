//! Accumulators combine a word from each tile of a rectangle on a tree of tiles ([`Place`]). The
//! result is written into the memories of all these tiles.
//!
//! An accumulator combines the words of its own core and of its children in the tree. When all
//! these words have arrived, it passes the result on. At the root, that is a multicast; elsewhere
//! it is a store to the accumulator of the parent tile, in the way in which a counter notifies
//! another counter. A word is combined as soon as it arrives. No word has to wait in an
//! accumulator, so accumulators never hold packets back.

use super::{absent, DevicePorts, Devices, PendingNotification};
use crate::core::AmoOp;
use crate::noc::reduction::Place;
use crate::noc::Rectangle;
use crate::protocol::device_registers::*;
use crate::protocol::map::Target;
use crate::protocol::{Destination, Misuse, Reply, Request, Word};

/// The tiles of a reduction.
#[derive(Debug, Clone, Copy)]
pub struct Tree {
    pub rectangle: Rectangle,
    pub place: Place,
    /// Byte offset of the result in the memories of the tiles.
    pub offset: u32,
    /// Address of the instruction that has set up the accumulator, for reports.
    pub pc: u32,
}

/// An accumulator. Its functions do not access the tile, so that `rtl` can compare them with those
/// of the hardware.
#[derive(Debug, Clone, Copy, Default)]
pub struct Accumulator {
    /// The tiles and the result address, as a program has written them to the registers.
    targets: u32,
    result: u32,
    tree: Option<Tree>,
    /// The words that have arrived for the current reduction: how many, the operation that combines
    /// them, and the result so far. The operation depends on the register to which the words are
    /// written.
    words: u32,
    operation: u32,
    value: u32,
    /// The operation and the result of a complete reduction, until the result has left the tile.
    leaving: Option<(u32, u32)>,
}

/// The operation that combines words written to the register at `offset`. None if words cannot be
/// written to this register.
fn operation(offset: u32) -> Option<AmoOp> {
    Some(match offset {
        ACCUMULATOR_ADD => AmoOp::Add,
        ACCUMULATOR_MIN => AmoOp::Min,
        ACCUMULATOR_MAX => AmoOp::Max,
        ACCUMULATOR_MINU => AmoOp::MinUnsigned,
        ACCUMULATOR_MAXU => AmoOp::MaxUnsigned,
        ACCUMULATOR_AND => AmoOp::And,
        ACCUMULATOR_OR => AmoOp::Or,
        ACCUMULATOR_XOR => AmoOp::Xor,
        _ => return None,
    })
}

impl Accumulator {
    /// Writes the rectangle of tiles to the register for target tiles.
    pub fn set_targets(&mut self, targets: u32) {
        self.targets = targets;
    }

    /// The rectangle of the tiles in the register, if there is one that contains tile `here`.
    pub fn rectangle(&self, here: u32, tiles: u32, columns: u32) -> Option<Rectangle> {
        let (first, last) = (self.targets & 0xffff, self.targets >> 16);
        let is_there = first < tiles && last < tiles;
        let rectangle = is_there.then(|| Rectangle::between(first, last, columns))??;
        rectangle.has(here, columns).then_some(rectangle)
    }

    /// Sets the address of the result, and the tree on which words are combined. Without a tree,
    /// the accumulator combines no words.
    pub fn set_up(&mut self, result: u32, tree: Option<Tree>) {
        *self = Accumulator {
            targets: self.targets,
            result,
            tree,
            ..Accumulator::default()
        };
    }

    /// Removes the result that is ready to leave. Returns the register of its operation, and the
    /// word.
    pub fn take(&mut self) -> Option<(u32, u32)> {
        self.leaving.take()
    }

    /// Combines a word. Returns whether all words have come.
    pub fn combine(&mut self, offset: u32, word: u32) -> Result<bool, Misuse> {
        let op = operation(offset).ok_or(Misuse::NoRegister)?;
        let tree = self.tree.ok_or(Misuse::NoTargets)?;
        let is_first = self.words == 0;
        let is_last = self.words + 1 == tree.place.words;
        if (!is_first && self.operation != offset) || (is_last && self.leaving.is_some()) {
            return Err(Misuse::Mixed);
        }
        self.operation = offset;
        self.value = match is_first {
            true => word,
            false => op.apply(self.value, word),
        };
        self.words += 1;
        if is_last {
            self.words = 0;
            self.leaving = Some((offset, self.value));
        }
        Ok(is_last)
    }
}

impl Devices {
    /// Serves a request for an accumulator of this tile.
    pub(super) fn serve_accumulator(
        &mut self,
        register: Register,
        number: u32,
        request: &mut Request,
        ports: &mut DevicePorts,
    ) -> Reply {
        let per_core = ports.cycle.costs.accumulators;
        if number >= per_core {
            return absent("accumulators", per_core);
        }
        let index = register.core * per_core as usize + number as usize;
        let accumulator = &mut self.accumulators[index];
        match (register.offset, request.word()) {
            (ACCUMULATOR_TARGETS, Some(Word::Read)) => return request.answer(accumulator.targets),
            (ACCUMULATOR_TARGETS, Some(Word::Write(targets))) => accumulator.set_targets(targets),
            (ACCUMULATOR_RESULT, Some(Word::Read)) => return request.answer(accumulator.result),
            (ACCUMULATOR_RESULT, Some(Word::Write(address))) => {
                let tree = self.tree(index, register.core, address, request.pc, ports);
                let accumulator = &mut self.accumulators[index];
                if address != 0 && tree.is_none() {
                    let targets = accumulator.targets;
                    return Reply::Refused(Misuse::Result { address, targets });
                }
                accumulator.set_up(address, tree);
            }
            (offset, Some(Word::Write(word))) => match accumulator.combine(offset, word) {
                Err(misuse) => return Reply::Refused(misuse),
                Ok(false) => {}
                Ok(true) => {
                    let number = (self.first_accumulator() + index) as u16;
                    let ready = ports.cycle.now + 1;
                    (ports.interfaces).notify(register.core, number, false, ready);
                }
            },
            _ => return Reply::Refused(Misuse::NoRegister),
        }
        Reply::Done
    }

    /// The tree that contains an accumulator's target tiles. The result will be written to address
    /// `address` of core `core` of this tile. None if there are no targets, if they do not include
    /// this tile, or if the core may not write two words at this address in the tile's memory.
    fn tree(
        &self,
        index: usize,
        core: usize,
        address: u32,
        pc: u32,
        ports: &DevicePorts,
    ) -> Option<Tree> {
        let (here, costs) = (self.tile.into(), ports.cycle.costs);
        let targets = &self.accumulators[index];
        let rectangle = targets.rectangle(here, costs.tiles, costs.columns)?;
        let to = ports.cores.destination(core, address, ports.map).ok()?;
        match to {
            Destination::Own(offset) if address.is_multiple_of(8) => Some(Tree {
                rectangle,
                place: Place::of(here, rectangle, costs.columns),
                offset,
                pc,
            }),
            _ => None,
        }
    }

    /// The number of the first accumulator, where the tile's notifications are numbered. The
    /// notifications of counters have the lower numbers.
    fn first_accumulator(&self) -> usize {
        self.counters.len() * super::NOTIFICATIONS
    }

    /// The accumulator whose result this notification is. None if it is the notification of a
    /// counter.
    fn accumulator_of(&self, number: u16) -> Option<usize> {
        usize::from(number).checked_sub(self.first_accumulator())
    }

    /// Whether a notification is the result of an accumulator.
    pub fn is_result(&self, number: u16) -> bool {
        self.accumulator_of(number).is_some()
    }

    /// The core to which a notification belongs.
    pub fn notifier(&self, number: u16) -> usize {
        match self.accumulator_of(number) {
            Some(index) => index / self.accumulators_per_core as usize,
            None => usize::from(number) / super::NOTIFICATIONS / self.counters_per_core as usize,
        }
    }

    /// Removes one pending write of a notification and returns it. None if no write is pending.
    pub fn take_notification(&mut self, number: u16) -> Option<PendingNotification> {
        let core = self.notifier(number);
        let Some(index) = self.accumulator_of(number) else {
            return self.take_of_counter(number, core);
        };
        let accumulator = &mut self.accumulators[index];
        let (operation, word) = accumulator.take()?;
        let tree = accumulator.tree?;
        let number = index as u32 % self.accumulators_per_core;
        let (to, second) = match tree.place.next {
            Some(next) => {
                let share = ACCUMULATOR_SHARE + ACCUMULATOR_SHARE_STRIDE * core as u32;
                let target = Target {
                    endpoint: next as u16,
                    offset: share + ACCUMULATOR_STRIDE * number + operation,
                    device: true,
                };
                (Destination::Remote(target), None)
            }
            None => (Destination::Many(tree.rectangle, tree.offset), Some(1)),
        };
        Some(PendingNotification {
            to,
            word,
            second,
            core,
            pc: tree.pc,
            more: false,
        })
    }
}
