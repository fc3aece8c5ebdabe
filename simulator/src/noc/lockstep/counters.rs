//! 64 small numbers, one for each of 64 routers, stored as bit planes: bit r of word p is bit p of
//! router r's number. In this form, one instruction of the host changes all 64 numbers.

/// Number of words that store a number of slots for each router: one word for each bit.
const PLANES: usize = 4;
/// Number of words that store a position in a packet for each router: one word for each bit.
const POSITION_PLANES: usize = 6;

/// A number of slots for each of 64 routers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counters(pub [u64; PLANES]);

impl Counters {
    /// The largest number that can be stored.
    pub const MOST: u32 = (1 << PLANES) - 1;

    /// Makes counters in which each router in the set `routers` has `number`, and all others have
    /// 0.
    pub fn new(routers: u64, number: u32) -> Counters {
        debug_assert!(number <= Counters::MOST);
        Counters(std::array::from_fn(|plane| {
            routers * u64::from(number >> plane & 1)
        }))
    }

    /// The routers whose number is not 0.
    #[inline(always)]
    pub fn some(&self) -> u64 {
        self.0.iter().fold(0, |some, plane| some | plane)
    }

    /// Adds 1 to the number of each router in the set.
    #[inline(always)]
    pub fn add(&mut self, routers: u64) {
        let mut carry = routers;
        for plane in &mut self.0 {
            *plane ^= carry;
            carry &= !*plane;
        }
        debug_assert_eq!(carry, 0, "more flits than slots");
    }

    /// Subtracts 1 from the number of each router in the set.
    #[inline(always)]
    pub fn subtract(&mut self, routers: u64) {
        let mut borrow = routers;
        for plane in &mut self.0 {
            *plane ^= borrow;
            borrow &= *plane;
        }
        debug_assert_eq!(borrow, 0, "less than nothing");
    }

    /// The sum of all 64 numbers.
    pub fn sum(&self) -> u64 {
        let of_plane = |(plane, bits): (usize, &u64)| u64::from(bits.count_ones()) << plane;
        self.0.iter().enumerate().map(of_plane).sum()
    }
}

/// For each of 64 routers, a sum of up to four numbers of slots.
#[derive(Debug, Clone, Copy, Default)]
pub struct Total(pub [u64; PLANES + 2]);

impl Total {
    #[inline(always)]
    pub fn add(&mut self, counters: &Counters) {
        let mut carry = 0;
        for (number, plane) in self.0.iter_mut().enumerate() {
            let more = counters.0.get(number).copied().unwrap_or(0);
            let sum = *plane ^ more;
            (*plane, carry) = (sum ^ carry, (*plane & more) | (sum & carry));
        }
        debug_assert_eq!(carry, 0, "more than four numbers");
    }

    /// Sets the totals of the routers in the set `routers` to their numbers in `counters`. These
    /// totals must be 0 before the call.
    #[inline(always)]
    pub fn set_for(&mut self, counters: &Counters, routers: u64) {
        for (plane, more) in self.0.iter_mut().zip(counters.0) {
            *plane |= more & routers;
        }
    }
}

/// The routers whose number in `one` is larger than that in `other`.
#[inline(always)]
pub fn more<const N: usize>(one: &[u64; N], other: &[u64; N]) -> u64 {
    let planes = one.iter().zip(other);
    planes.fold(0, |more, (one, other)| {
        (one & !other) | (!(one ^ other) & more)
    })
}

/// The routers whose numbers in `one` and `other` are equal.
#[inline(always)]
pub fn equal<const N: usize>(one: &[u64; N], other: &[u64; N]) -> u64 {
    let planes = one.iter().zip(other);
    planes.fold(!0, |equal, (one, other)| equal & !(one ^ other))
}

/// The routers whose number is at least `number`.
#[inline(always)]
pub fn at_least<const N: usize>(all: &[u64; N], number: u32) -> u64 {
    let planes = all.iter().enumerate();
    planes.fold(!0, |enough, (plane, bits)| match number >> plane & 1 {
        0 => bits | enough,
        _ => bits & enough,
    })
}

/// The length of all packets, in flits.
#[derive(Debug, Clone, Copy)]
pub struct Length {
    /// The position of a packet's last flit.
    last: u64,
    /// Number of words that store a position in a packet for each router.
    planes: usize,
}

impl Length {
    /// A length of `flits` flits, from 1 to 64.
    pub fn new(flits: u8) -> Length {
        let last = u64::from(flits) - 1;
        Length {
            last,
            planes: (u64::BITS - last.leading_zeros()) as usize,
        }
    }

