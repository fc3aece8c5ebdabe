//! Presets for cores that exist as hardware: `core = "NAME"` in a chip file stands for a table with
//! the costs of the core's instructions.

use super::error::Problem;
use super::nearest::nearest;
use std::borrow::Cow;
use toml::de::{DeTable, DeValue};

/// The names of the cores, and the text of their `[core]` tables. The comments in a table say which
/// hardware it describes.
const PRESETS: [(&str, &str); 4] = [
    ("picorv32", include_str!("cores/picorv32.toml")),
    ("ibex", include_str!("cores/ibex.toml")),
    ("ibex-maxperf", include_str!("cores/ibex-maxperf.toml")),
    ("cv32e40p", include_str!("cores/cv32e40p.toml")),
];

/// The names of all presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|&(name, _)| name)
}

/// The table of the core `name` in one line, so that the other lines of a chip file keep their
/// numbers. An error consists of what is wrong and what would be right.
fn table(name: &str) -> Result<String, (String, String)> {
    let Some((_, text)) = PRESETS.iter().find(|preset| preset.0 == name) else {
        let wrong = format!("there is no core \"{}\"", name.escape_debug());
        let all: Vec<_> = names().collect();
        let right = match nearest(name, names()) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("the cores are {}", all.join(", ")),
        };
        return Err((wrong, right));
    };
    let lines = text.lines().filter_map(|line| line.split('#').next());
    let keys: Vec<&str> = lines.map(str::trim).filter(|key| !key.is_empty()).collect();
    Ok(format!("{{ {} }}", keys.join(", ")))
}

/// Returns the text of a chip file with a `[core]` table in place of `core = "NAME"`. Text that is
/// not TOML is returned unchanged.
pub fn included(text: &str) -> Result<Cow<'_, str>, Problem> {
    let Ok(file) = DeTable::parse(text) else {
        return Ok(text.into());
    };
    let Some(core) = file.get_ref().get("core") else {
        return Ok(text.into());
    };
    let DeValue::String(name) = core.get_ref() else {
        return Ok(text.into());
    };
    let at = core.span();
    let before = &text[..at.start];
    match table(name) {
        Ok(table) => Ok(format!("{before}{table}{}", &text[at.end..]).into()),
        Err((wrong, right)) => Err(Problem {
            line: 1 + before.matches('\n').count(),
            key: "core".into(),
            wrong,
            right,
        }),
    }
}

/// Returns the text of a chip file with `core = "NAME"` in place of the table `[core]`.
pub fn with_core(text: &str, name: &str) -> Result<String, String> {
    let name = name.trim_matches(['"', '\'']);
    table(name).map_err(|(wrong, right)| format!("{wrong}; {right}"))?;
    let (mut kept, mut inside) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        let bare = line.split('#').next().unwrap_or_default().trim();
        if bare.starts_with('[') {
            inside = bare.trim_matches(['[', ']']).trim() == "core";
        }
        let is_core = bare.split(['=', '.']).next().map(str::trim) == Some("core");
        // The contents of the line are removed, but its end is kept, so that the other lines keep
        // their numbers.
        match inside || is_core && bare.contains('=') {
            true => kept.push('\n'),
            false => kept.push_str(line),
        }
    }
    Ok(format!("core = \"{name}\"\n{kept}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ChipConfig;
    use std::path::Path;

    fn chip(core: &str) -> Result<ChipConfig, String> {
        let text = format!(
            "name = \"small\"\n{core}\n[mesh]\ncolumns = 2\nrows = 2\n[tile]\ncores = 1\n\
             memory_kb = 16\n"
        );
        ChipConfig::from_toml(&text, Path::new("small.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn each_core_is_a_table_of_known_keys() {
        for name in names() {
            let named = chip(&format!("core = \"{name}\"")).expect(name);
            assert_ne!(named.core, ChipConfig::default().core, "{name}");
        }
    }

    #[test]
    fn an_unknown_core_is_named_with_its_line() {
        let error = chip("core = \"ibexx\"").expect_err("there is no such core");
        assert!(error.contains("small.toml:2"), "{error}");
        assert!(error.contains("did you mean \"ibex\"?"), "{error}");
    }

    #[test]
    fn errors_below_a_core_have_their_lines() {
        let error = chip("core = \"ibex\"\nhost = 3").expect_err("the host is a table");
        assert!(error.contains("small.toml:3"), "{error}");
    }
}
