//! The lookaside, which translates addresses for code compiled for the host. It caches, for the
//! addresses that a core has used recently, where their bytes are in the tile's memory.

use super::super::{Region, View, READ, WRITE};
use std::mem::offset_of;
use std::ptr::from_mut;

/// Each entry of the lookaside covers a granule: `1 << GRANULE_SHIFT` bytes of addresses.
pub(in super::super) const GRANULE_SHIFT: u32 = 10;
pub(in super::super) const GRANULE: u32 = 1 << GRANULE_SHIFT;
/// Number of entries of the lookaside, a power of two.
pub(in super::super) const ENTRIES: usize = 1024;
/// The tag of an empty entry, which differs from the tag of every aligned address.
const NOTHING: u32 = u32::MAX;
/// A bit of an entry's tag. It is set if adding [`Lookaside::shift`] to an address of the granule
/// does not lead to its memory, or if [`SPECIAL`] is set.
pub(in super::super) const ELSEWHERE: u32 = GRANULE / 2;
/// A bit of an entry's tag, which is set only together with [`ELSEWHERE`]. It is set if other cores
/// may access the granule ([`View::shared`]), or if the granule's last bytes are not memory.
pub(in super::super) const SPECIAL: u32 = GRANULE / 4;

/// [`Lookaside::shift`] is a multiple of this number of bytes.
pub(in super::super) const SHIFT_UNIT: i64 = 128;

/// An entry of the lookaside, for one granule.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(in super::super) struct Granule {
    /// The tag that loads (`read`) or stores (`write`) compare. If the core has this right for all
    /// pages of the granule, the tag is the granule's first address, combined with [`ELSEWHERE`]
    /// and [`SPECIAL`] where they apply. Otherwise it is a value that no address matches.
    pub read: u32,
    pub write: u32,
    /// The number to add to an address to get an offset in the tile's memory.
    pub delta: u32,
    /// Number of bytes of the granule, from its start on, that are memory; a multiple of 8.
    pub bytes: u32,
}

/// Number of windows.
pub(in super::super) const WINDOWS: usize = 2;

/// A range of addresses at the beginning of a region of the address space, to which the core has
/// the rights. An access in a window needs one comparison, and no entry of the lookaside. Window 0
/// is in the region of the code, and serves loads. Window 1 is in the region at address
/// 0x1000_0000, and serves loads and stores. The windows contain the code and the variables of
/// programs. Stacks and heaps are outside; their accesses use [`Lookaside::shift`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub(in super::super) struct Window {
    /// For accesses of 1, 2, 4 and 8 bytes, the number of aligned accesses that fit into the
    /// window.
    pub room: [u32; 4],
    /// The offset of the window in the tile's memory minus [`Lookaside::shift`], in bytes.
    pub distance: i64,
    /// Whether the fields above have been computed.
    pub is_known: bool,
}

impl Window {
    /// Whether compiled code uses windows on this host.
    pub const ARE_USED: bool = cfg!(target_arch = "x86_64");

    /// The best [`Lookaside::shift`] when accesses to code and variables use windows. Most other
    /// accesses are in the region from address 0x8000_0000 on, the tile's memory, so it is the
    /// shift of this region.
    pub fn shift_beside(regions: &[Region; 16]) -> Option<i64> {
        let region = regions[8];
        let shift = i64::from(region.offset) - i64::from(region.start);
        (region.len > 0).then_some(shift & -SHIFT_UNIT)
    }

    /// The first address of window `number` if `base` is the first address of the program's code.
    pub fn start(number: usize, base: u32) -> u32 {
        match number {
            0 => base,
            _ => (number as u32) << 28,
        }
    }

    /// Window `number`, at the beginning of `region`. The window is empty unless the region begins
    /// at the address `start`.
    pub fn new(number: usize, region: Region, start: u32, pages: Pages, shift: i64) -> Window {
        let need = if number == 0 { READ } else { READ | WRITE };
        let end = match region.start == start {
            true => u64::from(region.offset) + u64::from(region.len),
            false => 0,
        };
        let mut at = u64::from(region.offset);
        while at < end && pages.right((at >> pages.shift) as usize) & need == need {
            at = ((at >> pages.shift) + 1) << pages.shift;
        }
        let bytes = at.min(end).saturating_sub(region.offset.into()) as u32;
        Window {
            room: [0, 1, 2, 3].map(|shift| bytes >> shift),
            distance: i64::from(region.offset) - shift,
            is_known: true,
        }
    }
}

/// The entries of a core's lookaside. The lowest bits of a granule's number are the index of its
/// entry. The lookaside must be cleared when the core's regions or rights change.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Lookaside {
    granules: [Granule; ENTRIES],
    windows: [Window; WINDOWS],
    /// The number to add to most addresses to get an offset in the tile's memory; none while the
    /// lookaside is empty.
    shift: Option<i64>,
}

