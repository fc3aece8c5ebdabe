//! Maps each byte, or each word, of a chip's memory to a value.

use crate::memory::Place;
use std::ops::Range;

/// Number of values in a page of the map.
pub(super) const PAGE: usize = 4096;

/// A map from each byte or word of memory to a value, which is `T::default()` at first. Space for a
/// page of values is allocated when a value in it is first written.
#[derive(Debug)]
pub struct Pages<T>(Vec<Vec<Option<Box<[T]>>>>);

impl<T> Default for Pages<T> {
    fn default() -> Pages<T> {
        Pages(Vec::new())
    }
}

impl<T: Clone + Default + PartialEq> Pages<T> {
    /// Whether `count` values are `T::default()`. If the values are in two pages, the result may be
    /// false although all are `T::default()`.
    #[inline]
    pub fn are_default(&self, place: Place, count: u32) -> bool {
        let Some(page) = self.page(place) else {
            return place.1 as usize % PAGE + count as usize <= PAGE;
        };
        let first = place.1 as usize % PAGE;
        let Some(values) = page.get(first..first + count as usize) else {
            return false;
        };
        // The compiler turns each of these array comparisons into one comparison.
        match (<&[T; 4]>::try_from(values), <&[T; 8]>::try_from(values)) {
            (Ok(values), _) => values
                .iter()
                .fold(true, |all, one| all & (*one == T::default())),
            (_, Ok(values)) => values
                .iter()
                .fold(true, |all, one| all & (*one == T::default())),
            _ => values.iter().all(|value| *value == T::default()),
        }
    }
}

impl<T: Clone + Default> Pages<T> {
    /// The page of values that contains a place, if a value in it was ever written.
    #[inline]
    pub fn page(&self, (endpoint, index): Place) -> Option<&[T]> {
        let pages = self.0.get(usize::from(endpoint))?;
        pages.get(index as usize / PAGE)?.as_deref()
    }

    /// The value at a place, unless its page was never written.
    #[inline]
    pub fn get(&self, place: Place) -> Option<&T> {
        Some(&self.page(place)?[place.1 as usize % PAGE])
    }

    #[inline]
    pub fn get_mut(&mut self, place: Place) -> &mut T {
        &mut self.page_mut(place)[place.1 as usize % PAGE]
    }

    #[inline]
    fn page_mut(&mut self, (endpoint, index): Place) -> &mut [T] {
        let endpoint = usize::from(endpoint);
        if self.0.len() <= endpoint {
            self.0.resize_with(endpoint + 1, Vec::new);
        }
        let pages = &mut self.0[endpoint];
        let number = index as usize / PAGE;
        if pages.len() <= number {
            pages.resize_with(number + 1, || None);
        }
        pages[number].get_or_insert_with(|| vec![T::default(); PAGE].into())
    }

    /// Sets `count` values.
    pub fn fill(&mut self, (endpoint, start): Place, count: u32, value: T) {
        let (mut start, end) = (start as usize, start.saturating_add(count) as usize);
        while start < end {
            let first = start % PAGE;
            let behind = PAGE.min(first + (end - start));
            self.page_mut((endpoint, start as u32))[first..behind].fill(value.clone());
            start += behind - first;
        }
    }

    /// Sets all values of a range to `T::default()`.
    pub fn clear(&mut self, endpoint: u16, range: Range<u32>) {
        let Some(pages) = self.0.get_mut(usize::from(endpoint)) else {
            return;
        };
        let (start, end) = (range.start as usize, range.end as usize);
        let (first, last) = (start / PAGE, end.div_ceil(PAGE).min(pages.len()));
        for (number, page) in pages.iter_mut().enumerate().take(last).skip(first) {
            let first = number * PAGE;
            let from = start.max(first);
            let to = end.min(first + PAGE);
            if let (true, Some(page)) = (from < to, page) {
                page[from - first..to - first].fill(T::default());
            }
        }
    }
}
