//! Words by number.
use super::part::io_error;
use super::{DataError, TextFault};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The word at both ends of a sentence.
const SENTENCE: &str = "<S>";
/// The word for all that are not there.
const UNKNOWN: &str = "<UNK>";

/// The words of a language, numbered from 0 in the order of a file, which is that of their frequency where a sampled
/// softmax wants it.
///
/// A line of the file is a word and how often it occurs. `<S>` and `<UNK>` must be among them: the ends of sentences,
/// and all words that are not there.
///
/// ```
/// use lacuna_arrays::data::Vocabulary;
/// let words = Vocabulary::parse("words", b"<S> 9\nthe 8\n<UNK> 5\n")?;
/// assert_eq!((words.len(), words.id("the"), words.id("cat"), words.word(1), words.count(1)), (3, 1, 2, Some("the"), Some(8)));
/// assert_eq!(Vocabulary::parse("words", b"<S> 9\nthe\n").unwrap_err().to_string(), "words:2:1: a word and a count are expected, and there are 1 fields");
/// # Ok::<(), lacuna_arrays::data::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    ids: HashMap<Arc<str>, u32>,
    words: Vec<(Arc<str>, u64)>,
    sentence: u32,
    unknown: u32,
}

/// Where a text is at fault: the line, and the place of a part of it.
pub(super) fn fault(file: &Arc<str>, line: u64, column: usize, fault: TextFault) -> DataError {
    DataError::Text { file: file.clone(), line, column: column as u64 + 1, fault }
}

/// The lines of a text, with their numbers. A byte order mark is no part of the first.
pub(super) fn lines<'t>(file: &'t Arc<str>, text: &'t [u8]) -> impl Iterator<Item = Result<(u64, &'t str), DataError>> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let lines = text.split(|&byte| byte == b'\n').zip(1..);
    lines.map(|(line, number)| match str::from_utf8(line) {
        Ok(line) => Ok((number, line)),
        Err(error) => Err(fault(file, number, error.valid_up_to(), TextFault::NotUtf8)),
    })
}

