//! Which cores the processes of a job, and their threads, get.

/// How a job's processes are spread over the cores that are free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mapping {
    /// Tile by tile: all cores of a tile before the next.
    #[default]
    Compact,
    /// One core of each tile, then the second of each, and so on.
    Scatter,
}

impl std::str::FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Mapping, String> {
        match text {
            "compact" => Ok(Mapping::Compact),
            "scatter" => Ok(Mapping::Scatter),
            _ => Err(format!(
                "no mapping '{text}'; there are compact and scatter"
            )),
        }
    }
}

impl Mapping {
    /// The cores of each process, of which there are at least as many free as all have threads: the
    /// first free one in this mapping's order, and for further threads the free ones that are next
    /// to it (compact: that follow it). `distance` is that between tiles.
    pub fn choose(
        self,
        free: &[u32],
        tile_cores: u32,
        threads: impl Iterator<Item = u32>,
        distance: impl Fn(u32, u32) -> u32,
    ) -> Vec<Vec<u32>> {
        let mut cores = free.to_vec();
        match self {
            Mapping::Compact => cores.sort_unstable(),
            Mapping::Scatter => cores.sort_by_key(|core| (core % tile_cores, core / tile_cores)),
        }
        threads
            .map(|threads| {
                let first = cores[0];
                let mut near = cores.clone();
                if self == Mapping::Scatter && threads > 1 {
                    near.sort_by_key(|&core| {
                        let between = distance(first / tile_cores, core / tile_cores);
                        (core != first, between, core)
                    });
                }
                near.truncate(threads as usize);
                cores.retain(|core| !near.contains(core));
                near
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of tiles in a row, with four cores each.
    fn choose(mapping: Mapping, free: &[u32], threads: &[u32]) -> Vec<Vec<u32>> {
        mapping.choose(free, 4, threads.iter().copied(), u32::abs_diff)
    }

    #[test]
    fn compact_fills_tiles_and_scatter_spreads() {
        let free: Vec<u32> = (0..8).collect();
        let one_each = |mapping, free, ranks| choose(mapping, free, &vec![1; ranks]).concat();
        assert_eq!(one_each(Mapping::Compact, &free, 5), [0, 1, 2, 3, 4]);
        assert_eq!(one_each(Mapping::Scatter, &free, 5), [0, 4, 1, 5, 2]);
        assert_eq!(one_each(Mapping::Scatter, &free[1..], 3), [4, 1, 5]);
    }

    #[test]
    fn threads_are_next_to_their_process() {
        let free: Vec<u32> = (0..12).collect();
        let compact = [vec![0, 1, 2], vec![3], vec![4, 5, 6, 7]];
        assert_eq!(choose(Mapping::Compact, &free, &[3, 1, 4]), compact);
        let scatter = [vec![0, 1, 2], vec![4], vec![8, 9, 10, 11, 5]];
        assert_eq!(choose(Mapping::Scatter, &free, &[3, 1, 5]), scatter);
    }
}
