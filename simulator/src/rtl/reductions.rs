//! Runs the model of an accumulator, for comparisons with `rtl/`.

use crate::noc::reduction::Place;
use crate::protocol::device_registers::{ACCUMULATOR_ADD, ACCUMULATOR_RESULT, ACCUMULATOR_TARGETS};
use crate::tile::devices::{Accumulator, Tree};

/// What happens to an accumulator, a device that combines words from several tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The accumulator is reset, and belongs to this tile from now on.
    Tile(u32),
    /// A core writes to a register of the accumulator: its offset, and the word.
    Write(u32, u32),
    /// The accumulator's result leaves, if there is one.
    Take,
}

/// The accumulator's state after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown {
    pub fault: bool,
    /// The result that leaves next, if there is one: the number of its operation, from 0, and its
    /// word.
    pub leaving: Option<(u32, u32)>,
    /// The tile to which the accumulator sends its results. None if it is the root of the tree of
    /// tiles.
    pub next: Option<u32>,
}

/// The state of an accumulator after each event, on a mesh of this size.
pub fn reductions(columns: u32, rows: u32, events: &[Event]) -> Vec<Shown> {
    let (mut tile, mut unit, mut next) = (0, Accumulator::default(), None);
    let mut step = |event: &Event| {
        let mut fault = false;
        match *event {
            Event::Tile(number) => (tile, unit, next) = (number, Accumulator::default(), None),
            Event::Write(ACCUMULATOR_TARGETS, targets) => unit.set_targets(targets),
            Event::Write(ACCUMULATOR_RESULT, 0) => unit.set_up(0, None),
            Event::Write(ACCUMULATOR_RESULT, address) => {
                match unit.rectangle(tile, columns * rows, columns) {
                    None => fault = true,
                    Some(rectangle) => {
                        let place = Place::of(tile, rectangle, columns);
                        let (offset, pc) = (address, 0);
                        next = place.next;
                        unit.set_up(
                            address,
                            Some(Tree {
                                rectangle,
                                place,
                                offset,
                                pc,
                            }),
                        );
                    }
                }
            }
            Event::Write(offset, word) => fault = unit.combine(offset, word).is_err(),
            Event::Take => {
                unit.take();
            }
        }
        let mut copy = unit;
        let number = |(offset, word)| ((offset - ACCUMULATOR_ADD) / 4, word);
        Shown {
            fault,
            leaving: copy.take().map(number),
            next,
        }
    };
    events.iter().map(&mut step).collect()
}