impl Vocabulary {
    /// Reads a file.
    ///
    /// # Errors
    /// [`DataError::Io`], and as [`parse`](Self::parse).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, DataError> {
        let path = path.as_ref();
        let text = fs::read(path).map_err(|error| io_error(path, error))?;
        Self::parse(&path.to_string_lossy(), &text)
    }

    /// Reads a text; `name` is for errors. Empty lines do not count.
    ///
    /// # Errors
    /// [`DataError::Text`] with the line and column, [`DataError::MissingWord`].
    pub fn parse(name: &str, text: &[u8]) -> Result<Self, DataError> {
        let file: Arc<str> = name.into();
        let (mut ids, mut words, mut lines_of) = (HashMap::new(), Vec::new(), Vec::new());
        for line in lines(&file, text) {
            let (number, line) = line?;
            let fields: Vec<_> = line.split_whitespace().collect();
            let [word, count] = *fields else {
                if fields.is_empty() {
                    continue;
                }
                return Err(fault(&file, number, 0, TextFault::Fields { found: fields.len() }));
            };
            let column = |field: &str| field.as_ptr().addr() - line.as_ptr().addr();
            let Ok(occurrences) = count.parse() else {
                return Err(fault(&file, number, column(count), TextFault::Count { text: count.to_owned() }));
            };
            let shared: Arc<str> = word.into();
            if let Some(first) =
                ids.insert(shared.clone(), words.len() as u32).and_then(|id| lines_of.get(id as usize).copied())
            {
                return Err(fault(&file, number, column(word), TextFault::Repeated { word: word.to_owned(), first }));
            }
            words.push((shared, occurrences));
            lines_of.push(number);
        }
        let find = |word: &'static str| {
            ids.get(word).copied().ok_or_else(|| DataError::MissingWord { file: file.clone(), word })
        };
        let (sentence, unknown) = (find(SENTENCE)?, find(UNKNOWN)?);
        Ok(Self { ids, words, sentence, unknown })
    }

    /// The words of texts, one sentence a line, in the order of their frequency; equally frequent ones in alphabetical
    /// order. With `most`, only so many: what is left out counts for `<UNK>`, which is there in any case.
    ///
    /// Each sentence counts for one `<S>`.
    ///
    /// # Errors
    /// [`DataError::Io`], [`DataError::Text`] for what is not UTF-8.
    ///
    /// ```
    /// use lacuna_arrays::data::Vocabulary;
    /// let path = std::env::temp_dir().join(format!("lacuna-words-{}.txt", std::process::id()));
    /// std::fs::write(&path, "the cat\n\nthe dog the cat\n")?;
    /// let words = Vocabulary::of_texts(&[&path], None)?;
    /// assert_eq!(words.to_text(), "the 3\n<S> 2\ncat 2\ndog 1\n<UNK> 0\n");
    /// assert_eq!(Vocabulary::of_texts(&[&path], Some(3))?.to_text(), "<UNK> 3\nthe 3\n<S> 2\n");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_texts(files: &[impl AsRef<Path>], most: Option<usize>) -> Result<Self, DataError> {
        let mut counts = HashMap::from([(SENTENCE.to_owned(), 0_u64), (UNKNOWN.to_owned(), 0)]);
        for path in files {
            let path = path.as_ref();
            let text = fs::read(path).map_err(|error| io_error(path, error))?;
            for line in lines(&path.to_string_lossy().as_ref().into(), &text) {
                let mut words = line?.1.split_whitespace().peekable();
                if words.peek().is_some() {
                    *counts.entry(SENTENCE.to_owned()).or_default() += 1;
                }
                for word in words {
                    match counts.get_mut(word) {
                        Some(count) => *count += 1,
                        None => drop(counts.insert(word.to_owned(), 1)),
                    }
                }
            }
        }
        let special = |word: &str| word == SENTENCE || word == UNKNOWN;
        let order = |a: &(String, u64), b: &(String, u64)| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0));
        let (mut kept, mut ordinary): (Vec<_>, Vec<_>) = counts.into_iter().partition(|(word, _)| special(word));
        ordinary.sort_unstable_by(order);
        let rest = ordinary.split_off(most.unwrap_or(usize::MAX).saturating_sub(kept.len()).min(ordinary.len()));
        if let Some((_, unknown)) = kept.iter_mut().find(|(word, _)| word == UNKNOWN) {
            *unknown += rest.iter().map(|(_, count)| count).sum::<u64>();
        }
        kept.extend(ordinary);
        kept.sort_unstable_by(order);
        let words: Vec<(Arc<str>, u64)> = kept.into_iter().map(|(word, count)| (word.into(), count)).collect();
        let ids: HashMap<_, _> = (0..).zip(&words).map(|(id, (word, _))| (word.clone(), id)).collect();
        let find = |word| ids.get(word).copied().unwrap_or_default();
        let (sentence, unknown) = (find(SENTENCE), find(UNKNOWN));
        Ok(Self { ids, words, sentence, unknown })
    }

    /// How many words of a text are not there, and so are read as `<UNK>`, and how many it has in all.
    ///
    /// # Errors
    /// As [`of_texts`](Self::of_texts).
    ///
    /// ```
    /// use lacuna_arrays::data::Vocabulary;
    /// let path = std::env::temp_dir().join(format!("lacuna-unknown-{}.txt", std::process::id()));
    /// std::fs::write(&path, "the cat\nthe <UNK> cat <S> dog\n")?;
    /// let words = Vocabulary::parse("words", b"<S> 9\nthe 8\n<UNK> 5\n")?;
    /// assert_eq!(words.unknown_of_text(&path)?, (3, 7));
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unknown_of_text(&self, path: impl AsRef<Path>) -> Result<(u64, u64), DataError> {
        let path = path.as_ref();
        let text = fs::read(path).map_err(|error| io_error(path, error))?;
        let (mut unknown, mut all) = (0, 0);
        for line in lines(&path.to_string_lossy().as_ref().into(), &text) {
            for word in line?.1.split_whitespace() {
                all += 1;
                unknown += u64::from(!self.ids.contains_key(word));
            }
        }
        Ok((unknown, all))
    }

    /// The text of a file that [`open`](Self::open) reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.words.iter().map(|(word, count)| format!("{word} {count}\n")).collect()
    }

    /// How many words there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Never: there are two words at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of a word, or that of `<UNK>`.
    #[must_use]
    pub fn id(&self, word: &str) -> u32 {
        self.ids.get(word).copied().unwrap_or(self.unknown)
    }

    /// The word of a number.
    #[must_use]
    pub fn word(&self, id: u32) -> Option<&str> {
        self.words.get(id as usize).map(|(word, _)| &**word)
    }

    /// How often the word of a number occurs, as its line says.
    #[must_use]
    pub fn count(&self, id: u32) -> Option<u64> {
        self.words.get(id as usize).map(|(_, count)| *count)
    }

    /// The number of `<S>`.
    #[must_use]
    pub const fn sentence(&self) -> u32 {
        self.sentence
    }

    /// The number of `<UNK>`.
    #[must_use]
    pub const fn unknown(&self) -> u32 {
        self.unknown
    }
}
