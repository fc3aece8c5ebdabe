//! Random numbers for the core's tests.

use crate::splitmix64;

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        splitmix64::next(&mut self.0)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }
}
