//! Which cores the processes of a job get.

/// How a job's places are spread over the cores that are free.
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
    /// The first `count` of the free cores, in this mapping's order; fewer if there are not as many.
    pub fn choose(self, free: &[u32], tile_cores: u32, count: usize) -> Vec<u32> {
        let mut cores = free.to_vec();
        match self {
            Mapping::Compact => cores.sort_unstable(),
            Mapping::Scatter => cores.sort_by_key(|core| (core % tile_cores, core / tile_cores)),
        }
        cores.truncate(count);
        cores
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_fills_tiles_and_scatter_spreads() {
        let free: Vec<u32> = (0..8).collect();
        assert_eq!(Mapping::Compact.choose(&free, 4, 5), [0, 1, 2, 3, 4]);
        assert_eq!(Mapping::Scatter.choose(&free, 4, 5), [0, 4, 1, 5, 2]);
        assert_eq!(Mapping::Scatter.choose(&free[1..], 4, 3), [4, 1, 5]);
    }
}
