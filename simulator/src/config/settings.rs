//! Keys that users set in addition to a chip file, for instance by `network.levels=8` on a command
//! line.

use super::check::value;
use super::chip::KEYS;
use super::keys::{path, written, Key, ValueType};
use super::nearest::nearest;
use super::preset;
use toml::de::DeTable;

/// Returns the text of a chip file in which settings have replaced or added values. A setting is
/// `TABLE.KEY=VALUE`; a string needs no quotation marks. An error says what is wrong with a
/// setting, and what would be right. It is not checked here whether the keys are consistent. Text
/// that is not TOML is returned unchanged.
pub fn with_settings<Text: AsRef<str>>(
    file: &str,
    settings: impl IntoIterator<Item = Text>,
) -> Result<String, String> {
    let mut text = file.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    for setting in settings {
        let setting = setting.as_ref();
        text =
            with(&text, setting).map_err(|what| format!("{}: {what}", setting.escape_debug()))?;
    }
    Ok(text)
}

fn with(text: &str, setting: &str) -> Result<String, String> {
    let Some((name, value)) = setting.split_once('=') else {
        return Err("it takes KEY=VALUE, such as network.levels=8".into());
    };
    if name.trim() == "core" {
        let replaced = preset::with_core(text, value.trim())?;
        return match clock_of(text) {
            Some(clock) => with(&replaced, &format!("core.clock_mhz={clock}")),
            None => Ok(replaced),
        };
    }
    let key = known(name.trim())?;
    if key.is_listed() {
        let header = key.header();
        return Err(format!(
            "a chip may have several of these; set it in the file, below `{header}`"
        ));
    }
    let value = literal(key, value.trim())?;
    let included = match key.table {
        // If no core has this name, the text is not changed, and the check of the file reports the
        // name.
        "core" => preset::included(text).unwrap_or(text.into()),
        _ => text.into(),
    };
    let text = &*included;
    let Ok(table) = DeTable::parse(text) else {
        return Ok(text.into());
    };
    let table = table.get_ref();
    let inner = match key.table {
        "" => Some(table),
        name => table.get(name).and_then(|inner| inner.get_ref().as_table()),
    };
    if let Some(value_there) =
        inner.and_then(|inner| inner.get(written(inner, key.table, key.name)))
    {
        let at = value_there.span();
        return Ok(format!("{}{value}{}", &text[..at.start], &text[at.end..]));
    }
    let line = format!("{} = {value}\n", key.name);
    match (key.table, inner) {
        ("", _) => Ok(format!("{line}{text}")),
        (name, None) if !table.contains_key(name) => Ok(format!("{text}\n[{name}]\n{line}")),
        (name, Some(_)) if text[table[name].span()].starts_with('{') => {
            let at = table[name].span().start + 1;
            Ok(format!(
                "{} {} = {value},{}",
                &text[..at],
                key.name,
                &text[at..]
            ))
        }
        (name, _) => {
            let at = below_header(text, name).ok_or_else(|| {
                format!("the file has no line `[{name}]` below which this key could stand")
            })?;
            Ok(format!("{}{line}{}", &text[..at], &text[at..]))
        }
    }
}

/// The value of `core.clock_mhz` in the text of a chip file. It is a property of the chip, so it
/// stays when the user chooses another core.
fn clock_of(text: &str) -> Option<&str> {
    let table = DeTable::parse(text).ok()?;
    let core = table.get_ref().get("core")?.get_ref();
    let clock = core.as_table()?.get("clock_mhz")?.span();
    Some(&text[clock])
}

/// The key with this name, which includes its table, such as `network.link`.
fn known(name: &str) -> Result<&'static Key, String> {
    let (table, bare) = name.rsplit_once('.').unwrap_or(("", name));
    let found = (KEYS.iter()).find(|key| key.table == table && key.is_called(bare));
    found.ok_or_else(|| {
        let same = KEYS.iter().find(|key| key.name == name).map(Key::path);
        let all: Vec<String> = KEYS.iter().map(|key| path(key.table, key.name)).collect();
        let near = || nearest(name, all.iter().map(String::as_str)).map(String::from);
        match same.or_else(near) {
            Some(other) => format!("there is no such key; did you mean `{other}`?"),
            None => "there is no such key; `onchip chip keys` lists all".into(),
        }
    })
}

/// Converts `value` to the syntax of a chip file. An error says why the key may not have this
/// value.
fn literal(key: &Key, value: &str) -> Result<String, String> {
    let is_text = matches!(
        key.kind,
        ValueType::Name | ValueType::Text | ValueType::Word(_)
    );
    let written = if is_text && !value.starts_with(['"', '\'']) {
        toml::Value::String(value.into()).to_string()
    } else {
        value.into()
    };
    let line = format!("value = {written}");
    let parsed = DeTable::parse(&line).ok();
    let only = parsed.as_ref().map(|table| table.get_ref());
    let Some(found) = only.filter(|table| table.len() == 1) else {
        return Err(format!("this is no value; it is {}", key.kind));
    };
    let (wrong, right) = match value::check(key.kind, found["value"].get_ref()) {
        Ok(()) => return Ok(written),
        Err(fault) => fault,
    };
    Err(format!("{wrong}; {right}"))
}

