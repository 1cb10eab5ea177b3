//! Lines of a text, and what stands in them.
use crate::array::file::{Fault, error::excerpt};

/// The lines that are left.
pub(super) struct Lines<'a> {
    left: &'a [u8],
    taken: u64,
}

/// A line, and its number from 1.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub number: u64,
    pub text: &'a [u8],
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Self { left: text, taken: 0 }
    }

    /// Bytes of the lines that are left.
    pub fn bytes(&self) -> usize {
        self.left.len()
    }

    /// The next line, whatever it is; `None` at the end.
    pub fn any(&mut self) -> Option<Line<'a>> {
        if self.left.is_empty() {
            return None;
        }
        let end = self.left.iter().position(|&byte| byte == b'\n');
        let (text, left) = match end {
            Some(end) => (self.left.get(..end)?, self.left.get(end + 1..)?),
            None => (self.left, &[][..]),
        };
        self.left = left;
        self.taken += 1;
        Some(Line { number: self.taken, text })
    }

    /// The next line that is neither blank nor a comment.
    pub fn content(&mut self) -> Option<Line<'a>> {
        loop {
            let line = self.any()?;
            let text = line.text.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"%") {
                return Some(Line { text, ..line });
            }
        }
    }
}

impl<'a> Line<'a> {
    pub fn wrong(self, wrong: &'static str) -> Fault {
        Fault::Line { line: self.number, found: excerpt(self.text), wrong }
    }

    pub fn words(self) -> impl Iterator<Item = &'a [u8]> {
        self.text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }
}

/// A number without a sign.
pub(super) fn whole(word: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(word).ok().filter(|word| !word.starts_with('+'))?;
    digits.parse().ok()
}
