//! Windows of text.
use super::batch::slots;
use super::sentences::Sentences;
use super::{Batch, Batches, DataError, Vocabulary};
use crate::array::{Array, ArrayError, Element, reserve};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

/// Batches of `(batch, bptt)` words for a language model: MultiSentenceIter of MXNet's example of a large word language
/// model.
///
/// Each row of a batch is a stream of sentences, `<S> words <S>`, which goes on in the same row of the next batch;
/// where its sentence ends, it takes the next one of the text. `data` is the words, as `i64`, and a mask, as `f32`;
/// `label` the word behind each. Once the text has ended the mask is 0 where nothing was left for a row, and words and
/// targets are 0 there; an epoch ends where nothing is left for any row. The streams of the next epoch are new.
///
/// ```
/// use lacuna_arrays::data::{Batch, Batches, TextWindows, Vocabulary};
/// let path = std::env::temp_dir().join(format!("lacuna-windows-{}.txt", std::process::id()));
/// std::fs::write(&path, "the cat\nthe dog the cat\n")?;
/// let vocabulary = Vocabulary::parse("words", b"<S> 9\n<UNK> 5\nthe 3\ncat 2\n")?;
/// let mut windows = TextWindows::new(vocabulary, vec![path.clone()], 2, 3)?;
/// let mut batch = Batch::default();
/// assert!(windows.next_batch(&mut batch)?);
/// assert_eq!(batch.data[0].data::<i64>(), Some(&[0, 2, 3, 0, 2, 1][..]));
/// assert_eq!(batch.label[0].data::<i64>(), Some(&[2, 3, 0, 2, 1, 2][..]));
/// assert!(windows.next_batch(&mut batch)?);
/// // Nothing is left for the first row.
/// assert_eq!(batch.data[0].data::<i64>(), Some(&[0, 0, 0, 2, 3, 0][..]));
/// assert_eq!(batch.data[1].data::<f32>(), Some(&[0.0, 0.0, 0.0, 1.0, 1.0, 0.0][..]));
/// assert!(!windows.next_batch(&mut batch)?);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextWindows {
    vocabulary: Arc<Vocabulary>,
    sentences: Sentences,
    bptt: usize,
    epoch: u64,
    streams: Vec<Stream>,
    window: Window,
    failed: Option<DataError>,
}

/// What is left of a sentence.
#[derive(Clone, Debug, Default)]
struct Stream {
    words: Vec<u32>,
    at: usize,
}

/// The arrays of a batch, row by row.
#[derive(Clone, Debug, Default)]
struct Window {
    words: Vec<i64>,
    mask: Vec<f32>,
    targets: Vec<i64>,
}

impl TextWindows {
    /// Windows of the sentences of files, one a line, in this order.
    ///
    /// # Errors
    /// [`DataError::ZeroBatchSize`], [`DataError::NoRows`] without files, [`DataError::Array`] for more rows than there
    /// is memory for.
    pub fn new(
        vocabulary: impl Into<Arc<Vocabulary>>,
        files: Vec<PathBuf>,
        batch_size: usize,
        bptt: usize,
    ) -> Result<Self, DataError> {
        if batch_size == 0 || bptt == 0 {
            return Err(DataError::ZeroBatchSize);
        }
        if files.is_empty() {
            return Err(DataError::NoRows);
        }
        let (sentences, mut streams) = (Sentences::new(files), Vec::new());
        reserve(&mut streams, batch_size)?;
        streams.resize(batch_size, Stream::default());
        let mut windows = Self {
            vocabulary: vocabulary.into(),
            sentences,
            bptt,
            epoch: 0,
            streams,
            window: Window::default(),
            failed: None,
        };
        windows.begin();
        Ok(windows)
    }

    /// In each epoch another order of the files, and of the sentences in each: a function of this seed and of the
    /// number of the epoch, from 0, alone. It begins anew.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        self.sentences.shuffle(seed);
        self.epoch = 0;
        self.begin();
        self
    }

    /// The words.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn begin(&mut self) {
        self.sentences.begin(self.epoch);
        self.streams.iter_mut().for_each(|stream| *stream = Stream::default());
        self.failed = None;
    }

    /// Fills a window; whether there is a word in it.
    fn fill(&mut self, window: &mut Window) -> Result<bool, DataError> {
        let mut any = false;
        for stream in &mut self.streams {
            let mut left = self.bptt;
            while left > 0 {
                if stream.words.len().saturating_sub(stream.at) <= 1 {
                    if !self.sentences.read(&self.vocabulary, &mut stream.words)? {
                        break;
                    }
                    stream.at = 0;
                }
                let end = (stream.at + left).min(stream.words.len() - 1);
                let part = |begin: usize, end: usize| {
                    stream.words.get(begin..end).unwrap_or_default().iter().map(|&word| i64::from(word))
                };
                window.words.extend(part(stream.at, end));
                window.targets.extend(part(stream.at + 1, end + 1));
                left -= end - stream.at;
                stream.at = end;
                any = true;
            }
            window.mask.resize(window.words.len(), 1.0);
            for vector in [&mut window.words, &mut window.targets] {
                vector.resize(vector.len() + left, 0);
            }
            window.mask.resize(window.words.len(), 0.0);
        }
        Ok(any)
    }

    fn try_next(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let shape = [self.streams.len(), self.bptt];
        let length = shape[0].checked_mul(shape[1]).ok_or_else(|| ArrayError::Elements { shape: shape.to_vec() })?;
        let mut window = mem::take(&mut self.window);
        window.clear();
        reserve(&mut window.words, length)?;
        reserve(&mut window.mask, length)?;
        reserve(&mut window.targets, length)?;
        let any = self.fill(&mut window);
        self.window = window;
        if !any? {
            return Ok(false);
        }
        let Window { words, mask, targets } = &mut self.window;
        if let ([data, masks], [label]) = (slots(&mut batch.data, 2), slots(&mut batch.label, 1)) {
            exchange(&shape, words, data)?;
            exchange(&shape, mask, masks)?;
            exchange(&shape, targets, label)?;
        }
        batch.pad = 0;
        Ok(true)
    }
}

impl Window {
    fn clear(&mut self) {
        self.words.clear();
        self.mask.clear();
        self.targets.clear();
    }
}

/// Moves numbers into a dense array, and that array's memory to the numbers.
fn exchange<V: Element>(shape: &[usize], numbers: &mut Vec<V>, array: &mut Array) -> Result<(), ArrayError> {
    let memory = array.take_memory().values(0)?;
    *array = Array::dense(shape, mem::replace(numbers, memory))?;
    Ok(())
}

impl Batches for TextWindows {
    fn batch_size(&self) -> usize {
        self.streams.len()
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let result = self.try_next(batch);
        self.failed = result.as_ref().err().cloned();
        result
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.restart()
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.epoch += 1;
        self.begin();
        Ok(())
    }
}
