//! Checks a chip file: its syntax, then each key by itself, then whether the keys are consistent.

mod consistency;
mod drawn;
mod link;
mod memory;
mod routes;
mod shape;
mod tile_kind;
pub(super) mod value;

use super::chip::KEYS;
use super::error::Problem;
use super::keys::{header, is_listed, path, tables, written, Key};
use super::nearest::nearest;
use super::preset;
use super::ChipConfig;
use std::ops::Range;
use toml::de::{DeTable, DeValue};
use toml::Spanned;

type Table<'text> = Spanned<DeTable<'text>>;

/// The chip that the text of a chip file describes, or all mistakes in the text.
pub fn check(text: &str) -> Result<ChipConfig, Vec<Problem>> {
    let syntax = |error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        vec![Problem {
            line: line(text, at),
            key: String::new(),
            wrong: format!("not TOML: {}", error.message().replace('\n', ", ")),
            right: "a line is `key = value`, `[table]` or a comment".into(),
        }]
    };
    let text = &preset::included(text).map_err(|problem| vec![problem])?;
    let table = DeTable::parse(text).map_err(syntax)?;
    let file = File { text, table };
    let mut problems = file.check_names();
    for key in KEYS {
        match key.is_listed() {
            true => problems.extend(file.check_listed(key)),
            false => problems.extend(file.check_key(key)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut chip: ChipConfig = toml::from_str(text).map_err(syntax)?;
    problems.extend(file.check_consistency(&mut chip));
    if problems.is_empty() {
        Ok(chip)
    } else {
        Err(problems)
    }
}

/// The number of the line that contains a position of the text, from 1.
fn line(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// The contents of a chip file whose TOML syntax is correct.
struct File<'text> {
    text: &'text str,
    table: Table<'text>,
}

impl<'text> File<'text> {
    fn problem(&self, at: Range<usize>, key: String, wrong: String, right: String) -> Problem {
        Problem {
            line: line(self.text, at.start),
            key,
            wrong,
            right,
        }
    }

    /// The position and the value of a key, or of a table, at the top level of the file. The value
    /// under the name of a table may be something other than a table, which is a mistake.
    fn entry(&self, name: &str) -> Option<(Range<usize>, &Spanned<DeValue<'text>>)> {
        let (key, value) = self.table.get_ref().get_key_value(name)?;
        Some((key.span(), value))
    }

    /// The position and the value of a key, if the file gives it.
    fn find(&self, table: &str, name: &str) -> Option<(Range<usize>, &Spanned<DeValue<'text>>)> {
        if table.is_empty() {
            return self.entry(name);
        }
        let (_, inner) = self.tables_of(table).into_iter().next()?;
        let (key, value) = inner.get_key_value(written(inner, table, name))?;
        Some((key.span(), value))
    }

    /// The name of a key with its table, such as `network.router`. If the file uses an alias of the
    /// key, the alias is returned.
    fn path(&self, table: &str, name: &str) -> String {
        match self.tables_of(table).first() {
            Some((_, inner)) => path(table, written(inner, table, name)),
            None => path(table, name),
        }
    }

    /// The tables with this name in the file, and the positions at which they begin. A table such
    /// as `[[memory]]` may appear several times, any other table once. Values that are not tables
    /// are left out.
    fn tables_of(&self, name: &str) -> Vec<(Range<usize>, &DeTable<'text>)> {
        let Some((at, value)) = self.entry(name) else {
            return vec![];
        };
        let items = match value.get_ref() {
            DeValue::Array(items) if is_listed(name) => items.iter().collect(),
            DeValue::Table(_) if !is_listed(name) => vec![value],
            _ => vec![],
        };
        let position = |item: &Spanned<DeValue>| match is_listed(name) {
            true => item.span(),
            false => at.clone(),
        };
        let tables = items.into_iter();
        tables
            .filter_map(|item| Some((position(item), item.get_ref().as_table()?)))
            .collect()
    }

    /// Reports unknown keys, and names of tables whose value is not a table.
    fn check_names(&self) -> Vec<Problem> {
        let mut problems = vec![];
        for (name, value) in self.table.get_ref() {
            let (at, name) = (name.span(), name.get_ref().as_ref());
            if tables().any(|table| table == name) {
                let here = || KEYS.iter().filter(|key| key.table == name);
                let unknown = |name: &str| !here().any(|key| key.is_called(name));
                for (_, inner) in self.tables_of(name) {
                    problems.extend(here().filter_map(|key| self.twice(inner, key)));
                    for key in inner.keys().filter(|key| unknown(key.get_ref())) {
                        problems.push(self.unknown(key.span(), name, key.get_ref()));
                    }
                }
                if let Some(other) = no_table(name, value) {
                    problems.push(self.problem(
                        at,
                        name.into(),
                        format!(
                            "is {}, but it is {}",
                            value::described(other),
                            kind_of(name)
                        ),
                        format!(
                            "write `{}` on a line of its own, and its keys below",
                            header(name)
                        ),
                    ));
                }
            } else if !KEYS.iter().any(|k| (k.table, k.name) == ("", name)) {
                problems.push(self.unknown(at, "", name));
            }
        }
        problems
    }

    /// A mistake if a table contains a key twice: by its name and by its alias.
    fn twice(&self, inner: &DeTable, key: &Key) -> Option<Problem> {
        let (alias, _) = inner.get_key_value(key.alias?)?;
        inner.get(key.name)?;
        let (name, path) = (alias.get_ref(), path(key.table, alias.get_ref()));
        let wrong = format!("stands beside `{}`, which is the same key", key.name);
        let right = format!("take one out; `{name}` is an older name");
        Some(self.problem(alias.span(), path, wrong, right))
    }

    fn unknown(&self, at: Range<usize>, table: &str, name: &str) -> Problem {
        let here = || {
            KEYS.iter()
                .filter(|key| key.table == table)
                .map(|key| key.name)
        };
        let elsewhere = KEYS.iter().find(|key| key.is_called(name));
        let siblings = here().chain(tables().filter(|_| table.is_empty()));
        let right = if let Some(key) = elsewhere {
            match key.table {
                "" => format!("`{name}` stands at the top of the file, before the tables"),
                _ => format!("`{name}` stands in the table `{}`", key.header()),
            }
        } else if let Some(known) = nearest(name, siblings) {
            format!("did you mean `{known}`?")
        } else if table.is_empty() {
            let all: Vec<_> = tables().collect();
            format!("the tables are {}", all.join(", "))
        } else {
            let all: Vec<_> = here().collect();
            format!("the keys of `{}` are {}", header(table), all.join(", "))
        };
        let key = path(table, name).escape_debug().to_string();
        self.problem(at, key, "there is no such key".into(), right)
    }

    /// Whether this chip file may have the table: for instance, a file with `[drawn]` has no
    /// `[mesh]`.
    fn takes(&self, table: &str) -> bool {
        let (drawn, shape) = (self.entry("drawn").is_some(), self.entry("shape").is_some());
        match table {
            "mesh" => !drawn && !shape,
            "drawn" => drawn,
            "shape" => shape,
            _ => true,
        }
    }

    /// A mistake if a key's value is wrong, or if a required key is missing.
    fn check_key(&self, key: &Key) -> Option<Problem> {
        if let Some((_, value)) = self.find(key.table, key.name) {
            let (wrong, right) = value::check(key.kind, value.get_ref()).err()?;
            let path = self.path(key.table, key.name);
            return Some(self.problem(value.span(), path, wrong, right));
        }
        let table = self.entry(key.table);
        // If the value under the table's name is not a table, `check_names` has already reported
        // that.
        let broken = table
            .as_ref()
            .is_some_and(|(_, value)| !value.get_ref().is_table());
        (key.required && self.takes(key.table) && !broken).then(|| {
            let at = table.map_or(self.text.len()..self.text.len(), |(at, _)| at);
            self.missing(at, key)
        })
    }

    /// Reports wrong values of a key whose table may appear several times, and tables that lack the
    /// key.
    fn check_listed(&self, key: &Key) -> Vec<Problem> {
        let wrong = |(at, table): (Range<usize>, &DeTable)| {
            let name = written(table, key.table, key.name);
            let Some(value) = table.get(name) else {
                return key.required.then(|| self.missing(at, key));
            };
            let (wrong, right) = value::check(key.kind, value.get_ref()).err()?;
            Some(self.problem(value.span(), path(key.table, name), wrong, right))
        };
        let tables = self.tables_of(key.table);
        tables.into_iter().filter_map(wrong).collect()
    }

    /// A mistake in a key of one of several tables with one name; `item` is the index of that
    /// table.
    fn about_listed(
        &self,
        table: &str,
        item: usize,
        name: &str,
        correction: value::Correction,
    ) -> Problem {
        let (at, inner) = self.tables_of(table).swap_remove(item);
        let name = written(inner, table, name);
        let at = inner.get(name).map_or(at, |value| value.span());
        let (wrong, right) = correction;
        self.problem(at, path(table, name), wrong, right)
    }

    fn missing(&self, at: Range<usize>, key: &Key) -> Problem {
        let (name, header, kind) = (key.name, key.header(), key.kind);
        let right = format!("write `{name} = …` below `{header}`: {kind}");
        self.problem(at, key.path(), "is missing".into(), right)
    }
}

/// Finds a value that is not a table although it should be one: the value of the key `name` itself
/// or, if a file may have several tables of this name, an item of the list.
fn no_table<'a, 'text>(
    name: &str,
    value: &'a Spanned<DeValue<'text>>,
) -> Option<&'a DeValue<'text>> {
    match value.get_ref() {
        DeValue::Array(items) if is_listed(name) => {
            let others = items.iter().map(Spanned::get_ref);
            others.into_iter().find(|item| !item.is_table())
        }
        DeValue::Table(_) if !is_listed(name) => None,
        other => Some(other),
    }
}

/// The kind of a table, in words for an error message.
fn kind_of(name: &str) -> &'static str {
    match is_listed(name) {
        true => "a list of tables",
        false => "a table",
    }
}
