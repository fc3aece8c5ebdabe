//! Keys of chip files whose values are words.

/// Declares enums whose variants are the words that a chip file may give for a key. `WORDS` lists
/// them in the order of the variants.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $Type:ident { $($(#[$note:meta])* $Variant:ident = $word:literal,)* }
    )*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
        pub enum $Type {
            $($(#[$note])* #[serde(rename = $word)] $Variant,)*
        }

        impl $Type {
            pub const WORDS: &[&str] = &[$($word),*];
        }
    )*};
}
pub(crate) use words;
