//! Rows in a file of their own, as they are in memory: what text says once.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `lacuna rows 1`, filled up with 0 |
//! | 8 | length of the head |
//! | | the head, a JSON object |
//! | each block: 1 | 1 if rows have weights, else 0 |
//! | 16 | rows, entries; both 0 behind the last block |
//! | | labels, weights if there are some, lengths of rows, indices, values: 4 bytes each |
//! | 4 | CRC-32 of the block |
//!
//! Numbers are little-endian.
use crate::input::Input;
use anyhow::{Context, Result, bail, ensure};
use bytemuck::{Pod, cast_slice, cast_slice_mut};
use crc32fast::Hasher;
use lacuna_models::train::{ReadBatch, SavedBase};
use lacuna_runtime::atomic_file::AtomicFile;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmError};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

const MAGIC: [u8; 16] = *b"lacuna rows 1\0\0\0";

/// Longer than any head.
const MOST_HEAD_BYTES: u64 = 64 << 20;

/// More rows and entries than any block has.
const MOST_IN_BLOCK: u64 = 1 << 31;

/// The text that rows are of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    bytes: u64,
    /// Nanoseconds since 1970; none for what came through a pipe.
    modified: Option<u64>,
    crc: u32,
}

/// What a file of rows begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    text: Text,
    /// How it was read.
    pub reading: String,
    pub features: usize,
    pub fields: usize,
    pub index_base: SavedBase,
    pub labels: Vec<f64>,
    columns: usize,
}

/// Rows of a file.
pub(super) struct Cache {
    name: Arc<str>,
    file: BufReader<File>,
    first: u64,
    pub head: Head,
}

fn modified(file: &File) -> Option<u64> {
    let time = file.metadata().ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(time.as_nanos()).ok()
}

/// The CRC-32 of a file, which is then at its start again.
fn crc(input: &mut Input) -> Result<u32> {
    let mut crc = || -> io::Result<u32> {
        let (mut hasher, mut block) = (Hasher::new(), vec![0; 1 << 20]);
        loop {
            match input.file.read(&mut block)? {
                0 => break,
                bytes => hasher.update(&block[..bytes]),
            }
        }
        input.file.rewind()?;
        Ok(hasher.finalize())
    };
    crc().with_context(|| input.name.clone())
}

