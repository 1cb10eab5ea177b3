//! Sentences of files.
use super::order::Draws;
use super::part::io_error;
use super::vocabulary::lines;
use super::{DataError, Vocabulary};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// The sentences of files, one a line, in their order or in a shuffled one: of the files, and of the sentences in each.
/// One file at a time is in memory, as numbers of words.
#[derive(Clone, Debug)]
pub(super) struct Sentences {
    files: Vec<PathBuf>,
    seed: Option<u64>,
    /// Files that are still to be read, the next one last.
    left: Vec<usize>,
    draws: Option<Draws>,
    /// Words of all sentences of the file.
    words: Vec<u32>,
    /// Where each begins and ends.
    ranges: Vec<(usize, usize)>,
    next: usize,
}

impl Sentences {
    pub const fn new(files: Vec<PathBuf>) -> Self {
        Self { files, seed: None, left: Vec::new(), draws: None, words: Vec::new(), ranges: Vec::new(), next: 0 }
    }

    /// In another order in each epoch, from the next one on.
    pub const fn shuffle(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Begins an epoch.
    pub fn begin(&mut self, epoch: u64) {
        self.draws = self.seed.map(|seed| Draws::new(seed, epoch));
        self.left.clear();
        self.left.extend((0..self.files.len()).rev());
        if let Some(draws) = &mut self.draws {
            draws.shuffle(&mut self.left);
        }
        self.words.clear();
        self.ranges.clear();
        self.next = 0;
    }

    /// Replaces the sentence by the next one, between two ends; `false` if there is none.
    pub fn read(&mut self, vocabulary: &Vocabulary, sentence: &mut Vec<u32>) -> Result<bool, DataError> {
        loop {
            if let Some(&(begin, end)) = self.ranges.get(self.next) {
                self.next += 1;
                sentence.clear();
                sentence.push(vocabulary.sentence());
                sentence.extend_from_slice(self.words.get(begin..end).unwrap_or_default());
                sentence.push(vocabulary.sentence());
                return Ok(true);
            }
            let Some(file) = self.left.pop().and_then(|file| self.files.get(file)) else { return Ok(false) };
            let text = fs::read(file).map_err(|error| io_error(file, error))?;
            let name: Arc<str> = file.to_string_lossy().as_ref().into();
            self.words.clear();
            self.ranges.clear();
            self.next = 0;
            for line in lines(&name, &text) {
                let begin = self.words.len();
                self.words.extend(line?.1.split_whitespace().map(|word| vocabulary.id(word)));
                if self.words.len() > begin {
                    self.ranges.push((begin, self.words.len()));
                }
            }
            if let Some(draws) = &mut self.draws {
                draws.shuffle(&mut self.ranges);
            }
        }
    }
}
