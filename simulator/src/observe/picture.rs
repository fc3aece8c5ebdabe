//! Snapshots of the chip in a cycle: links, cores, queues, circuits and priorities.

use crate::chip::Chip;
use crate::tile::cores::State;

/// The state of a chip. Flits and cycles are counted from the first cycle on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// For each link, the number of flits that it has carried. The order is that of
    /// [`Picture::links`].
    pub flits: Vec<u64>,
    /// For each core, in the order of tiles, three numbers of cycles: those in which it had a
    /// process, those of them in which the process was asleep, and those in which it was stalled.
    pub cores: Vec<[u64; 3]>,
    /// For each tile, the number of accesses and answers that its interfaces have not sent yet.
    pub queued: Vec<u32>,
    /// The open circuits. For each circuit, the tile where it begins and the endpoint where it
    /// ends.
    pub circuits: Vec<(u16, u16)>,
    /// Tile, endpoint, and the highest priority of packets from this tile to this endpoint. Only
    /// pairs with a priority above 0.
    pub priorities: Vec<(u16, u16, u8)>,
}

impl Picture {
    /// The state of a chip in its current cycle. The simulation must have ended, or
    /// `Chip::interrupt` must have been called.
    pub fn of(chip: &Chip) -> Picture {
        let now = chip.cycles();
        let of_network = chip.all_links().into_iter();
        let harts = chip.tiles.iter().flat_map(|tile| &tile.cores.harts);
        Picture {
            flits: of_network.map(|(_, _, _, flits)| flits).collect(),
            cores: harts
                .map(|hart| {
                    let counts = hart.counts_until(now);
                    let end = match hart.state {
                        State::Off => counts.started,
                        State::Ended => counts.ended,
                        _ => now,
                    };
                    let present = end.saturating_sub(counts.started);
                    [present, counts.waiting, counts.stalled]
                })
                .collect(),
            queued: (chip.tiles.iter())
                .map(|tile| tile.interfaces.iter().map(|ni| ni.queued()).sum())
                .collect(),
            circuits: (0..)
                .zip(&chip.tiles)
                .filter_map(|(number, tile)| {
                    let (_, spec) = tile.ni(0).circuits.current_open()?;
                    Some((number, spec.target))
                })
                .collect(),
            priorities: (0..)
                .zip(&chip.tiles)
                .flat_map(|(number, tile)| {
                    let marked = tile.devices.priorities.marked().into_iter();
                    marked.map(move |(target, field)| (number, target, field))
                })
                .collect(),
        }
    }

    /// All links: network, router and port of each. Networks 0 and 1 carry requests and responses.
    /// If the chip has separate networks for data, they are networks 2 and 3.
    pub fn links(chip: &Chip) -> Vec<(u8, usize, usize)> {
        let all = chip.all_links().into_iter();
        all.map(|(network, router, port, _)| (network, router, port))
            .collect()
    }
}

impl Chip {
    /// Network, router, port and number of flits of each link.
    fn all_links(&self) -> Vec<(u8, usize, usize, u64)> {
        let networks = [
            Some(self.shared.requests.statistics()),
            Some(self.shared.responses.statistics()),
            self.shared.requests.data_statistics(),
            self.shared.responses.data_statistics(),
        ];
        let mut all = Vec::new();
        for (number, network) in (0..).zip(networks) {
            for link in network.into_iter().flat_map(|network| network.links) {
                all.push((number, link.router, link.port, link.flits));
            }
        }
        all
    }
}