/// The offset in the text of the line after a table's header.
fn below_header(text: &str, table: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let bare = line.split('#').next().unwrap_or_default().trim();
        let name = bare
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if name.is_some_and(|name| name.trim() == table) {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ChipConfig;
    use std::path::Path;

    const FILE: &str = "name = \"small\"\n[mesh] # a grid\ncolumns = 2\nrows = 2 # or more\n\
                        [tile]\ncores = 1\nmemory_kb = 16\n[network]\nlink = 3";

    fn chip(settings: &[&str]) -> ChipConfig {
        let text = with_settings(FILE, settings).expect("the settings are right");
        ChipConfig::from_toml(&text, Path::new("small.toml")).expect("the chip is right")
    }

    #[test]
    fn a_key_is_replaced_or_added() {
        let settings = [
            "mesh.rows=5",
            "network.levels = 8",
            "dram.mutexes=3",
            "network.link=0",
        ];
        let changed = chip(&settings);
        let mut expected = chip(&[]);
        expected.mesh.as_mut().unwrap().rows = 5;
        expected.network.levels = 8;
        expected.network.link = 0;
        expected.dram.mutexes = 3;
        assert_eq!(changed, expected);
        // If a key is set twice, the last setting counts.
        assert_eq!(chip(&["network.link=1", "network.link=3"]), chip(&[]));
    }

    #[test]
    fn texts_need_no_quotation_marks() {
        for text in ["per_level", "\"per_level\"", "'per_level'"] {
            let chip = chip(&["network.levels=2", &format!("network.buffers={text}")]);
            assert_eq!(chip.network.buffers, crate::config::LevelBuffers::PerLevel);
        }
        for text in ["a # b", "say \"no\"", "back\\slash"] {
            assert_eq!(chip(&[&format!("description={text}")]).description, text);
        }
        assert_eq!(chip(&["name=other"]).name, "other");
    }

    #[test]
    fn a_core_that_exists_takes_the_place_of_the_table() {
        let core = chip(&["core=picorv32"]).core;
        assert_eq!((core.alu, core.load, core.multiply_high()), (3, 5, 72));
        let changed = chip(&[
            "core.load=2",
            "core=picorv32",
            "core.alu=7",
            "core.atomic=9",
        ])
        .core;
        assert_eq!((changed.alu, changed.load, changed.atomic), (7, 5, 9));
        assert_eq!(chip(&["core.load=2", "core=picorv32"]).network.link, 3);
        // The clock is a property of the chip, so it stays when another core is chosen.
        let mut clocked = with_settings(FILE, ["core.clock_mhz=24", "core.load=2"]).unwrap();
        for name in ["ibex", "picorv32"] {
            clocked = with_settings(&clocked, [format!("core={name}")]).unwrap();
            let chip = ChipConfig::from_toml(&clocked, Path::new("small.toml")).unwrap();
            assert_eq!(chip.core.clock_mhz, 24, "{name}");
        }
        assert!(
            clocked.lines().next().unwrap().contains("load = 5"),
            "{clocked}"
        );
        let error = with_settings(FILE, ["core=picorv23"]).expect_err("there is no such core");
        assert!(error.contains("did you mean \"picorv32\"?"), "{error}");
    }

    #[test]
    fn wrong_settings_say_what_would_be_right() {
        for (setting, message) in [
            ("network.levels", "KEY=VALUE"),
            ("levels=2", "`network.levels`"),
            ("network.level=2", "`network.levels`"),
            ("nothing.at.all=2", "onchip chip keys"),
            ("network.levels=3", "2 or 4"),
            ("network.levels=two", "power of two"),
            ("network.levels=2\nlink=1", "no value"),
            ("network.levels=", "no value"),
            ("network.buffers=per_levels", "did you mean \"per_level\"?"),
            ("network.link=99", "0 to 16"),
            ("dram.routers=3", "a list"),
            ("memory.latency=3", "below `[[memory]]`"),
        ] {
            let error = with_settings(FILE, [setting]).expect_err(setting);
            assert!(error.contains(message), "{setting}: {error}");
        }
    }

    #[test]
    fn what_is_written_another_way_is_found_too() {
        let inline = "mesh = { columns = 2, rows = 2 }\ntile.cores = 1\ntile.memory_kb = 16\n";
        let text = with_settings(inline, ["mesh.rows=3", "tile.cores=2"]).unwrap();
        let chip = ChipConfig::from_toml(&text, Path::new("x.toml")).unwrap();
        assert_eq!((chip.tiles(), chip.tile.cores), (6, 2));
        let error = with_settings(inline, ["tile.banks=2"]).unwrap_err();
        assert!(error.contains("[tile]"), "{error}");
        assert_eq!(with_settings("= 3\n", ["tile.banks=2"]).unwrap(), "= 3\n");
    }
}
