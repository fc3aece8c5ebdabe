//! Tables of the parts of a network, by number.

use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A list that is not searched, and never grows. The numbers by which its entries are reached are
/// those that `network/build.rs` has given to outputs, buffers and slots; numbers of endpoints,
/// which come from outside, have been checked by then. So a release build does not check them
/// again, which every flit would pay for at every hop; tests do.
#[derive(Debug, Clone)]
pub struct Table<T>(Box<[T]>);

impl<T> From<Vec<T>> for Table<T> {
    fn from(all: Vec<T>) -> Table<T> {
        Table(all.into())
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Table<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, number: usize) -> &T {
        debug_assert!(number < self.0.len());
        // SAFETY: the number is one that `build` has given, see above.
        unsafe { self.0.get_unchecked(number) }
    }
}

impl<T> IndexMut<usize> for Table<T> {
    #[inline]
    fn index_mut(&mut self, number: usize) -> &mut T {
        debug_assert!(number < self.0.len());
        // SAFETY: as above.
        unsafe { self.0.get_unchecked_mut(number) }
    }
}
