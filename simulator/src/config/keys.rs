//! The types of the keys of chip files, and the macro that declares [`KEYS`].

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
    /// A whole number in this range, both ends included.
    Whole(u32, u32),
    /// A power of two in this range, both ends included.
    PowerOfTwo(u32, u32),
    /// One of the words in this list.
    Word(&'static [&'static str]),
    /// A list of router numbers.
    Routers,
    /// A list of tile numbers.
    Tiles,
    /// A list of 1 to 10 sizes, each a number of 2 to 255.
    Sizes,
    /// A list of links, each a pair of router numbers.
    Links,
    /// A list of routes. For each router there is a list of router numbers.
    Routes,
}

/// The values of the type, in words for `onchip chip keys` and for error messages.
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
            ValueType::Sizes => write!(f, "list of 1 to 10 numbers, each 2 to 255"),
            ValueType::Links => write!(f, "list of pairs of router numbers"),
            ValueType::Routes => write!(f, "for each router a list of router numbers"),
        }
    }
}

/// The declaration of a key in `chip.rs`.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The table of the key; empty for a key at the top of the file.
    pub table: &'static str,
    pub name: &'static str,
    /// An older name of the key, which chip files may still use.
    pub alias: Option<&'static str>,
    pub kind: ValueType,
    /// Whether a file must give the key. A file has only one of the tables `mesh`, `drawn` and
    /// `shape`, and must give the required keys of that table. A file may have several tables of
    /// each name in `LISTED`, each of which must give the key.
    pub required: bool,
    pub meaning: &'static str,
}

/// Declares the tables of a chip file: for each one its name, and a type whose fields are the
/// table's keys. A key is declared as `name or "alias": type = default, range, meaning`; a key
/// without a default is required. `with` lists further tables that the type contains.
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

            /// The default values of all keys. Required keys are zero or empty.
            impl Default for $Type {
                fn default() -> $Type {
                    $Type {
                        $($key: $crate::config::keys::declare!(@default $($default)?),)*
                        $($($inner: Default::default(),)*)?
                    }
                }
            }
        )*

        /// All keys, in the order of their tables.
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

        /// The keys of a table with their default values.
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

/// The largest number of tiles, or of routers, of a chip. With more tiles, the memory map would
/// have no space for memories of a useful size.
pub const MOST_TILES: u32 = 1024;
/// Largest memory of a tile, in kB.
pub const LARGEST_TILE_KB: u32 = 1 << 16;
/// Largest DRAM of a chip, in MB.
pub const LARGEST_DRAM_MB: u32 = 1024;
/// The largest cache line, in bytes.
pub const LONGEST_LINE: u32 = 128;
/// The largest number of cores in a tile.
pub const MOST_CORES: u32 = 17;
/// Size in kB of the address range for the memories of all tiles together.
pub const MOST_TILE_MEMORY_KB: u64 = 1 << 20;
/// Size in kB of the address range for the DRAM and the `[[memory]]` tables together.
pub const MOST_MEMORY_KB: u32 = 1 << 20;
/// The tables that may appear several times in a file, such as `[[memory]]`.
pub const LISTED: [&str; 3] = ["tile_kind", "link", "memory"];

impl Key {
    /// The key's name with its table, such as `network.link`, for messages.
    pub fn path(&self) -> String {
        path(self.table, self.name)
    }

    /// Whether `name` is the key's name or its alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }

    /// The value of the key if a file does not give it, in TOML; "required" for a required key.
    pub fn default(&self) -> String {
        match self.kind {
            _ if self.required => "required".into(),
            ValueType::Name => "the file's name".into(),
            _ => default(self.table)[self.name].to_string(),
        }
    }

    /// Whether a file may have several tables with this key, as for `[[memory]]`.
    pub fn is_listed(&self) -> bool {
        is_listed(self.table)
    }

    /// The header of the key's table in a file, such as `[network]`.
    pub fn header(&self) -> String {
        header(self.table)
    }
}

/// The name of a key with its table, such as `network.link`.
pub fn path(table: &str, name: &str) -> String {
    if table.is_empty() {
        name.into()
    } else {
        format!("{table}.{name}")
    }
}

/// The name of a key in the table `inner` of a file: `name` itself, or the key's alias.
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

/// The header of a table in a file, such as `[network]` or `[[memory]]`.
pub fn header(table: &str) -> String {
    match is_listed(table) {
        true => format!("[[{table}]]"),
        false => format!("[{table}]"),
    }
}

/// The names of all tables, without the keys at the top of the file.
pub fn tables() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    KEYS.iter().map(|key| key.table).filter(move |&table| {
        let new = table != last;
        last = table;
        new
    })
}
