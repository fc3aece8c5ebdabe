//! Trees on which the tiles of a rectangle combine words. The root is in the middle of the
//! rectangle. Words first go along columns to the root's row, then along this row to the root.
//!
//! In a column or a row, the tile at distance d from the root's row or column passes its word to
//! the tile at distance d & (d − 1), on the same side: a binomial tree. So each word takes at most
//! one step for each bit of the distance, and no step leads away from the root. Tiles need no
//! tables, because each tile computes its place in the tree from its own coordinates.

use super::multicast::Rectangle;

/// The place of a tile in the tree. The tile must be in the rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The number of words that the tile combines: its own word, and one from each of its children
    /// in the tree.
    pub words: u32,
    /// The parent in the tree, to which this tile passes the combined word. None at the root.
    pub next: Option<u32>,
}

impl Place {
    /// The place in the tree of a tile of the rectangle, on a mesh with `columns` columns.
    pub fn of(tile: u32, rectangle: Rectangle, columns: u32) -> Place {
        debug_assert!(rectangle.has(tile, columns));
        let column = Line::of(rectangle.rows(), tile / columns);
        let mut words = 1 + column.below();
        if let Some(row) = column.next() {
            return Place {
                words,
                next: Some(row * columns + tile % columns),
            };
        }
        let row = Line::of(rectangle.columns(), tile % columns);
        words += row.below();
        Place {
            words,
            next: row.next().map(|next| tile / columns * columns + next),
        }
    }
}

/// The place of a tile in a column or a row of tiles.
struct Line {
    first: u32,
    last: u32,
    root: u32,
    at: u32,
}

impl Line {
    fn of(ends: [u8; 2], at: u32) -> Line {
        let [first, last] = ends.map(u32::from);
        Line {
            first,
            last,
            root: (first + last) / 2,
            at,
        }
    }

    /// Number of tiles in the column or row that pass their words directly to this tile.
    fn below(&self) -> u32 {
        let beside = |distance: u32, length: u32| {
            let steps = (0..u32::BITS).map(|bit| 1 << bit);
            steps
                .take_while(|step| distance & step == 0 && distance + step <= length)
                .count() as u32
        };
        let (before, behind) = (self.root - self.first, self.last - self.root);
        match self.at.abs_diff(self.root) {
            0 => beside(0, before) + beside(0, behind),
            distance if self.at < self.root => beside(distance, before),
            distance => beside(distance, behind),
        }
    }

    /// The tile in the column or row to which this tile passes its word.
    fn next(&self) -> Option<u32> {
        let without_last_bit = |distance: u32| distance & distance.wrapping_sub(1);
        match self.at.abs_diff(self.root) {
            0 => None,
            distance if self.at < self.root => Some(self.root - without_last_bit(distance)),
            distance => Some(self.root + without_last_bit(distance)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In all rectangles of a mesh, each tile combines its own word and one word from each tile
    /// whose `next` it is.
    #[test]
    fn each_tile_waits_for_those_that_name_it() {
        for (columns, rows) in [(1, 1), (5, 3), (16, 2), (3, 16), (7, 7)] {
            let tiles = columns * rows;
            for first in 0..tiles {
                for last in first..tiles {
                    let Some(rectangle) = Rectangle::between(first, last, columns) else {
                        continue;
                    };
                    let inside: Vec<u32> = (0..tiles)
                        .filter(|&tile| rectangle.has(tile, columns))
                        .collect();
                    let place = |tile: u32| Place::of(tile, rectangle, columns);
                    let roots = inside.iter().filter(|&&tile| place(tile).next.is_none());
                    assert_eq!(roots.count(), 1);
                    for &tile in &inside {
                        let named = inside.iter().filter(|&&t| place(t).next == Some(tile));
                        assert_eq!(place(tile).words, 1 + named.count() as u32);
                    }
                }
            }
        }
    }

    /// The number of steps that a word takes is the number of ones in the bits of its distances to
    /// the root. It crosses as many links as a packet that goes to the root directly.
    #[test]
    fn words_go_straight_to_the_root() {
        let columns = 16;
        for (first, last) in [(0, 255), (0, 15), (17, 238), (3, 243), (5, 5)] {
            let rectangle = Rectangle::between(first, last, columns).unwrap();
            let [left, right] = rectangle.columns().map(u32::from);
            let [top, bottom] = rectangle.rows().map(u32::from);
            let root = [(left + right) / 2, (top + bottom) / 2];
            for tile in (0..256).filter(|&tile| rectangle.has(tile, columns)) {
                let apart = [
                    (tile % columns).abs_diff(root[0]),
                    (tile / columns).abs_diff(root[1]),
                ];
                let expected = apart.map(u32::count_ones).iter().sum::<u32>();
                let (mut at, mut steps, mut links) = (tile, 0, 0);
                while let Some(next) = Place::of(at, rectangle, columns).next {
                    assert!(rectangle.has(next, columns));
                    links += (at % columns).abs_diff(next % columns)
                        + (at / columns).abs_diff(next / columns);
                    (at, steps) = (next, steps + 1);
                }
                assert_eq!(at, root[1] * columns + root[0]);
                assert_eq!((steps, links), (expected, apart.iter().sum::<u32>()));
            }
        }
    }
}
