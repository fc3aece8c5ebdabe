//! Checks the value of one key: its type and its range.

use crate::config::keys::ValueType;
use crate::config::nearest::nearest;
use toml::de::{DeArray, DeInteger, DeValue};

/// The two parts of an error message: what is wrong, and what would be right.
pub type Correction = (String, String);

pub fn check(kind: ValueType, value: &DeValue) -> Result<(), Correction> {
    match (kind, value) {
        (ValueType::Text, DeValue::String(_)) => Ok(()),
        (ValueType::Name, DeValue::String(text)) => check_name(text),
        (ValueType::Whole(least, most), DeValue::Integer(number)) => {
            let inside = whole(number).is_some_and(|number| (least..=most).contains(&number));
            inside
                .then_some(())
                .ok_or_else(|| out_of_range(kind, number))
        }
        (ValueType::PowerOfTwo(least, most), DeValue::Integer(number)) => {
            let number = match whole(number) {
                Some(inside) if (least..=most).contains(&inside) => inside,
                _ => return Err(out_of_range(kind, number)),
            };
            if number.is_power_of_two() {
                return Ok(());
            }
            let above = number.next_power_of_two();
            Err((
                format!("{number} is not a power of two"),
                format!("{} or {above} would be", above / 2),
            ))
        }
        (ValueType::Word(words), DeValue::String(word)) => {
            if words.contains(&word.as_ref()) {
                return Ok(());
            }
            let right = match nearest(word, words.iter().copied()) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => format!("it is {kind}"),
            };
            Err((format!("\"{}\" is unknown", word.escape_debug()), right))
        }
        (ValueType::Routers, DeValue::Array(list)) => check_routers(list),
        (ValueType::Tiles, DeValue::Array(list)) => check_numbers(list, "a tile", "tiles"),
        (ValueType::Sizes, DeValue::Array(list)) => check_sizes(list),
        (ValueType::Links, DeValue::Array(list)) => {
            list.iter().try_for_each(|item| match item.get_ref() {
                DeValue::Array(pair) if pair.len() == 2 => check_routers(pair),
                other => Err((
                    format!("{} is no pair of routers", described(other)),
                    "a link is such as [0, 3]".into(),
                )),
            })
        }
        (ValueType::Routes, DeValue::Array(list)) => {
            list.iter().try_for_each(|item| match item.get_ref() {
                DeValue::Array(row) => check_routers(row),
                other => Err((
                    format!("{} is no list of routers", described(other)),
                    "there is a list for each router, such as [0, 1, 1]".into(),
                )),
            })
        }
        _ => Err((
            format!("is {}", described(value)),
            match kind {
                ValueType::Whole(..) | ValueType::PowerOfTwo(..) => {
                    format!("it is a whole number: {kind}")
                }
                ValueType::Name | ValueType::Text => "it is a text in quotation marks".into(),
                ValueType::Word(_) => format!("it is {kind}"),
                ValueType::Tiles => "it is a list of tile numbers, such as [0, 3]".into(),
                ValueType::Routers => "it is a list of router numbers, such as [0, 3]".into(),
                ValueType::Sizes => "it is a list of sizes, such as [4, 4]".into(),
                ValueType::Links => {
                    "it is a list of pairs of routers, such as [[0, 1], [1, 2]]".into()
                }
                ValueType::Routes => "it is a list of lists, such as [[0, 1], [0, 1]]".into(),
            },
        )),
    }
}

fn check_routers(list: &DeArray) -> Result<(), Correction> {
    check_numbers(list, "a router", "routers")
}

fn check_sizes(list: &DeArray) -> Result<(), Correction> {
    let right = || format!("it is a {}", ValueType::Sizes);
    if !(1..=10).contains(&list.len()) {
        return Err((format!("{} numbers", list.len()), right()));
    }
    list.iter().try_for_each(|item| {
        let number = match item.get_ref() {
            DeValue::Integer(number) => whole(number),
            _ => None,
        };
        match number {
            Some(2..=255) => Ok(()),
            _ => Err((format!("{} is no size", described(item.get_ref())), right())),
        }
    })
}

/// Checks that a list contains only whole numbers. `one` and `all` name the numbered things in
/// error messages, such as "a router" and "routers".
fn check_numbers(list: &DeArray, one: &str, all: &str) -> Result<(), Correction> {
    list.iter().try_for_each(|item| {
        let number = match item.get_ref() {
            DeValue::Integer(number) => whole(number),
            _ => None,
        };
        number.map(|_| ()).ok_or_else(|| {
            (
                format!("{} is not the number of {one}", described(item.get_ref())),
                format!("{all} are numbered from 0, those of a mesh row by row"),
            )
        })
    })
}

fn check_name(text: &str) -> Result<(), Correction> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if (1..=64).contains(&text.len()) && text.chars().all(allowed) {
        return Ok(());
    }
    Err((
        format!("\"{}\" cannot be the name of a chip", shortened(text)),
        format!("it is {}", ValueType::Name),
    ))
}

fn out_of_range(kind: ValueType, number: &DeInteger) -> Correction {
    (
        format!("{} is out of range", shortened(&number.to_string())),
        format!("it is {kind}"),
    )
}

fn whole(number: &DeInteger) -> Option<u32> {
    u32::from_str_radix(number.as_str(), number.radix()).ok()
}

fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).collect();
    let dots = if text.chars().nth(MOST).is_some() {
        "…"
    } else {
        ""
    };
    format!("{}{dots}", start.escape_debug())
}

/// A value in words for an error message.
pub fn described(value: &DeValue) -> String {
    match value {
        DeValue::String(text) => format!("the text \"{}\"", shortened(text)),
        DeValue::Integer(number) => format!("the number {}", shortened(&number.to_string())),
        DeValue::Float(number) => format!("the number {}", shortened(&number.to_string())),
        DeValue::Boolean(truth) => format!("the truth value {truth}"),
        DeValue::Datetime(time) => format!("the date or time {time}"),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    }
}