impl Default for Lookaside {
    fn default() -> Lookaside {
        let nothing = Granule {
            read: NOTHING,
            write: NOTHING,
            delta: 0,
            bytes: 0,
        };
        Lookaside {
            granules: [nothing; ENTRIES],
            windows: Default::default(),
            shift: None,
        }
    }
}

impl Lookaside {
    /// Empties the lookaside.
    pub fn clear(&mut self) {
        if self.shift.is_some() {
            *self = Lookaside::default();
        }
    }

    /// The number to add to most addresses to get an offset in the tile's memory. None while the
    /// lookaside is empty.
    pub(in super::super) fn shift(&self) -> Option<i64> {
        self.shift
    }

    /// Records that entries have been added which use this shift.
    pub(in super::super) fn filled(&mut self, shift: Option<i64>) {
        self.shift = shift;
    }

    /// The offset of a window in the lookaside, in bytes.
    pub(in super::super) const fn window(number: usize) -> usize {
        offset_of!(Lookaside, windows) + number * size_of::<Window>()
    }

    pub(in super::super) fn granules(&mut self) -> *mut Granule {
        // The array of granules is the first field.
        from_mut(self).cast()
    }

    /// The index of the entry for an address.
    pub(in super::super) fn index(address: u32) -> usize {
        (address >> GRANULE_SHIFT) as usize % ENTRIES
    }

    /// Whether all entries agree with the memory, the regions and the rights of the core.
    pub(in super::super) fn is_sound(&self, view: &View, base: u32) -> bool {
        let windows_are = || {
            let windows = self.windows.iter().enumerate();
            { windows }
                .filter(|(_, window)| window.is_known)
                .all(|(number, window)| {
                    let (region, start) = (view.regions.cut()[number], Window::start(number, base));
                    let shift = self.shift.unwrap_or(0);
                    *window == Window::new(number, region, start, Pages::of(view), shift)
                })
        };
        windows_are() && self.entries_are_sound(view)
    }

    fn entries_are_sound(&self, view: &View) -> bool {
        self.shift.is_none()
            || self.granules.iter().all(|granule| {
                [(granule.read, READ), (granule.write, WRITE)]
                    .into_iter()
                    .filter(|&(start, _)| start != NOTHING)
                    .all(|(tag, need)| {
                        let start = tag & !(ELSEWHERE | SPECIAL);
                        let offset = view.regions.translate(start, granule.bytes);
                        let pages = Pages::of(view);
                        let is_shared = pages.are_shared(offset.unwrap_or(0));
                        offset == Some(start.wrapping_add(granule.delta))
                            && pages.grant(offset.unwrap_or(0)) & need == need
                            && (!is_shared && granule.bytes == GRANULE || tag & SPECIAL != 0)
                    })
            })
    }
}

/// Makes the entry for an address. None if the first bytes of the address's granule are not memory.
/// If `shift` is none, sets it to the distance from this address to its offset in memory, rounded
/// down to a multiple of [`SHIFT_UNIT`].
pub(in super::super) fn look_up(
    address: u32,
    translate: impl Fn(u32, u32) -> Option<u32>,
    pages: Pages,
    shift: &mut Option<i64>,
) -> Option<Granule> {
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
    Some(Granule {
        read: tag(READ),
        write: tag(WRITE),
        delta: offset.wrapping_sub(start),
        bytes,
    })
}

/// For each page of a tile's memory, the core's rights and whether other cores may access it.
#[derive(Clone, Copy)]
pub(in super::super) struct Pages<'a> {
    pub rights: &'a [u8],
    pub shared: &'a [bool],
    /// A page has `1 << shift` bytes.
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

    /// The numbers of the pages that a granule at an offset of memory overlaps.
    fn of_granule(self, offset: u32) -> impl Iterator<Item = usize> {
        let pages = offset >> self.shift..=(offset + GRANULE - 1) >> self.shift;
        pages.map(|page| page as usize)
    }

    /// The rights of a page; no rights if the page does not exist.
    fn right(self, page: usize) -> u8 {
        self.rights.get(page).copied().unwrap_or(0)
    }

    /// The rights that the core has for every page of the granule.
    fn grant(self, offset: u32) -> u8 {
        self.of_granule(offset)
            .fold(READ | WRITE, |all, page| all & self.right(page))
    }

    /// Whether other cores may access any byte of the granule.
    fn are_shared(self, offset: u32) -> bool {
        self.of_granule(offset)
            .any(|page| self.shared.get(page).copied().unwrap_or(false))
    }
}
