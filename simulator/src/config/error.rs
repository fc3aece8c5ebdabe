//! Errors in a chip file.

use std::fmt;
use std::path::{Path, PathBuf};

/// A mistake in a chip file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Line of the file, from 1.
    pub line: usize,
    /// The key with its table, such as `network.link`. Empty if the mistake is not about a key.
    pub key: String,
    /// The first part of the message: what is wrong.
    pub wrong: String,
    /// The right value, or a description of it.
    pub right: String,
}

impl Problem {
    pub(super) fn unreadable(error: &std::io::Error) -> Problem {
        Problem {
            line: 1,
            key: String::new(),
            wrong: format!("cannot be read: {error}"),
            right: "a chip file is a text in TOML (UTF-8)".into(),
        }
    }
}

/// All mistakes in a chip file, at least one, in the order of the file's lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChipError {
    pub file: PathBuf,
    pub problems: Vec<Problem>,
}

impl ChipError {
    pub(super) fn new(file: &Path, mut problems: Vec<Problem>) -> ChipError {
        problems.sort_by_key(|problem| problem.line);
        ChipError {
            file: file.into(),
            problems,
        }
    }

    pub(super) fn of_file(file: &Path, problem: Problem) -> ChipError {
        ChipError::new(file, vec![problem])
    }
}

/// A line for each problem: `FILE:LINE: KEY: what is wrong; what would be right`.
impl fmt::Display for ChipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.problems.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:{}: ", self.file.display(), problem.line)?;
            if !problem.key.is_empty() {
                write!(f, "{}: ", problem.key)?;
            }
            write!(f, "{}; {}", problem.wrong, problem.right)?;
        }
        Ok(())
    }
}

impl std::error::Error for ChipError {}
