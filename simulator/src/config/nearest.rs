//! Finds the existing name that a misspelt name was probably meant to be.

/// The candidate with the smallest edit distance to `name`. None if the distance is too large for a
/// typing mistake: more than one letter plus a third of the candidate's letters.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (distance(name, candidate), candidate))
        .min()
        .filter(|&(changes, candidate)| changes <= candidate.len() / 3 + 1)
        .map(|(_, candidate)| candidate)
}

/// The edit distance of two words: the least number of letters that must be inserted, deleted or
/// replaced to turn one into the other (Levenshtein 1966).
fn distance(one: &str, other: &str) -> usize {
    // Names of keys have about twenty letters at most, so a word of more than forty letters is far
    // from all of them, whatever its further letters are.
    let letters: Vec<char> = one.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=letters.len()).collect();
    for (position, letter) in other.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = position + 1;
        for (column, &own) in letters.iter().enumerate() {
            let replaced = diagonal + usize::from(own != letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[letters.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_known_words() {
        // These pairs of words are the usual examples in textbooks.
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("saturday", "sunday"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let known = ["columns", "rows", "buffer_flits"];
        let of = |name| nearest(name, known.into_iter());
        assert_eq!(of("colums"), Some("columns"));
        assert_eq!(of("row"), Some("rows"));
        assert_eq!(of("bufferflits"), Some("buffer_flits"));
        assert_eq!(of("temperature"), None);
        // At most three of the seven letters of "columns" may differ.
        assert_eq!(of("clmn"), Some("columns"));
        assert_eq!(of("cmn"), None);
    }
}
