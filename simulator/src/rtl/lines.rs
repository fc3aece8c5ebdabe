//! The text of a record, whose lines are ordered by cycle.

use std::fmt::{Arguments, Write};

#[derive(Debug, Default)]
pub struct Lines {
    text: String,
    /// The cycle of the latest line with the letter `c`, which begins the lines of a cycle.
    written: Option<u64>,
}

impl Lines {
    pub fn add(&mut self, cycle: u64, words: Arguments) {
        if self.written != Some(cycle) {
            self.written = Some(cycle);
            self.put(format_args!("c {cycle:x}"));
        }
        self.put(words);
    }

    /// Ends the text. It is complete for all cycles before `end`.
    pub fn into_text(mut self, end: u64) -> String {
        self.put(format_args!("z {end:x}"));
        self.text
    }

    fn put(&mut self, words: Arguments) {
        writeln!(self.text, "{words}").expect("a string takes any text");
    }
}
