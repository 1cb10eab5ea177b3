//! Compressed text: gzip is read as the text that it holds, with the feature `gzip`; other formats are told by name.
//!
//! What a file begins with decides, not its name.
#[cfg(feature = "gzip")]
use flate2::bufread::MultiGzDecoder;
use std::borrow::Cow;
#[cfg(feature = "gzip")]
use std::io::BufReader;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom};
use thiserror::Error;

/// A format of compressed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, which is read with the feature `gzip`.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// Zstandard.
    Zstd,
    /// LZ4 frames.
    Lz4,
}

impl Compression {
    /// All of them, with the bytes that their files begin with.
    const ALL: [(Self, &'static [u8]); 5] = [
        (Self::Gzip, b"\x1f\x8b\x08"),
        (Self::Bzip2, b"BZh"),
        (Self::Xz, b"\xfd7zXZ\0"),
        (Self::Zstd, b"\x28\xb5\x2f\xfd"),
        (Self::Lz4, b"\x04\x22\x4d\x18"),
    ];

    /// The format of a file that begins so; `None` if it is not compressed, as far as is known here.
    ///
    /// ```
    /// use lacuna_libsvm::compression::Compression;
    /// assert_eq!(Compression::of(b"BZh91AY&SY").map(Compression::name), Some("bzip2"));
    /// assert_eq!(Compression::of(b"1 0:0.5\n"), None);
    /// ```
    #[must_use]
    pub fn of(start: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(format, magic)| start.starts_with(magic).then_some(format))
    }

    /// The name of its program.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Lz4 => "lz4",
        }
    }
}

const HINT: &str = if cfg!(feature = "gzip") { " (only gzip is read as it is)" } else { "" };

/// A text is compressed by a format that is not read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("compressed by {}: decompress it first{}", .0.name(), HINT)]
pub struct UnreadCompression(pub Compression);

impl From<UnreadCompression> for Error {
    fn from(error: UnreadCompression) -> Self {
        Self::new(ErrorKind::Unsupported, error)
    }
}

/// Bytes as they are, or those that a gzip file holds. A source is looked at when it is first read.
///
/// ```
/// use lacuna_libsvm::compression::Decompressed;
/// use std::io::Read;
/// let mut text = String::new();
/// Decompressed::new(&b"1 0:0.5\n"[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "1 0:0.5\n");
/// let error = Decompressed::new(&b"BZh91AY&SY"[..]).read_to_string(&mut text).unwrap_err();
/// assert!(error.to_string().starts_with("compressed by bzip2"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Decompressed<R> {
    /// None only while a call changes it.
    state: Option<State<R>>,
}

/// What was read to look at it, and the rest.
#[derive(Debug)]
struct Seen<R> {
    start: [u8; LONGEST],
    /// Bytes of the start that were handed on, and those there are.
    taken: usize,
    length: usize,
    source: R,
}

impl<R: Read> Seen<R> {
    /// Reads the start, or what there is of it.
    fn look(source: R) -> (Self, Result<()>) {
        let mut seen = Self { start: [0; LONGEST], taken: 0, length: 0, source };
        while seen.length < LONGEST {
            match seen.source.read(seen.start.get_mut(seen.length..).unwrap_or_default()) {
                Ok(0) => break,
                Ok(read) => seen.length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return (seen, Err(error)),
            }
        }
        (seen, Ok(()))
    }

    fn found(&self) -> Option<Compression> {
        Compression::of(self.start.get(..self.length).unwrap_or_default())
    }
}

impl<R: Read> Read for Seen<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        match self.start.get(self.taken..self.length) {
            Some(mut left) if !left.is_empty() => {
                let read = left.read(buffer)?;
                self.taken += read;
                Ok(read)
            }
            _ => self.source.read(buffer),
        }
    }
}

#[derive(Debug)]
enum State<R> {
    Unread(R),
    Plain(Seen<R>),
    #[cfg(feature = "gzip")]
    Gzip(Box<MultiGzDecoder<BufReader<Seen<R>>>>),
}

/// The longest of the bytes that a format is known by.
const LONGEST: usize = 6;

/// Compressed bytes that are read at a time.
#[cfg(feature = "gzip")]
const BUFFER: usize = 64 << 10;

impl<R: Read> Decompressed<R> {
    /// Reads from where the source is.
    pub const fn new(source: R) -> Self {
        Self { state: Some(State::Unread(source)) }
    }

    fn look(source: R) -> (State<R>, Result<()>) {
        let (seen, looked) = Seen::look(source);
        match (looked, seen.found()) {
            (Err(error), _) => (State::Plain(seen), Err(error)),
            (Ok(()), None) => (State::Plain(seen), Ok(())),
            #[cfg(feature = "gzip")]
            (Ok(()), Some(Compression::Gzip)) => {
                (State::Gzip(Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, seen)))), Ok(()))
            }
            (Ok(()), Some(other)) => (State::Plain(seen), Err(UnreadCompression(other).into())),
        }
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if let Some(State::Unread(_)) = &self.state
            && let Some(State::Unread(source)) = self.state.take()
        {
            let (state, looked) = Self::look(source);
            self.state = Some(state);
            looked?;
        }
        match &mut self.state {
            Some(State::Plain(seen)) => seen.read(buffer),
            #[cfg(feature = "gzip")]
            Some(State::Gzip(decoder)) => decoder.read(buffer),
            Some(State::Unread(_)) | None => Ok(0),
        }
    }
}

impl<R: Read + Seek> Decompressed<R> {
    /// Goes to a place of the source, where a text begins, compressed or not.
    ///
    /// # Errors
    /// Those of the source.
    pub fn restart(&mut self, place: u64) -> Result<()> {
        let source = match self.state.take() {
            Some(State::Unread(source)) => source,
            Some(State::Plain(seen)) => seen.source,
            #[cfg(feature = "gzip")]
            Some(State::Gzip(decoder)) => decoder.into_inner().into_inner().source,
            None => return Ok(()),
        };
        let source = self.state.insert(State::Unread(source));
        match source {
            State::Unread(source) => source.seek(SeekFrom::Start(place)).map(drop),
            _ => Ok(()),
        }
    }
}

/// Bytes as they are, or those that a gzip file holds.
///
/// # Errors
/// If they are malformed, or [compressed otherwise](UnreadCompression).
///
/// ```
/// use lacuna_libsvm::compression::decompress;
/// assert_eq!(decompress(b"%%MatrixMarket")?.as_ref(), b"%%MatrixMarket");
/// assert!(decompress(b"\x28\xb5\x2f\xfd").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompress(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    match Compression::of(bytes) {
        None => Ok(Cow::Borrowed(bytes)),
        #[cfg(feature = "gzip")]
        Some(Compression::Gzip) => {
            let mut text = Vec::new();
            MultiGzDecoder::new(bytes).read_to_end(&mut text)?;
            Ok(Cow::Owned(text))
        }
        Some(other) => Err(UnreadCompression(other).into()),
    }
}
