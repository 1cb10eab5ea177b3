//! What one thread makes of its part of a block.

use std::ops::Range;

use super::{
    line::{Fault, Progress, Rows, Rules},
    scalar::{LibsvmIndex, LibsvmValue},
};

/// The rows of a part of a block, handed out from the front.
#[derive(Debug)]
pub(super) struct Piece<V, I> {
    pub(super) rows: Rows<V, I>,
    progress: Progress,
    handed_out: usize,
}

impl<V, I> Default for Piece<V, I> {
    fn default() -> Self {
        Self { rows: Rows::default(), progress: Progress::default(), handed_out: 0 }
    }
}

impl<V: LibsvmValue, I: LibsvmIndex> Piece<V, I> {
    pub(super) fn parse(&mut self, text: &[u8], rules: &Rules) {
        self.clear();
        self.progress = V::parse_rows(text, usize::MAX, rules, &mut self.rows);
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.progress, self.handed_out) = (Progress::default(), 0);
    }

    /// Up to `most` rows that were not handed out before, and their entries.
    pub(super) fn next_rows(&mut self, most: usize) -> (Range<usize>, Range<usize>) {
        let first = self.handed_out;
        self.handed_out += most.min(self.rows.ends.len() - first);
        (first..self.handed_out, self.begin(first)..self.begin(self.handed_out))
    }

    /// Where the entries of a row begin.
    fn begin(&self, row: usize) -> usize {
        row.checked_sub(1).map_or(0, |previous| self.rows.ends[previous])
    }

    /// Once all rows have been handed out: the fault behind them, or else the number of lines.
    pub(super) fn after_rows(&self) -> Option<Result<u64, Fault>> {
        let all = self.handed_out == self.rows.ends.len();
        all.then(|| self.progress.fault.clone().map_or(Ok(self.progress.lines), Err))
    }
}

/// Cuts whole lines into as many parts of about equal size, some perhaps empty.
pub(super) fn cut(text: &[u8], parts: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    (0..parts).rev().map(move |parts_after| {
        let about = rest.len() / (parts_after + 1);
        let end = match rest[about..].iter().position(|&byte| byte == b'\n') {
            Some(more) if parts_after > 0 => about + more + 1,
            _ => rest.len(),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        part
    })
}
