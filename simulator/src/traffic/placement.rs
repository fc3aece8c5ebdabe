//! Chooses the circuits of a simulation: first those that a user requests, then random ones that do
//! not conflict with them.

use super::options::{Options, Placement, TrafficError};
use super::random::Random;
use crate::config::{ChipConfig, Circuits};
use crate::noc::Network;

/// Number of the random sequence that circuits use. Sources have the low numbers.
const STREAM: u64 = u64::MAX;

/// Largest number of random placements that are tried for one circuit.
const TRIES: usize = 10_000;

/// The circuits of a simulation, in the order in which they are opened.
pub fn placements(
    chip: &ChipConfig,
    network: &Network,
    options: &Options,
) -> Result<Vec<Placement>, TrafficError> {
    let wrong = |text: String| Err(TrafficError(text));
    if !options.has_circuits() {
        return Ok(vec![]);
    }
    if chip.network.circuits == Circuits::None {
        return wrong(
            "this chip has no circuits; --set network.circuits=shared, or exclusive, gives it some"
                .into(),
        );
    }
    let tiles = chip.tiles() as usize;
    for (number, circuit) in options.circuits.iter().enumerate() {
        let Placement { from, to, rate } = *circuit;
        if let Some(tile) = [from, to].into_iter().find(|&tile| tile >= tiles) {
            return wrong(format!(
                "circuit {from}:{to}: there is no tile {tile}; tiles are 0 to {}",
                tiles - 1
            ));
        }
        if from == to {
            return wrong(format!(
                "circuit {from}:{to}: a circuit leads to another tile"
            ));
        }
        // The network could carry both circuits, because they come from the same input. But a
        // network interface can open only one circuit at a time.
        let earlier = &options.circuits[..number];
        if let Some(other) = earlier.iter().find(|other| other.from == from) {
            return wrong(format!(
                "circuit {from}:{to}: tile {from} has one to {} already; a tile opens at most one",
                other.to
            ));
        }
        check_rate(rate)?;
    }
    check_rate(options.random_circuits_rate)?;
    add_random(network, tiles, options)
}

fn check_rate(rate: Option<f64>) -> Result<(), TrafficError> {
    match rate {
        Some(rate) if !(rate > 0.0 && rate <= 1.0) => Err(TrafficError(format!(
            "rate {rate} of a circuit; right: above 0, at most 1 flit a cycle"
        ))),
        _ => Ok(()),
    }
}

/// Adds random circuits to the circuits that a user has requested.
fn add_random(
    network: &Network,
    tiles: usize,
    options: &Options,
) -> Result<Vec<Placement>, TrafficError> {
    let mut all = options.circuits.clone();
    let mut taken = Taken {
        outputs: vec![false; network.outputs()],
        initiators: vec![false; tiles],
    };
    for circuit in &all {
        taken.add(network, circuit);
    }
    let mut random = Random::new(options.seed, STREAM);
    let mut draw = || Placement {
        from: random.below(tiles),
        to: random.below(tiles),
        rate: options.random_circuits_rate,
    };
    for number in 0..options.random_circuits {
        let fits = |circuit: &Placement| circuit.from != circuit.to && taken.fits(network, circuit);
        let Some(circuit) = (0..TRIES).map(|_| draw()).find(fits) else {
            return Err(TrafficError(format!(
                "{} circuits: after {number} no pair of tiles is left whose circuit shares no link \
                 and no endpoint with them",
                options.random_circuits
            )));
        };
        taken.add(network, &circuit);
        all.push(circuit);
    }
    Ok(all)
}

/// The outputs and endpoints that circuits occupy.
struct Taken {
    /// For each output, whether a circuit occupies it. The outputs that lead to targets are
    /// included.
    outputs: Vec<bool>,
    /// For each tile, whether a circuit begins there.
    initiators: Vec<bool>,
}

impl Taken {
    fn fits(&self, network: &Network, circuit: &Placement) -> bool {
        let mut free = !self.initiators[circuit.from];
        network.follow(circuit.from, circuit.to, |output| {
            free &= !self.outputs[output];
        });
        free
    }

    fn add(&mut self, network: &Network, circuit: &Placement) {
        self.initiators[circuit.from] = true;
        network.follow(circuit.from, circuit.to, |output| {
            self.outputs[output] = true;
        });
    }
}
