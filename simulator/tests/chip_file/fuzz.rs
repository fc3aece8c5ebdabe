//! No text makes the parser panic, and a chip that it accepts can be built.

use super::{chip_files, parse};
use crate::tests::cases::random_cases;
use onchip_simulator::noc::Network;
use proptest::prelude::*;
use proptest::sample::{select, Index};

/// Pieces of text that a typing error, or an attacker, may put into a chip file.
fn pieces() -> impl Strategy<Value = String> {
    let known = [
        "0",
        "1",
        "-1",
        "3",
        "64",
        "65",
        "1024",
        "1048576",
        "4294967296",
        "18446744073709551616",
        "0x10",
        "0b1",
        "1_000",
        "1e3",
        "nan",
        "inf",
        "true",
        "\"\"",
        "\"xy\"",
        "[]",
        "[[",
        "{",
        "}",
        "\n",
        "=",
        "#",
        "\"",
        "'",
        "\"\"\"",
        ".",
        "é",
        "\u{0}",
        "\u{feff}",
        "1979-05-27",
        "[mesh]\n",
        "[dram]\n",
        "[[memory]]\n",
        "name = \"a\"\n",
        "router = 0\n",
        "size_kb = 32\n",
        "routers = [0]\n",
        "size_mb = 1\n",
        "mesh.rows = 2\n",
        "rows",
        "[[link]]\nbetween = [[0, 1]]\ndelay = 2\n",
        "[[link]]\nchiplet_columns = 2\ndelay = 2\n",
        "[drawn]\n",
        "tiles = [0, 1]\n",
        "links = [[0, 1]]\n",
        "topology = \"torus\"\n",
        "topology = \"drawn\"\n",
    ];
    prop_oneof![
        4 => select(known.to_vec()).prop_map(str::to_owned),
        1 => ".{0,8}",
    ]
}

/// Replaces some ranges of a text by other pieces of text.
fn mutated(mut text: String, changes: &[(Index, usize, String)]) -> String {
    for (place, length, piece) in changes {
        let borders: Vec<_> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let start = place.index(borders.len());
        let end = (start + length).min(borders.len() - 1);
        text.replace_range(borders[start]..borders[end], piece);
    }
    text
}

/// If a text is accepted, its network can be built. Otherwise the error has a reason and a line
/// that exists in the text.
fn check(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(chip) => {
            let network = Network::new(&chip.network_parameters());
            let endpoints = chip.tiles() as usize + chip.further_routers().len();
            prop_assert_eq!(network.endpoints(), endpoints);
        }
        Err(error) => {
            prop_assert!(!error.problems.is_empty());
            for problem in &error.problems {
                prop_assert!(problem.line >= 1);
                prop_assert!(problem.line <= 1 + text.matches('\n').count());
                prop_assert!(!problem.wrong.is_empty() && !problem.right.is_empty());
                prop_assert!(!problem.wrong.contains('\n') && !problem.right.contains('\n'));
                prop_assert!(!problem.key.contains('\n'));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(random_cases(1000))]

    #[test]
    fn mutated_chip_files(
        file in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), 0usize..12, pieces()), 1..5),
    ) {
        let files = chip_files();
        check(&mutated(files[file.index(files.len())].1.clone(), &changes))?;
    }

    /// Changes only numbers in the chip files of the project, so that many of the changed files are
    /// accepted.
    #[test]
    fn other_numbers(
        file in any::<Index>(),
        numbers in prop::collection::vec((any::<Index>(), prop_oneof![0u32..20, 0u32..70000]), 1..4),
    ) {
        let files = chip_files();
        let text = &files[file.index(files.len())].1;
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let places: Vec<_> = (0..lines.len())
            .filter(|&at| lines[at].split_once(" = ").is_some_and(|(_, v)| v.starts_with(|c: char| c.is_ascii_digit())))
            .collect();
        for (place, number) in numbers {
            let line = &mut lines[places[place.index(places.len())]];
            *line = format!("{} = {number}", line.split_once(" = ").unwrap().0);
        }
        check(&lines.join("\n"))?;
    }

    #[test]
    fn any_text(text in "(?s).{0,200}") {
        check(&text)?;
    }
}
