//! Where a core's latest pages lie in the tile's memory, for code compiled for the host.

use super::super::{View, READ, WRITE};

/// Bytes of addresses that an entry is about, as a power of two.
pub(in super::super) const GRANULE_SHIFT: u32 = 10;
const GRANULE: u32 = 1 << GRANULE_SHIFT;
/// A power of two.
pub(in super::super) const ENTRIES: usize = 1024;
/// The tag of nothing: no aligned address has these bits.
const NOTHING: u32 = u32::MAX;

/// One granule of addresses.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(in super::super) struct Place {
    /// The granule's first address, if the core may read, or write, all of it directly.
    pub read: u32,
    pub write: u32,
    /// What an address needs added to be an offset in the tile's memory.
    pub delta: u32,
}

/// Granules by the lowest bits of their number. Whoever changes the core's regions or rights clears
/// it.
#[derive(Debug, Clone)]
pub struct Lookaside {
    places: [Place; ENTRIES],
    is_empty: bool,
}

impl Default for Lookaside {
    fn default() -> Lookaside {
        let nothing = Place {
            read: NOTHING,
            write: NOTHING,
            delta: 0,
        };
        Lookaside {
            places: [nothing; ENTRIES],
            is_empty: true,
        }
    }
}

impl Lookaside {
    /// Forgets everything.
    pub fn clear(&mut self) {
        if !self.is_empty {
            *self = Lookaside::default();
        }
    }

    /// Whoever fills it says so.
    pub(in super::super) fn filled(&mut self) {
        self.is_empty = false;
    }

    pub(in super::super) fn places(&mut self) -> *mut Place {
        self.places.as_mut_ptr()
    }

    /// The index of an address' entry.
    pub(in super::super) fn index(address: u32) -> usize {
        (address >> GRANULE_SHIFT) as usize % ENTRIES
    }

    /// Whether all that it knows is so.
    pub(in super::super) fn is_sound(&self, view: &View) -> bool {
        self.is_empty
            || self.places.iter().all(|place| {
                [(place.read, READ), (place.write, WRITE)]
                    .into_iter()
                    .filter(|&(start, _)| start != NOTHING)
                    .all(|(start, need)| {
                        let offset = view.regions.translate(start, GRANULE);
                        offset == Some(start.wrapping_add(place.delta))
                            && grants(view.rights, view.page_shift, offset.unwrap_or(0)) & need
                                == need
                    })
            })
    }
}

/// What the entry for an address would be; nothing where a part of the granule is no memory.
pub(in super::super) fn look_up(
    address: u32,
    translate: impl Fn(u32, u32) -> Option<u32>,
    rights: &[u8],
    page_shift: u32,
) -> Option<Place> {
    let start = address & !(GRANULE - 1);
    let offset = translate(start, GRANULE)?;
    let rights = grants(rights, page_shift, offset);
    let tag = |need| match rights & need == need {
        true => start,
        false => NOTHING,
    };
    Some(Place {
        read: tag(READ),
        write: tag(WRITE),
        delta: offset.wrapping_sub(start),
    })
}

/// The rights to all of the granule at this offset of memory.
fn grants(rights: &[u8], page_shift: u32, offset: u32) -> u8 {
    let pages = offset >> page_shift..=(offset + GRANULE - 1) >> page_shift;
    pages.fold(READ | WRITE, |all, page| {
        all & rights.get(page as usize).copied().unwrap_or(0)
    })
}
