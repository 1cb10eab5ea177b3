//! Lists of hard inputs: lines of two hexadecimal numbers, the bits of the input and of the result, in order of the
//! input.
use std::sync::OnceLock;

pub(crate) struct List {
    text: &'static str,
    pairs: OnceLock<Vec<(u32, u32)>>,
}

impl List {
    pub(crate) const fn new(text: &'static str) -> Self {
        Self { text, pairs: OnceLock::new() }
    }

    pub(crate) fn get(&'static self) -> &'static [(u32, u32)] {
        let bits = |word: &str| u32::from_str_radix(word, 16).ok();
        self.pairs.get_or_init(|| {
            let pairs: Vec<_> = self
                .text
                .lines()
                .filter_map(|line| line.split_once(' '))
                .filter_map(|(x, y)| Some((bits(x)?, bits(y)?)))
                .collect();
            assert!(pairs.is_sorted() && pairs.len() == self.text.lines().count(), "a list of hard inputs is broken");
            pairs
        })
    }
}
