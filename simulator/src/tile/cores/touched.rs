//! Detects whether cores of a tile have touched the same memory while each executed a window of
//! cycles separately. Such a core is called a *lane* (`windows.rs`).

use crate::core::Touch;

/// For each unit of 8 bytes of a tile's memory, which lanes (running cores) have touched it in the
/// current window.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// For each unit, three parts: the window of its latest access, whether it was written in that
    /// window, and the lane that touched it. The parts only count if that window is the current
    /// one.
    units: Vec<u32>,
    window: u32,
}

const LANE_BITS: u32 = 5;
/// Used in place of a lane's number if several lanes have read the unit.
const SEVERAL: u32 = (1 << LANE_BITS) - 1;
const WRITTEN: u32 = 1 << LANE_BITS;
const ONE_WINDOW: u32 = 2 * WRITTEN;

impl Touched {
    /// Begins a window, for a memory with `units` units.
    pub fn clear(&mut self, units: usize) {
        self.window = self.window.wrapping_add(ONE_WINDOW);
        if self.window == 0 || self.units.len() != units {
            self.units = vec![0; units];
            self.window = ONE_WINDOW;
        }
    }

    /// Records an access of a lane. Returns false if another lane has touched the unit in a way
    /// that makes the order of the two accesses matter.
    #[inline]
    pub fn admits(&mut self, touch: Touch, lane: u32) -> bool {
        let unit = &mut self.units[touch.unit() as usize];
        let known = *unit >= self.window;
        let (by, written) = (*unit % WRITTEN, *unit & WRITTEN != 0);
        let own = !known || by == lane;
        if touch.writes() {
            *unit = self.window | WRITTEN | lane;
            return own;
        }
        if own {
            *unit = self.window | if known { *unit & WRITTEN } else { 0 } | lane;
        } else if !written {
            *unit = self.window | SEVERAL;
        } else {
            return false;
        }
        true
    }
}
