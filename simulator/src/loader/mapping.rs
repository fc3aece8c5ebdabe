//! Chooses the cores for the processes of a job and for their threads.

/// The order in which the processes of a job get free cores.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Mapping {
    /// Tile by tile: the cores of one tile come before those of the next tile.
    #[default]
    Compact,
    /// First one core of each tile, then a second core of each tile, until all cores are used.
    Scatter,
    /// The user names the cores of each process. If a process has more threads than named cores,
    /// its other threads get the nearest free cores.
    Given(Vec<Vec<u32>>),
}

/// The names by which users choose a mapping.
pub const RULES: [(&str, Mapping); 2] =
    [("compact", Mapping::Compact), ("scatter", Mapping::Scatter)];

impl std::str::FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Mapping, String> {
        let found = RULES.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, rule)| rule).ok_or_else(|| {
            let names = RULES.map(|(name, _)| name).join(", ");
            format!("no mapping '{text}': there are {names}")
        })
    }
}

impl Mapping {
    /// Whether the user has named the cores of the job.
    pub fn is_given(&self) -> bool {
        matches!(self, Mapping::Given(_))
    }

    /// Chooses cores for each process. `threads` has the number of threads of each process; there
    /// must be as many free cores as threads. A process gets the first free core in the order of
    /// this mapping. Its other threads get the nearest free cores, or with `Compact` the next free
    /// cores in the order. `locate` returns the tile and the index of a core, and `distance` the
    /// distance between two tiles. An error says which core that the user has named cannot be used.
    pub fn choose(
        &self,
        free: &[u32],
        locate: impl Fn(u32) -> (usize, usize),
        threads: impl Iterator<Item = u32>,
        distance: impl Fn(u32, u32) -> u32,
    ) -> Result<Vec<Vec<u32>>, String> {
        let mut cores = free.to_vec();
        match self {
            Mapping::Scatter => cores.sort_by_key(|&core| {
                let (tile, index) = locate(core);
                (index, tile)
            }),
            _ => cores.sort_unstable(),
        }
        let threads: Vec<u32> = threads.collect();
        let mut chosen = match self {
            Mapping::Given(given) => take_given(given, &threads, &mut cores)?,
            _ => vec![Vec::new(); threads.len()],
        };
        for (team, threads) in chosen.iter_mut().zip(threads) {
            let first = team.first().map_or_else(|| cores[0], |&core| core);
            let mut near = cores.clone();
            if *self != Mapping::Compact && threads > 1 {
                near.sort_by_key(|&core| {
                    let tile = |core| locate(core).0 as u32;
                    let between = distance(tile(first), tile(core));
                    (core != first, between, core)
                });
            }
            near.truncate(threads as usize - team.len());
            cores.retain(|core| !near.contains(core));
            team.extend(near);
        }
        Ok(chosen)
    }
}

/// Returns the cores that the user has named, and removes them from `free`. Fails if one of them is
/// not free.
fn take_given(
    given: &[Vec<u32>],
    threads: &[u32],
    free: &mut Vec<u32>,
) -> Result<Vec<Vec<u32>>, String> {
    if given.len() != threads.len() {
        return Err(format!(
            "{} ranks need as many lines, and there are {}",
            threads.len(),
            given.len()
        ));
    }
    for (rank, (cores, &threads)) in given.iter().zip(threads).enumerate() {
        if cores.is_empty() || cores.len() > threads as usize {
            let most = match threads {
                1 => "one core".to_string(),
                _ => format!("one to {threads} cores"),
            };
            return Err(format!("rank {rank} takes {most}, not {}", cores.len()));
        }
        for core in cores {
            let Some(at) = free.iter().position(|other| other == core) else {
                return Err(format!(
                    "core {core} of rank {rank} is not there, or is taken"
                ));
            };
            free.remove(at);
        }
    }
    Ok(given.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cores that a mapping chooses from `free`, on a chip with one row of tiles and four cores
    /// in each tile.
    fn choose(mapping: Mapping, free: &[u32], threads: &[u32]) -> Vec<Vec<u32>> {
        let threads = threads.iter().copied();
        let locate = |core| ((core / 4) as usize, (core % 4) as usize);
        mapping
            .choose(free, locate, threads, u32::abs_diff)
            .unwrap()
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

    #[test]
    fn given_cores_are_taken_and_completed_from_the_nearest() {
        let free: Vec<u32> = (0..12).collect();
        let given = Mapping::Given(vec![vec![9, 2], vec![0], vec![8]]);
        // The third process has four threads but one named core. It gets the other two cores of
        // that tile, and then one in the next tile.
        let expected = [vec![9, 2], vec![0], vec![8, 10, 11, 4]];
        assert_eq!(choose(given, &free, &[2, 1, 4]), expected);
    }

    #[test]
    fn given_cores_must_be_free_and_as_many_as_threads() {
        let wrong = |given: &[&[u32]], threads: &[u32]| {
            let given = Mapping::Given(given.iter().map(|cores| cores.to_vec()).collect());
            given
                .choose(
                    &[0, 1, 2, 3],
                    |core| ((core / 4) as usize, (core % 4) as usize),
                    threads.iter().copied(),
                    u32::abs_diff,
                )
                .unwrap_err()
        };
        assert_eq!(
            wrong(&[&[0], &[0]], &[1, 1]),
            "core 0 of rank 1 is not there, or is taken"
        );
        assert_eq!(
            wrong(&[&[4]], &[1]),
            "core 4 of rank 0 is not there, or is taken"
        );
        assert_eq!(
            wrong(&[&[0]], &[1, 1]),
            "2 ranks need as many lines, and there are 1"
        );
        assert_eq!(wrong(&[&[0, 1]], &[1]), "rank 0 takes one core, not 2");
        assert_eq!(wrong(&[&[]], &[2]), "rank 0 takes one to 2 cores, not 0");
    }
}
