//! Random chip files. Each file is either refused with a reason, or its network carries all packets
//! to their targets.

use super::traffic::{Random, Traffic};
use crate::tests::cases::cases;
use crate::tests::random_chip::chip_file;
use onchip_simulator::config::{ChipConfig, ChipError};
use onchip_simulator::noc::Service;
use std::path::Path;

/// A seed and its file. They are printed if the test fails during the lifetime of this value.
struct ShownOnFailure<'a>(u32, &'a str);

impl Drop for ShownOnFailure<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("seed {}\n{}", self.0, self.1);
        }
    }
}

/// Checks that an error says where the mistake is, what is wrong, and what would be right.
fn check_reason(text: &str, error: &ChipError) {
    assert!(!error.problems.is_empty());
    for problem in &error.problems {
        assert!(
            (1..=text.lines().count() + 1).contains(&problem.line),
            "{error}"
        );
        assert!(!problem.key.is_empty(), "{error}");
        assert!(
            !problem.wrong.is_empty() && !problem.right.is_empty(),
            "{error}"
        );
        let line = format!("chip.toml:{}: {}: ", problem.line, problem.key);
        assert!(error.to_string().contains(&line), "{error}");
    }
}

/// Gives every endpoint packets of all lengths and levels from the first cycle on. Half of the
/// packets go to one target, the others to all endpoints. Returns all observable results.
fn run(chip: &ChipConfig, random: &mut Random, reference: bool) -> Traffic {
    let mut traffic = Traffic::new(chip);
    if reference {
        traffic = traffic.by_reference();
    }
    let endpoints = traffic.network.endpoints();
    for _ in 0..6 {
        for source in 0..endpoints {
            let target = if random.chance(500) {
                0
            } else {
                random.below(endpoints)
            };
            let service = Service::level(random.below(8) as u8);
            traffic.send_as(service, source, target, 1 + random.below(18) as u8);
        }
    }
    // The limit assumes that the slowest link takes 60 cycles for a flit and 60 for a credit, and
    // that the target takes one flit at a time.
    let flits: u64 = traffic
        .packets
        .iter()
        .map(|packet| packet.flits as u64)
        .sum();
    traffic.finish(1000 + 130 * flits * endpoints as u64);
    let counted = traffic.network.statistics();
    assert_eq!(
        (counted.injected, counted.ejected, counted.in_flight),
        (flits, flits, 0)
    );
    assert!(traffic.packets.iter().all(|packet| packet.last > 0));
    traffic
}

#[test]
fn random_chips_are_refused_or_run() {
    let files = cases(400);
    let (mut right, mut drawn, mut tori) = (0, 0, 0);
    for seed in 0..files {
        let mut random = Random(seed.into());
        let text = chip_file(&mut |bound| random.below(bound), false);
        let shown = ShownOnFailure(seed, &text);
        match ChipConfig::from_toml(&text, Path::new("chip.toml")) {
            Err(error) => check_reason(&text, &error),
            Ok(chip) => {
                right += 1;
                drawn += u32::from(chip.drawn.is_some());
                tori += u32::from(text.contains("\"torus\""));
                let fast = run(&chip, &mut Random(seed.into()), false);
                if seed % 4 == 0 {
                    let reference = run(&chip, &mut Random(seed.into()), true);
                    assert_eq!(fast.cycle, reference.cycle);
                    assert_eq!(fast.packets, reference.packets);
                    let both = [fast, reference].map(|traffic| traffic.network.statistics());
                    assert_eq!(both[0], both[1]);
                }
            }
        }
        drop(shown);
    }
    println!("{files} files: {right} right ({tori} tori, {drawn} drawn)");
    assert!(
        right > files / 2 && right < files - files / 10,
        "{right} of {files}"
    );
    assert!(drawn > files / 10 && tori > files / 10);
}
