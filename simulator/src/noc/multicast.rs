//! Multicasts: packets to all tiles in a rectangle of a mesh. Routers copy them where the routes to
//! these tiles part. `docs/noc.md` explains why they never wait for each other in a circle.

use super::flit::Flit;

/// Most columns, and most rows, of a mesh with multicasts. Their numbers have 4 bits in a flit.
pub const MOST_COLUMNS: u32 = 16;

/// A rectangle of a mesh's tiles, in the 16 bits of a flit's target. From the lowest bit on, 4 bits
/// each: the first and the last column, the first and the last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle(u16);

impl Rectangle {
    /// The rectangle between two corners, tiles of a mesh with this many columns. None if the first
    /// corner has not the least column and row.
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

    /// The target of the packet's flits.
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

    /// Number of its tiles.
    pub fn tiles(self) -> u16 {
        let length = |[first, last]: [u8; 2]| u16::from(last - first) + 1;
        length(self.columns()) * length(self.rows())
    }
}

/// The packet at the front of an input, while the router copies it.
#[derive(Debug, Clone, Copy, Default)]
struct Front {
    /// The ports by which the packet leaves, a bit for each; 0 if it is no multicast.
    branches: u8,
    /// The ports by which the packet's last flit has not left yet.
    open: u8,
    /// By port, how many flits have left, counted from the oldest one in the buffer.
    left: [u8; 8],
}

/// The multicasts at the fronts of all inputs. Each branch takes the packet's flits from the buffer
/// at its own pace, and a slot becomes free when all branches have taken its flit.
#[derive(Debug, Clone)]
pub struct Trees {
    fronts: Vec<Front>,
    /// Number of flits that copying has added.
    pub copies: u64,
}

impl Trees {
    /// The state of `inputs` inputs.
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

    /// Notes that the packet that leaves by these ports has come to the front of an input.
    pub fn begin(&mut self, input: usize, branches: u8) {
        self.fronts[input] = Front {
            branches,
            open: branches,
            left: [0; 8],
        };
    }

    /// The ports by which flit `number` from the front, which has just arrived, may leave now.
    pub fn waiting_for(&self, input: usize, number: u8) -> u8 {
        let front = &self.fronts[input];
        bits(front.open)
            .filter(|&port| front.left[port] == number)
            .fold(0, |ports, port| ports | 1 << port)
    }

    /// How many flits have left by a port, counted from the oldest one in the buffer.
    pub fn left(&self, input: usize, port: usize) -> u8 {
        self.fronts[input].left[port]
    }

    /// Notes that a flit, perhaps the `last` of its packet, has left by a port. Returns whether the
    /// oldest flit has now left by all ports, so that its slot is free.
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

    /// Notes that all flits of the packet have left by all ports.
    pub fn end(&mut self, input: usize) {
        debug_assert_eq!(self.fronts[input].open, 0);
        self.fronts[input].branches = 0;
    }
}

/// The numbers of the bits of a set of ports.
pub fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |port| set >> port & 1 != 0)
}
