//! How a reader fills a batch: straight from the text, or from what several threads made of it.

use std::{
    io::Read,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    block::BlockFault,
    csr_batch::CsrBatch,
    error::{LibsvmError, RowError},
    line::Fault,
    options::IndexBase,
    piece::{Piece, cut},
    reader::{LibsvmReader, io_error},
    scalar::{LibsvmIndex, LibsvmValue},
    threads,
    unused::UnusedCounts,
};

/// Parts of a block for each thread: small ones, as a thread that finds none left waits until the others have parsed
/// theirs.
const PIECES_OF_A_THREAD: usize = 16;

impl<R: Read + Send, V: LibsvmValue, I: LibsvmIndex> LibsvmReader<R, V, I> {
    pub(super) fn fill_directly(&mut self, most: usize, batch: &mut CsrBatch<V, I>) -> Result<(), LibsvmError> {
        while batch.rows() < most && (!self.blocks.text().is_empty() || self.advance()?) {
            let before = batch.rows();
            self.rows.clear();
            self.rows.swap(batch);
            let text = self.blocks.text();
            let progress = V::parse_rows(text, most - before, &self.rules, &mut self.rows);
            self.rows.swap(batch);
            self.count_unused(self.rows.unused);
            self.blocks.take(progress.bytes);
            if let Some(fault) = close_rows(batch, 0, &self.rows.ends, &self.rows.lines).or(progress.fault) {
                return Err(self.row_error(fault));
            }
            self.lines += progress.lines;
            self.count_features(batch, before);
        }
        Ok(())
    }

    pub(super) fn fill_from_pieces(&mut self, most: usize, batch: &mut CsrBatch<V, I>) -> Result<(), LibsvmError> {
        while batch.rows() < most {
            let Some(piece) = self.pieces.get_mut(self.delivered) else {
                if !self.advance()? {
                    break;
                }
                self.parse_block();
                continue;
            };
            let before = batch.rows();
            let (rows, entries) = piece.next_rows(most - before);
            let offset = batch.indices.len().wrapping_sub(entries.start);
            batch.labels.extend_from_slice(&piece.rows.labels[rows.clone()]);
            batch.weights.extend_from_slice(piece.rows.weights.get(rows.clone()).unwrap_or_default());
            batch.indices.extend_from_slice(&piece.rows.indices[entries.clone()]);
            batch.values.extend_from_slice(&piece.rows.values[entries]);
            let (ends, lines) = (&piece.rows.ends[rows.clone()], &piece.rows.lines[rows]);
            let mut fault = close_rows(batch, offset, ends, lines);
            let mut unused = UnusedCounts::default();
            match piece.after_rows() {
                // Behind a full batch it is for the next one.
                Some(Err(behind)) if batch.rows() < most => fault = fault.or(Some(behind)),
                Some(Ok(lines)) if fault.is_none() => {
                    unused = piece.rows.unused;
                    self.lines += lines;
                    self.delivered += 1;
                }
                _ => {}
            }
            if let Some(fault) = fault {
                return Err(self.row_error(fault));
            }
            self.count_unused(unused);
            self.count_features(batch, before);
        }
        Ok(())
    }

    /// Parses the block on as many threads, one of which first loads the next block.
    fn parse_block(&mut self) {
        let (text, load) = self.blocks.text_and_load();
        let (bytes, rules) = (text.len(), self.rules.clone());
        let parts = self.threads.saturating_mul(PIECES_OF_A_THREAD);
        self.pieces.resize_with(parts, Piece::default);
        let load = Mutex::new(Some(load));
        let queue = Mutex::new(self.pieces.iter_mut().zip(cut(text, parts)));
        let work = || {
            let load = lock(&load).take();
            if let Some(load) = load {
                load();
            }
            loop {
                let next = lock(&queue).next();
                let Some((piece, text)) = next else { break };
                piece.parse(text, &rules);
            }
        };
        threads::on_each(self.threads, work);
        drop((load, queue));
        self.blocks.take(bytes);
        self.delivered = 0;
    }

    /// Goes on to the next block.
    fn advance(&mut self) -> Result<bool, LibsvmError> {
        let more = self.blocks.advance().map_err(|fault| match fault {
            BlockFault::Io(error) => io_error(&self.file, error),
            BlockFault::LineTooLong { max } => {
                let reason = RowError::LineTooLong { max: max as u64 };
                self.row_error(Fault { line: 0, column: 1, reason })
            }
        })?;
        if mem::take(&mut self.at_start) && self.blocks.text().starts_with(b"\xef\xbb\xbf") {
            self.blocks.take(3);
        }
        self.read_head();
        Ok(more)
    }

    /// Looks for the base in the comments above the first row, in the words that scikit-learn writes.
    fn read_head(&mut self) {
        const WORDS: [(&[u8], IndexBase); 2] =
            [(b"Column indices are zero-based", IndexBase::Zero), (b"Column indices are one-based", IndexBase::One)];
        let mut lines = self.blocks.text().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        while self.in_head {
            let Some(line) = lines.next() else { return };
            match line.strip_prefix(b"#") {
                Some(comment) => {
                    let comment = comment.trim_ascii();
                    let told = WORDS.iter().find_map(|&(words, base)| (comment == words).then_some(base));
                    self.stated_base = self.stated_base.or(told);
                }
                None => self.in_head = line.is_empty(),
            }
        }
    }

    fn count_features(&mut self, batch: &CsrBatch<V, I>, first_row: usize) {
        if self.features_known {
            return;
        }
        for bounds in batch.indptr[first_row..].windows(2).filter(|bounds| bounds[0] < bounds[1]) {
            let last = bounds[1].widen().and_then(|end| batch.indices.get(end as usize - 1)?.widen());
            self.features = self.features.max(last.map_or(0, |last| last as usize + 1));
        }
    }
}

/// A panic elsewhere is passed on by rayon; it leaves nothing half done under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds the row pointers of new rows, whose ends lie `offset` further in the batch; the first row that the index type
/// cannot count to.
fn close_rows<V, I: LibsvmIndex>(
    batch: &mut CsrBatch<V, I>,
    offset: usize,
    ends: &[usize],
    lines: &[u64],
) -> Option<Fault> {
    for (end, &line) in ends.iter().zip(lines) {
        let end = end.wrapping_add(offset) as u64;
        if end > I::MAX {
            return Some(Fault { line, column: 1, reason: RowError::TooManyEntries { max: I::MAX } });
        }
        batch.indptr.push(I::truncate(end));
    }
    None
}
