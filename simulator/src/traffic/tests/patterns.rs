//! Compares patterns with their definitions.

use super::super::pattern::{Grid, Pattern, PATTERNS};
use super::super::random::Random;
use super::*;
use proptest::prelude::*;

fn pattern(kind: PatternKind, columns: usize, rows: usize) -> Result<Pattern, TrafficError> {
    Pattern::new(
        &options(kind, 0.1, 1),
        columns * rows,
        Some(rows_of(columns, rows)),
    )
}

fn rows_of(columns: usize, rows: usize) -> Grid {
    Grid {
        columns,
        rows,
        side: 1,
    }
}

/// The target of every node.
fn targets(kind: PatternKind, columns: usize, rows: usize) -> Vec<usize> {
    let pattern = pattern(kind, columns, rows).expect("it is defined");
    let mut random = Random::new(1, 1);
    (0..columns * rows)
        .map(|node| pattern.target(node, &mut random) as usize)
        .collect()
}

/// The target according to the definition of the pattern, with bits as text and nodes as (column,
/// row).
fn defined(kind: PatternKind, node: usize, columns: usize, rows: usize) -> usize {
    let width = (columns * rows).trailing_zeros() as usize;
    let bits = || match width {
        0 => String::new(),
        _ => format!("{node:0width$b}"),
    };
    let number = |text: String| usize::from_str_radix(&text, 2).unwrap_or(0);
    let (column, row) = (node % columns, node / columns);
    let at = |column: usize, row: usize| row % rows * columns + column % columns;
    // This equals ⌈k / 2⌉ − 1.
    let half = |k: usize| (k - 1) / 2;
    match kind {
        PatternKind::Transpose => at(row, column),
        PatternKind::Tornado => at(column + half(columns), row + half(rows)),
        PatternKind::Neighbour => at(column + 1, row + 1),
        PatternKind::BitComplement => columns * rows - 1 - node,
        PatternKind::BitReverse => number(bits().chars().rev().collect()),
        PatternKind::Shuffle => {
            let text = bits();
            let first = text.chars().take(1);
            number(text.chars().skip(1).chain(first).collect())
        }
        PatternKind::Uniform | PatternKind::Hotspot => unreachable!("not fixed"),
    }
}

#[test]
fn fixed_patterns_are_permutations_by_definition() {
    for (name, kind) in PATTERNS {
        if matches!(kind, PatternKind::Uniform | PatternKind::Hotspot) {
            continue;
        }
        for (columns, rows) in [
            (1, 1),
            (2, 2),
            (4, 4),
            (8, 8),
            (32, 32),
            (8, 4),
            (5, 3),
            (5, 5),
        ] {
            let Ok(_) = pattern(kind, columns, rows) else {
                let by_coordinates = matches!(kind, PatternKind::Tornado | PatternKind::Neighbour);
                let square = kind == PatternKind::Transpose && columns == rows;
                let power = kind != PatternKind::Transpose && (columns * rows).is_power_of_two();
                assert!(
                    !by_coordinates && !square && !power,
                    "{name} {columns}×{rows}"
                );
                continue;
            };
            let mut all = targets(kind, columns, rows);
            for (node, &target) in all.iter().enumerate() {
                assert_eq!(target, defined(kind, node, columns, rows), "{name}, {node}");
            }
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..columns * rows), "{name}");
        }
    }
}

/// On a concentrated mesh, where a square of tiles shares each router, a tile's column and row
/// follow from the square and from the tile's place in it: tile 6 is the third tile of router 1.
#[test]
fn tiles_that_share_a_router_form_a_square() {
    let chip = |topology| {
        let shape =
            "[shape]\nsizes = [4, 4]\nconcentration = 4\n[tile]\ncores = 1\nmemory_kb = 64\n";
        format!("{shape}[network]\ntopology = \"{topology}\"\n")
    };
    for topology in ["mesh", "torus", "flattened_butterfly"] {
        let config =
            ChipConfig::from_toml(&chip(topology), Path::new("test.toml")).expect("it is right");
        let target = |kind, node| {
            let pattern = Pattern::of(&config, &options(kind, 0.1, 1)).expect("it is defined");
            pattern.target(node, &mut Random::new(1, 1))
        };
        // Tile 6 is in column 2 and row 1.
        assert_eq!(target(PatternKind::Transpose, 6), 16 + 1);
        assert_eq!(target(PatternKind::Tornado, 6), 40 + 1); // column 5, row 4
        assert_eq!(target(PatternKind::Neighbour, 6), 20 + 1); // column 3, row 2
        assert_eq!(target(PatternKind::Neighbour, 63), 0);
    }
}

#[test]
fn shapes_without_a_definition_are_errors_that_say_why() {
    let message = |kind, columns, rows| pattern(kind, columns, rows).unwrap_err().to_string();
    assert!(message(PatternKind::Transpose, 4, 2).contains("as many columns as rows"));
    for kind in [
        PatternKind::BitComplement,
        PatternKind::BitReverse,
        PatternKind::Shuffle,
    ] {
        assert!(message(kind, 3, 3).contains("power of two"));
    }
    for kind in [
        PatternKind::Transpose,
        PatternKind::Tornado,
        PatternKind::Neighbour,
    ] {
        let drawn = Pattern::new(&options(kind, 0.1, 1), 9, None);
        assert!(drawn.unwrap_err().to_string().contains("columns and rows"));
    }
    assert!("nothing"
        .parse::<PatternKind>()
        .unwrap_err()
        .to_string()
        .contains("bit-reverse"));
}

#[test]
fn wrong_options_are_errors() {
    let wrong = |change: &dyn Fn(&mut Options)| {
        let mut options = options(PatternKind::Hotspot, 0.1, 4);
        change(&mut options);
        Traffic::new(&mesh(2, 2, ""), &options).expect_err("it is wrong")
    };
    for rate in [0.0, -0.1, 1.01, f64::NAN, f64::INFINITY] {
        wrong(&|options| options.rate = rate);
    }
    wrong(&|options| options.packet = 0);
    wrong(&|options| options.packet = 65);
    wrong(&|options| options.measure = 0);
    wrong(&|options| options.drain = u64::MAX);
    wrong(&|options| options.hotspots = vec![4]);
    wrong(&|options| options.hotspot_share = 1.5);
    let mut alone = options(PatternKind::Uniform, 0.1, 4);
    alone.to_self = false;
    assert!(Traffic::new(&mesh(1, 1, ""), &alone).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    /// Random targets occur as often as `shares` says, up to five standard deviations.
    #[test]
    fn random_patterns_have_their_shares(
        seed: u64, node in 0usize..12, to_self: bool, share in 0.0..1.0
    ) {
        for kind in [PatternKind::Uniform, PatternKind::Hotspot] {
            let mut options = options(kind, 0.1, 1);
            options.to_self = to_self;
            options.hotspots = vec![3, 7];
            options.hotspot_share = share;
            let pattern = Pattern::new(&options, 12, Some(rows_of(4, 3))).unwrap();
            let mut random = Random::new(seed, 0);
            let draws = 20_000;
            let mut counts = [0.0; 12];
            for _ in 0..draws {
                counts[pattern.target(node, &mut random) as usize] += 1.0;
            }
            let mut chances = [0.0; 12];
            for (target, chance) in pattern.shares(node) {
                chances[target] += chance;
            }
            prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (count, chance) in counts.iter().zip(chances) {
                let deviation = (draws as f64 * chance * (1.0 - chance)).sqrt();
                prop_assert!((count - draws as f64 * chance).abs() <= 5.0 * deviation + 1e-9);
            }
        }
    }
}