    pub fn flits(&self) -> u64 {
        self.last + 1
    }
}

/// For each of 64 routers, the position in its packet of the next flit that will pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct Positions([u64; POSITION_PLANES]);

impl Positions {
    /// Counts one flit that passes at each router of the set. Returns the routers at which this was
    /// the last flit of its packet.
    #[inline(always)]
    pub fn pass(&mut self, routers: u64, length: Length) -> u64 {
        let mut last = routers;
        let mut carry = routers;
        for (number, plane) in self.0[..length.planes].iter_mut().enumerate() {
            // All bits are ones if bit `number` of the last position is set, and zeros otherwise.
            let expected = (length.last >> number & 1).wrapping_neg();
            last &= !(*plane ^ expected);
            *plane ^= carry;
            carry &= !*plane;
        }
        for plane in &mut self.0[..length.planes] {
            *plane &= !last;
        }
        last
    }

    /// The position of the next flit at a router.
    pub fn at(&self, router: u32) -> u64 {
        let bit = |(number, plane): (usize, &u64)| (plane >> router & 1) << number;
        self.0.iter().enumerate().map(bit).sum()
    }

    /// The sum of the positions of all routers.
    pub fn sum(&self) -> u64 {
        let of_plane = |(plane, bits): (usize, &u64)| u64::from(bits.count_ones()) << plane;
        self.0.iter().enumerate().map(of_plane).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counters_count_for_each_router(
            steps in prop::collection::vec((any::<u64>(), any::<u64>()), 0..60)
        ) {
            let mut counters = Counters::new(!0, 3);
            let mut model = [3u32; 64];
            for (more, less) in steps {
                let members = |of: &dyn Fn(u32) -> bool| -> u64 {
                    (0..64).filter(|&r| of(model[r])).fold(0, |all, r| all | 1 << r)
                };
                let more = more & members(&|number| number < Counters::MOST);
                let less = less & !more & members(&|number| number > 0);
                counters.add(more);
                counters.subtract(less);
                for (router, number) in model.iter_mut().enumerate() {
                    *number += (more >> router & 1) as u32;
                    *number -= (less >> router & 1) as u32;
                    prop_assert_eq!(counters.some() >> router & 1 == 1, *number > 0);
                }
                prop_assert_eq!(counters.sum(), model.iter().map(|&n| u64::from(n)).sum::<u64>());
            }
        }

        #[test]
        fn numbers_compare_for_each_router(
            numbers in prop::collection::vec(prop::collection::vec(0..=Counters::MOST, 64), 4),
            least in 0..=Counters::MOST,
        ) {
            let counters = |number: usize| {
                let each = numbers[number].iter().enumerate();
                each.fold(Counters::default(), |mut all, (router, &slots)| {
                    let one = Counters::new(1 << router, slots);
                    all.0.iter_mut().zip(one.0).for_each(|(all, one)| *all |= one);
                    all
                })
            };
            let [one, other] = [0, 1].map(counters);
            let mut totals = [Total::default(); 2];
            for number in 0..4 {
                totals[number % 2].add(&counters(number));
            }
            for router in 0..64 {
                let has = |set: u64| set >> router & 1 == 1;
                let mut slots = numbers.iter().map(|numbers| numbers[router]);
                let [a, b, c, d] = std::array::from_fn(|_| slots.next().expect("there are four"));
                prop_assert_eq!(has(more(&one.0, &other.0)), a > b);
                prop_assert_eq!(has(equal(&one.0, &other.0)), a == b);
                prop_assert_eq!(has(at_least(&one.0, least)), a >= least);
                prop_assert_eq!(has(more(&totals[0].0, &totals[1].0)), a + c > b + d);
                prop_assert_eq!(has(equal(&totals[0].0, &totals[1].0)), a + c == b + d);
            }
        }

        #[test]
        fn positions_find_each_last_flit(
            flits in 1u8..=64, steps in prop::collection::vec(any::<u64>(), 0..200)
        ) {
            let length = Length::new(flits);
            let mut positions = Positions::default();
            let mut model = [0u64; 64];
            for routers in steps {
                let last = positions.pass(routers, length);
                for (router, passed) in model.iter_mut().enumerate() {
                    *passed += routers >> router & 1;
                    let ends = *passed == length.flits();
                    *passed *= u64::from(!ends);
                    prop_assert_eq!(last >> router & 1 == 1, ends);
                    prop_assert_eq!(positions.at(router as u32), *passed);
                }
                prop_assert_eq!(positions.sum(), model.iter().sum::<u64>());
            }
        }
    }
}
