//! Where a core's latest pages lie in the tile's memory, for code compiled for the host.

use super::super::{View, READ, WRITE};

/// Bytes of addresses that an entry is about, as a power of two.
pub(in super::super) const GRANULE_SHIFT: u32 = 10;
pub(in super::super) const GRANULE: u32 = 1 << GRANULE_SHIFT;
/// A power of two.
pub(in super::super) const ENTRIES: usize = 1024;
/// The tag of nothing: no aligned address has these bits.
const NOTHING: u32 = u32::MAX;
/// In the tag of a granule that lies elsewhere than [`Lookaside::shift`] says.
pub(in super::super) const ELSEWHERE: u32 = GRANULE / 2;
/// With it, in the tag of one that others may touch ([`View::shared`]), or whose end is no memory.
pub(in super::super) const SPECIAL: u32 = GRANULE / 4;

/// [`Lookaside::shift`] is a multiple of it.
pub(in super::super) const SHIFT_UNIT: i64 = 128;

/// One granule of addresses.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(in super::super) struct Place {
    /// The granule's first address, if the core may read, or write, all of it directly; or that
    /// with [`ELSEWHERE`], perhaps with [`SPECIAL`].
    pub read: u32,
    pub write: u32,
    /// What an address needs added to be an offset in the tile's memory.
    pub delta: u32,
    /// Bytes of it that are memory, a multiple of 8.
    pub bytes: u32,
}

/// Granules by the lowest bits of their number. Whoever changes the core's regions or rights clears
/// it.
#[derive(Debug, Clone)]
pub struct Lookaside {
    places: [Place; ENTRIES],
    /// What most addresses need added to be an offset in the tile's memory; none while it is empty.
    shift: Option<i64>,
}

impl Default for Lookaside {
    fn default() -> Lookaside {
        let nothing = Place {
            read: NOTHING,
            write: NOTHING,
            delta: 0,
            bytes: 0,
        };
        Lookaside {
            places: [nothing; ENTRIES],
            shift: None,
        }
    }
}

impl Lookaside {
    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.shift.is_some() {
            *self = Lookaside::default();
        }
    }

    /// What most addresses need added to be an offset in the tile's memory, once that is known.
    pub(in super::super) fn shift(&self) -> Option<i64> {
        self.shift
    }

    /// Whoever fills it says so, and by which shift.
    pub(in super::super) fn filled(&mut self, shift: Option<i64>) {
        self.shift = shift;
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
        self.shift.is_none()
            || self.places.iter().all(|place| {
                [(place.read, READ), (place.write, WRITE)]
                    .into_iter()
                    .filter(|&(start, _)| start != NOTHING)
                    .all(|(tag, need)| {
                        let start = tag & !(ELSEWHERE | SPECIAL);
                        let offset = view.regions.translate(start, place.bytes);
                        let pages = Pages::of(view);
                        let is_shared = pages.are_shared(offset.unwrap_or(0));
                        offset == Some(start.wrapping_add(place.delta))
                            && pages.grant(offset.unwrap_or(0)) & need == need
                            && (!is_shared && place.bytes == GRANULE || tag & SPECIAL != 0)
                    })
            })
    }
}

/// What the entry for an address would be; nothing where the granule's first bytes are no memory.
/// The first one gives the `shift`.
pub(in super::super) fn look_up(
    address: u32,
    translate: impl Fn(u32, u32) -> Option<u32>,
    pages: Pages,
    shift: &mut Option<i64>,
) -> Option<Place> {
    let start = address & !(GRANULE - 1);
    let offset = translate(start, 8)?;
    let bytes = (8..=GRANULE).rev().step_by(8);
    let bytes = { bytes }.find(|&bytes| translate(start, bytes).is_some())?;
    let rights = pages.grant(offset);
    let own_shift = i64::from(offset) - i64::from(start);
    let is_usual = *shift.get_or_insert(own_shift & -SHIFT_UNIT) == own_shift;
    let mark = match (pages.are_shared(offset) || bytes < GRANULE, is_usual) {
        (true, _) => ELSEWHERE | SPECIAL,
        (false, false) => ELSEWHERE,
        (false, true) => 0,
    };
    let tag = |need| match rights & need == need {
        true => start | mark,
        false => NOTHING,
    };
    Some(Place {
        read: tag(READ),
        write: tag(WRITE),
        delta: offset.wrapping_sub(start),
        bytes,
    })
}

/// What is known of the pages of a tile's memory.
#[derive(Clone, Copy)]
pub(in super::super) struct Pages<'a> {
    pub rights: &'a [u8],
    pub shared: &'a [bool],
    /// A page is `1 << shift` bytes.
    pub shift: u32,
}

impl<'a> Pages<'a> {
    fn of(view: &'a View) -> Pages<'a> {
        Pages {
            rights: view.rights,
            shared: view.shared,
            shift: view.page_shift,
        }
    }

    /// Those of the granule at this offset of memory.
    fn of_granule(self, offset: u32) -> impl Iterator<Item = usize> {
        let pages = offset >> self.shift..=(offset + GRANULE - 1) >> self.shift;
        pages.map(|page| page as usize)
    }

    /// The rights to all of a granule.
    fn grant(self, offset: u32) -> u8 {
        self.of_granule(offset).fold(READ | WRITE, |all, page| {
            all & self.rights.get(page).copied().unwrap_or(0)
        })
    }

    /// Whether others may touch any of it.
    fn are_shared(self, offset: u32) -> bool {
        self.of_granule(offset)
            .any(|page| self.shared.get(page).copied().unwrap_or(false))
    }
}
