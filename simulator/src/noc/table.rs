//! Tables of the parts of a network, indexed by number.

use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A list of fixed length. Release builds do not check the index, because the check would cost time
/// for every flit at every hop; debug builds and tests do check it. All numbers of outputs, buffers
/// and slots come from `network/build.rs`. The numbers of endpoints come from callers, which must
/// have checked them.
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
        // SAFETY: the number comes from `network/build.rs`, or the network's caller has checked it.
        unsafe { self.0.get_unchecked(number) }
    }
}

impl<T> IndexMut<usize> for Table<T> {
    #[inline]
    fn index_mut(&mut self, number: usize) -> &mut T {
        debug_assert!(number < self.0.len());
        // SAFETY: the number comes from `network/build.rs`, or the network's caller has checked it.
        unsafe { self.0.get_unchecked_mut(number) }
    }
}
