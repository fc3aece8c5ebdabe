//! Priorities: the share of each level, and which level waits for which.

use super::*;

fn mixed(rate: f64, priorities: &[(u8, f64)]) -> Options {
    let share = |&(level, share)| Share { level, share };
    Options {
        priorities: priorities.iter().map(share).collect(),
        ..options(PatternKind::Uniform, rate, 4)
    }
}

#[test]
fn each_level_has_its_share_and_all_of_them_are_all() {
    let chip = mesh(4, 4, "levels = 4\nbuffers = \"per_level\"");
    let options = mixed(0.2, &[(1, 3.0), (7, 1.0), (4, 4.0)]);
    let report = run(&chip, &options);
    let levels: Vec<u8> = report.levels.iter().map(|level| level.level).collect();
    assert_eq!(levels, [7, 4, 1]);
    let trials = 16.0 * options.measure as f64;
    for (level, share) in report.levels.iter().zip([1.0, 4.0, 3.0]) {
        let chance = 0.2 * share / 8.0 / 4.0;
        let deviation = (chance * (1.0 - chance) / trials).sqrt() * 4.0;
        assert!((level.offered - 0.2 * share / 8.0).abs() <= 5.0 * deviation);
        assert!(!level.saturated);
    }
    let sum = |part: fn(&Level) -> f64| report.levels.iter().map(part).sum::<f64>();
    assert!((sum(|level| level.offered) - report.offered).abs() < 1e-9);
    assert!((sum(|level| level.accepted) - report.accepted).abs() < 1e-9);
    let longest = report.levels.iter().filter_map(|level| level.latency.max);
    assert_eq!(longest.max(), report.latency.max);
}

#[test]
fn with_buffers_of_their_own_higher_levels_do_not_notice_lower_ones() {
    // The two simulations differ in nothing else: the random sequences of higher levels do not
    // depend on the lower levels, and the shares are powers of two. So all figures are exactly
    // equal.
    for chip in [
        mesh(4, 4, "levels = 8\nbuffers = \"per_level\""),
        mesh(
            3,
            5,
            "levels = 4\nbuffers = \"per_level\"\nbuffer_flits = 2\ntopology = \"torus\"",
        ),
    ] {
        let all = run(&chip, &mixed(1.0, &[(7, 0.125), (4, 0.125), (0, 0.75)]));
        let upper = run(&chip, &mixed(0.25, &[(7, 0.125), (4, 0.125)]));
        let top = run(&chip, &mixed(0.125, &[(7, 1.0)]));
        assert!(all.levels[2].saturated && !upper.saturated);
        assert_eq!(all.levels[..2], upper.levels);
        assert_eq!(all.levels[..1], top.levels);
    }
}

#[test]
fn the_highest_level_stays_near_zero_load_while_the_lowest_saturates() {
    let chip = mesh(8, 8, "levels = 2\nbuffers = \"per_level\"");
    let options = mixed(0.9, &[(7, 1.0), (0, 29.0)]);
    let zero_load = Expectation::new(&chip, &options).unwrap().zero_load;
    let report = run(&chip, &options);
    let [high, low] = report.levels[..] else {
        panic!("two levels");
    };
    assert!(!high.saturated && low.saturated);
    // The nodes offer 0.03 flits per cycle of the higher level. These packets are about as fast as
    // in an empty network.
    assert!(high.latency.mean.unwrap() < zero_load + 1.0);
    assert!(low.latency.mean.unwrap() > 10.0 * zero_load);
}

#[test]
fn a_chip_of_one_level_serves_all_alike_and_one_of_two_does_not() {
    let means = |keys| {
        let report = run(&mesh(8, 8, keys), &mixed(0.2, &[(7, 1.0), (0, 1.0)]));
        let [high, low] = report.levels[..] else {
            panic!("two levels");
        };
        (high.latency.mean.unwrap(), low.latency.mean.unwrap())
    };
    let (high, low) = means("levels = 1");
    assert!((high - low).abs() < 0.03 * low, "{high} {low}");
    // Even if all levels share buffers, arbiters and sources prefer the higher level.
    let (high, low) = means("levels = 2");
    assert!(high < 0.97 * low, "{high} {low}");
}

#[test]
fn nothing_of_any_level_is_lost() {
    for keys in ["levels = 8\nbuffers = \"per_level\"", "levels = 8", ""] {
        let mut traffic = Traffic::new(
            &mesh(4, 4, keys),
            &mixed(0.9, &[(7, 1.0), (5, 1.0), (3, 1.0), (0, 1.0)]),
        )
        .unwrap();
        let report = traffic.run_to_end();
        let (packets, network) = traffic.in_flight();
        assert_eq!(network.injected, network.ejected + network.in_flight);
        assert!(network.in_flight <= 4 * packets as u64);
        let shares: f64 = report.shares.iter().sum();
        assert!((shares / 16.0 - report.accepted).abs() < 1e-9);
    }
}

#[test]
fn wrong_priorities_are_errors() {
    for (priorities, message) in [
        ([(8, 1.0), (0, 1.0)], "0, the lowest, to 7"),
        ([(7, 0.0), (0, 1.0)], "above 0"),
        ([(7, f64::NAN), (0, 1.0)], "above 0"),
        ([(3, 1.0), (3, 1.0)], "twice"),
    ] {
        let error = Traffic::new(&mesh(2, 2, ""), &mixed(0.1, &priorities)).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}