impl Cache {
    /// Opens the rows of a text, which have been read so; `None` if there is no such file.
    pub fn open(path: &Path, input: &mut Input, reading: &str) -> Result<Option<Self>> {
        let name = path.display().to_string();
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.with_context(|| name.clone())?,
        };
        let mut file = BufReader::with_capacity(1 << 20, file);
        let head = read_head(&mut file).ok().with_context(|| format!("{name}: holds no rows of `lacuna train`"))?;
        let first = file.stream_position().with_context(|| name.clone())?;
        ensure!(
            head.reading == reading,
            "{name}: its rows were read with other options; delete it, and it is made anew"
        );
        let is_old = head.text.bytes != input.bytes
            || ((head.text.modified.is_none() || head.text.modified != modified(&input.file))
                && head.text.crc != crc(input)?);
        ensure!(!is_old, "{name}: {} has changed since; delete it, and it is made anew", input.name);
        Ok(Some(Self { name: name.into(), file, first, head }))
    }

    /// Writes all rows of a reader; the file then is complete, or as before.
    pub fn write(path: &Path, input_name: &str, head: &Head, rows: &mut impl ReadBatch<f32>) -> Result<()> {
        let name = || format!("{}: cannot be written", path.display());
        let mut file = BufWriter::with_capacity(1 << 20, AtomicFile::create(path)?);
        let head = serde_json::to_vec(head)?;
        let mut write = |parts: &[&[u8]]| parts.iter().try_for_each(|part| file.write_all(part)).with_context(name);
        write(&[&MAGIC, &(head.len() as u64).to_le_bytes(), &head])?;
        let mut batch = CsrBatch::new();
        let mut is_there = true;
        while is_there {
            is_there = rows.read(&mut batch).with_context(|| input_name.to_owned())?;
            let counts = [batch.rows() as u64, batch.indices.len() as u64].map(u64::to_le_bytes);
            let lengths: Vec<u32> = batch.indptr.windows(2).map(|pair| (pair[1] - pair[0]) as u32).collect();
            let parts = [
                counts.as_flattened().to_vec(),
                little(&batch.labels),
                little(&batch.weights),
                little(&lengths),
                little(&batch.indices),
                little(&batch.values),
            ];
            let mut hasher = Hasher::new();
            hasher.update(&[u8::from(!batch.weights.is_empty())]);
            parts.iter().for_each(|part| hasher.update(part));
            write(&[&[u8::from(!batch.weights.is_empty())]])?;
            write(&parts.each_ref().map(|part| &**part))?;
            write(&[&hasher.finalize().to_le_bytes()])?;
        }
        rows.restart().with_context(|| input_name.to_owned())?;
        Ok(file.into_inner().map_err(io::IntoInnerError::into_error).with_context(name)?.finish()?)
    }

    /// What identifies a text. It is then at its start again.
    pub fn text(input: &mut Input) -> Result<Text> {
        // What came through a pipe is in a temporary file, whose time says nothing.
        let modified = if input.is_copied { None } else { modified(&input.file) };
        Ok(Text { bytes: input.bytes, modified, crc: crc(input)? })
    }

    /// The head of the rows of a text.
    pub fn head(
        text: Text,
        reading: &str,
        [features, fields, columns]: [usize; 3],
        index_base: SavedBase,
        labels: &[f64],
    ) -> Head {
        let (reading, labels) = (reading.to_owned(), labels.to_vec());
        Head { text, reading, features, fields, index_base, labels, columns }
    }

    /// The next block; `false` behind the last one.
    fn block(&mut self, batch: &mut CsrBatch<f32, i32>) -> io::Result<bool> {
        let malformed = || io::Error::new(ErrorKind::InvalidData, "the rows are damaged: delete the file");
        let mut hasher = Hasher::new();
        let (mut weighs, mut counts) = ([0_u8], [[0_u8; 8]; 2]);
        for part in [&mut weighs[..], counts.as_flattened_mut()] {
            self.file.read_exact(part)?;
            hasher.update(part);
        }
        let [rows, entries] = counts.map(u64::from_le_bytes);
        if rows > MOST_IN_BLOCK || entries > MOST_IN_BLOCK {
            return Err(malformed());
        }
        let (rows, entries) = (rows as usize, entries as usize);
        let weights = if weighs == [0] { 0 } else { rows };
        batch.clear();
        let mut lengths = Vec::new();
        numbers(&mut self.file, &mut hasher, &mut batch.labels, rows)?;
        numbers(&mut self.file, &mut hasher, &mut batch.weights, weights)?;
        numbers::<u32>(&mut self.file, &mut hasher, &mut lengths, rows)?;
        numbers(&mut self.file, &mut hasher, &mut batch.indices, entries)?;
        numbers(&mut self.file, &mut hasher, &mut batch.values, entries)?;
        let mut found = [0; 4];
        self.file.read_exact(&mut found)?;
        let mut end = 0_u64;
        batch.indptr.extend(lengths.iter().map(|&length| {
            end += u64::from(length);
            end as i32
        }));
        batch.features = self.head.columns;
        let sound = found == hasher.finalize().to_le_bytes() && end == entries as u64;
        if sound && batch.indices.iter().all(|&index| (index as u32 as usize) < self.head.columns) {
            return Ok(rows > 0);
        }
        batch.clear();
        Err(malformed())
    }

    fn error(&self, source: io::Error) -> LibsvmError {
        LibsvmError::Io { file: self.name.clone(), source: Arc::new(source) }
    }
}

impl ReadBatch<f32> for Cache {
    fn read(&mut self, batch: &mut CsrBatch<f32, i32>) -> Result<bool, LibsvmError> {
        self.block(batch).map_err(|error| self.error(error))
    }

    fn restart(&mut self) -> Result<(), LibsvmError> {
        let sought = self.file.seek(SeekFrom::Start(self.first));
        sought.map(|_| ()).map_err(|error| self.error(error))
    }
}

fn read_head(file: &mut impl Read) -> Result<Head> {
    let (mut magic, mut length) = ([0; 16], [0; 8]);
    file.read_exact(&mut magic)?;
    file.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if magic != MAGIC || length > MOST_HEAD_BYTES {
        bail!("another format");
    }
    let mut head = Vec::new();
    file.take(length).read_to_end(&mut head)?;
    Ok(serde_json::from_slice(&head)?)
}

/// Numbers of four bytes, the least significant one first.
fn little<T: Pod>(numbers: &[T]) -> Vec<u8> {
    let mut bytes: Vec<u8> = cast_slice(numbers).to_vec();
    swap_if_big(&mut bytes);
    bytes
}

/// Reads so many.
fn numbers<T: Pod + Default>(
    file: &mut impl Read,
    hasher: &mut Hasher,
    numbers: &mut Vec<T>,
    count: usize,
) -> io::Result<()> {
    // No more memory at once than the file can have asked for by its size.
    const STEP: usize = 1 << 20;
    numbers.clear();
    while numbers.len() < count {
        let before = numbers.len();
        numbers.resize(count.min(before + STEP), T::default());
        let bytes = cast_slice_mut(&mut numbers[before..]);
        file.read_exact(bytes)?;
        hasher.update(bytes);
        swap_if_big(bytes);
    }
    Ok(())
}

fn swap_if_big(bytes: &mut [u8]) {
    if cfg!(target_endian = "big") {
        bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse);
    }
}
