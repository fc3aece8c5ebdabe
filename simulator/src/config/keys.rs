//! What a key of a chip file is, and how [`KEYS`] are declared.

use super::chip::{default, KEYS};
use std::fmt;
use toml::de::DeTable;

/// The type of a key's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// A name: 1 to 64 letters, digits, `_`, `-` and `.`.
    Name,
    /// Any text.
    Text,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// A power of two from the first to the second.
    PowerOfTwo(u32, u32),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of router numbers.
    Routers,
    /// A list of tile numbers.
    Tiles,
    /// A list of pairs of router numbers.
    Links,
    /// A list with a list of router numbers for each router.
    Routes,
}

/// The range, as `onchip chip keys` and messages show it.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueType::Name => write!(f, "1 to 64 letters, digits, `_`, `-`, `.`"),
            ValueType::Text => write!(f, "text"),
            ValueType::Whole(least, most) => write!(f, "{least} to {most}"),
            ValueType::PowerOfTwo(least, most) => write!(f, "power of two, {least} to {most}"),
            ValueType::Word(words) => write!(f, "`\"{}\"`", words.join("\"` or `\"")),
            ValueType::Routers => write!(f, "list of router numbers"),
            ValueType::Tiles => write!(f, "list of tile numbers"),
            ValueType::Links => write!(f, "list of pairs of router numbers"),
            ValueType::Routes => write!(f, "for each router a list of router numbers"),
        }
    }
}

/// A key as `chip.rs` declares it.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The table it stands in; empty at the top of the file.
    pub table: &'static str,
    pub name: &'static str,
    /// Another name, which files of before may have.
    pub alias: Option<&'static str>,
    pub kind: ValueType,
    /// A file without it is wrong; for `mesh` and `drawn`, of which a chip has one: if it has that;
    /// for those of `LISTED`, of which it may have several: each.
    pub required: bool,
    pub meaning: &'static str,
}

/// Declares tables: how each is named in a file, and the type that has its keys as fields. A key is
/// `name or "alias": type = default, range, meaning`; one without default is required. `with` has
/// the tables inside.
macro_rules! declare {
    ($(
        $(#[$about:meta])*
        $table:literal $Type:ident {
            $($key:ident $(or $alias:literal)?: $type:ty $(= $default:expr)?, $kind:expr,
                $meaning:literal;)*
        } $(with { $($(#[$note:meta])* $inner:ident: $Inner:ty,)* })?
    )*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
            #[serde(default)]
            pub struct $Type {
                $(#[doc = $meaning] $(#[serde(alias = $alias)])? pub $key: $type,)*
                $($($(#[$note])* pub $inner: $Inner,)*)?
            }

            /// Keys that are required are nothing.
            impl Default for $Type {
                fn default() -> $Type {
                    $Type {
                        $($key: $crate::config::keys::declare!(@default $($default)?),)*
                        $($($inner: Default::default(),)*)?
                    }
                }
            }
        )*

        /// All keys, table by table.
        pub const KEYS: &[Key] = &[$($(
            Key {
                table: $table,
                name: stringify!($key),
                alias: $crate::config::keys::declare!(@alias $($alias)?),
                kind: $kind,
                required: $crate::config::keys::declare!(@is_required $($default)?),
                meaning: $meaning,
            },
        )*)*];

        /// The values of a table whose keys are all left out.
        pub(super) fn default(table: &str) -> toml::Table {
            let values = match table {
                $($table => toml::Table::try_from($Type::default()),)*
                _ => unreachable!("there is no table {table}"),
            };
            values.expect("a table's keys have values of TOML")
        }
    };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
    (@alias) => { None };
    (@alias $alias:literal) => { Some($alias) };
    (@is_required) => { true };
    (@is_required $default:expr) => { false };
}
pub(super) use declare;

/// More than that many tiles, or routers, do not fit the memory map together with useful memories.
pub const MOST_TILES: u32 = 1024;
/// Bytes of the memory map for all tiles, in kB.
pub const MOST_TILE_MEMORY_KB: u64 = 1 << 20;
/// Bytes of the memory map for DRAM and memories, in kB.
pub const MOST_MEMORY_KB: u32 = 1 << 20;
/// The tables that a file may have several of, each an item of a list.
pub const LISTED: [&str; 2] = ["tile_kind", "memory"];

impl Key {
    /// With its table, as it is named in messages.
    pub fn path(&self) -> String {
        path(self.table, self.name)
    }

    /// Whether that is its name, or its alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }

    /// What it is where a file leaves it out, as it would be written there.
    pub fn default(&self) -> String {
        match self.kind {
            _ if self.required => "required".into(),
            ValueType::Name => "the file's name".into(),
            _ => default(self.table)[self.name].to_string(),
        }
    }

    /// Whether its table is an item of a list: `[[memory]]`.
    pub fn is_listed(&self) -> bool {
        is_listed(self.table)
    }

    /// Its table as it is written in a file.
    pub fn header(&self) -> String {
        header(self.table)
    }
}

/// A key's name with its table's.
pub fn path(table: &str, name: &str) -> String {
    if table.is_empty() {
        name.into()
    } else {
        format!("{table}.{name}")
    }
}

/// How a file writes the name of a key in a table that it has: it may have the alias.
pub fn written<'a>(inner: &DeTable, table: &str, name: &'a str) -> &'a str {
    let key = KEYS
        .iter()
        .find(|key| (key.table, key.name) == (table, name));
    let alias = key.and_then(|key| key.alias);
    alias
        .filter(|&alias| inner.contains_key(alias))
        .unwrap_or(name)
}

/// Whether a file may have several tables of this name.
pub fn is_listed(table: &str) -> bool {
    LISTED.contains(&table)
}

/// A table as it is written in a file.
pub fn header(table: &str) -> String {
    match is_listed(table) {
        true => format!("[[{table}]]"),
        false => format!("[{table}]"),
    }
}

/// The names of all tables; the top of the file is none.
pub fn tables() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    KEYS.iter().map(|key| key.table).filter(move |&table| {
        let new = table != last;
        last = table;
        new
    })
}
