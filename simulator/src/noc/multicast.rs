//! Multicasts: packets to all tiles in a rectangle of a mesh. Where the routes to these tiles
//! diverge, a router copies the packet (`network/copy.rs`). `docs/noc.md` explains why multicasts
//! never wait for each other in a circle.

use super::flit::Flit;

/// Largest number of columns, and of rows, of a mesh with multicasts. A flit has only 4 bits for
/// each coordinate.
pub const MOST_COLUMNS: u32 = 16;

/// A rectangle of tiles, packed into the 16 bits of a flit's target. From the lowest bit on, 4 bits
/// each contain the first column, the last column, the first row and the last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle(u16);

impl Rectangle {
    /// The rectangle between two corner tiles of a mesh with `columns` columns. None unless `first`
    /// is in the lowest column and the lowest row of the rectangle.
    pub fn between(first: u32, last: u32, columns: u32) -> Option<Rectangle> {
        let corner = |tile: u32| (tile % columns, tile / columns);
        let ((left, top), (right, bottom)) = (corner(first), corner(last));
        let is_one = left <= right && top <= bottom;
        debug_assert!(right.max(left) < MOST_COLUMNS && bottom.max(top) < MOST_COLUMNS);
        is_one.then_some(Rectangle(
            (left | right << 4 | top << 8 | bottom << 12) as u16,
        ))
    }

    /// The rectangle to which the packet of a flit goes.
    #[inline]
    pub fn of(flit: Flit) -> Rectangle {
        Rectangle(flit.target())
    }

    /// The 16 bits of the rectangle, in the form in which a flit contains them.
    pub fn bits(self) -> u16 {
        self.0
    }

    fn number(self, position: u32) -> u8 {
        (self.0 >> position & 15) as u8
    }

    /// The first and the last column.
    pub fn columns(self) -> [u8; 2] {
        [self.number(0), self.number(4)]
    }

    /// The first and the last row.
    pub fn rows(self) -> [u8; 2] {
        [self.number(8), self.number(12)]
    }

    /// Whether a tile of a mesh with this many columns lies in the rectangle.
    pub fn has(self, tile: u32, columns: u32) -> bool {
        let within = |[first, last]: [u8; 2], at: u32| (first.into()..=last.into()).contains(&at);
        within(self.columns(), tile % columns) && within(self.rows(), tile / columns)
    }

    /// Number of tiles in the rectangle.
    pub fn tiles(self) -> u16 {
        let length = |[first, last]: [u8; 2]| u16::from(last - first) + 1;
        length(self.columns()) * length(self.rows())
    }
}

/// The state of a multicast packet at the front of an input, whose flits are being copied.
#[derive(Debug, Clone, Copy, Default)]
struct Front {
    /// The ports by which the packet leaves (a bit for each). 0 if the packet is not a multicast.
    branches: u8,
    /// The ports by which the packet's last flit has not left yet (a bit for each).
    open: u8,
    /// For each port, the number of flits that have left by it but are still in the buffer for
    /// other ports.
    left: [u8; 8],
}

/// The multicasts at the fronts of all inputs. Each branch, that is, each output port, takes the
/// packet's flits from the buffer at its own pace. A slot becomes free when all branches have taken
/// its flit.
#[derive(Debug, Clone)]
pub struct Trees {
    fronts: Vec<Front>,
    /// Number of flits that copies have added to the network so far.
    pub copies: u64,
}

impl Trees {
    /// The state for `inputs` inputs, none of which has a multicast at its front yet.
    pub fn new(inputs: usize) -> Trees {
        Trees {
            fronts: vec![Front::default(); inputs],
            copies: 0,
        }
    }

    /// Whether a multicast is at the front of an input.
    #[inline]
    pub fn has(&self, input: usize) -> bool {
        self.fronts[input].branches != 0
    }

    /// Records that a multicast has come to the front of an input, and that it will leave by the
    /// ports `branches`.
    pub fn begin(&mut self, input: usize, branches: u8) {
        self.fronts[input] = Front {
            branches,
            open: branches,
            left: [0; 8],
        };
    }

    /// The ports by which a flit that has just arrived may leave now. These are the ports by which
    /// all flits before it have left. `number` is the position of the flit in the buffer, counted
    /// from the front.
    pub fn waiting_for(&self, input: usize, number: u8) -> u8 {
        let front = &self.fronts[input];
        bits(front.open)
            .filter(|&port| front.left[port] == number)
            .fold(0, |ports, port| ports | 1 << port)
    }

    /// Number of flits that have left by a port, but are kept in the buffer for other ports.
    pub fn left(&self, input: usize, port: usize) -> u8 {
        self.fronts[input].left[port]
    }

    /// Records that a flit has left by a port. `last`: it was the last flit of its packet. Returns
    /// true if the oldest flit in the buffer has now left by all ports, so that its slot is free.
    pub fn passed(&mut self, input: usize, port: usize, last: bool) -> bool {
        let front = &mut self.fronts[input];
        front.left[port] += 1;
        front.open &= !(u8::from(last) << port);
        self.copies += 1;
        let is_free = bits(front.branches).all(|port| front.left[port] > 0);
        if is_free {
            self.copies -= 1;
            for port in bits(front.branches) {
                front.left[port] -= 1;
            }
        }
        is_free
    }

    /// Records that all flits of the multicast at the front of an input have left by all ports.
    pub fn end(&mut self, input: usize) {
        debug_assert_eq!(self.fronts[input].open, 0);
        self.fronts[input].branches = 0;
    }
}

/// The numbers of the ports in a set with a bit for each port.
pub fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |port| set >> port & 1 != 0)
}
