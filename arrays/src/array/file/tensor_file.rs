//! Dense arrays of a safetensors file, each read when it is asked for, or some of its rows.
use super::tensors::{KEY, number_of};
use super::{Fault, FileError};
use crate::array::{Array, Storage, rows_of};
use crate::json_keys::key_twice;
use safetensors::SafeTensorError;
use safetensors::tensor::{Metadata, TensorInfo};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Of safetensors itself.
const MOST_HEADER_BYTES: u64 = 100_000_000;

/// A file whose header was read.
#[derive(Debug)]
pub struct TensorFile {
    path: PathBuf,
    /// Where the numbers begin.
    begin: u64,
    metadata: Metadata,
}

impl TensorFile {
    /// Reads the header; nothing of a file that is something else: compressed, of another format, or of sparse arrays.
    pub fn open(path: &Path) -> Result<Option<Self>, FileError> {
        Self::read_header(path).map_err(|fault| FileError { path: path.to_owned(), fault })
    }

    fn read_header(path: &Path) -> Result<Option<Self>, Fault> {
        let mut file = File::open(path)?;
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(9).read_to_end(&mut start)?;
        // As `Format::of` knows them.
        let (Some(length), Some([0, 0, b'{'])) = (start.first_chunk::<8>(), start.get(6..9)) else { return Ok(None) };
        let length = u64::from_le_bytes(*length);
        if length > MOST_HEADER_BYTES {
            return Err(SafeTensorError::HeaderTooLarge.into());
        }
        file.seek(SeekFrom::Start(8))?;
        let mut header = Vec::new();
        Read::by_ref(&mut file).take(length).read_to_end(&mut header)?;
        let text = std::str::from_utf8(&header).map_err(SafeTensorError::InvalidHeader)?;
        if let Some(name) = key_twice(text) {
            return Err(Fault::NameTwice { name });
        }
        let metadata: Metadata = serde_json::from_str(text).map_err(SafeTensorError::InvalidHeaderDeserialization)?;
        let (begin, found) = (8 + length, file.metadata()?.len());
        if begin + metadata.data_len() as u64 != found {
            return Err(SafeTensorError::MetadataIncompleteBuffer.into());
        }
        let is_sparse = metadata.metadata().as_ref().is_some_and(|metadata| metadata.contains_key(KEY));
        Ok((!is_sparse).then(|| Self { path: path.to_owned(), begin, metadata }))
    }

    /// The arrays.
    pub fn names(&self) -> Vec<String> {
        self.metadata.offset_keys()
    }

    /// The shape of an array.
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        self.metadata.info(name).map(|info| &*info.shape)
    }

    /// An array, or these of its rows; none if there is no such array.
    pub fn read(&self, name: &str, rows: Option<Range<usize>>) -> Result<Option<Array>, FileError> {
        let Some(info) = self.metadata.info(name) else { return Ok(None) };
        let read = self.read_rows(name, info, rows);
        read.map(Some).map_err(|fault| FileError { path: self.path.clone(), fault })
    }

    fn read_rows(&self, name: &str, info: &TensorInfo, rows: Option<Range<usize>>) -> Result<Array, Fault> {
        let of_array = |error| Fault::Array { name: name.to_owned(), error };
        let number = number_of(info.dtype)?;
        let (mut shape, (mut begin, mut end)) = (info.shape.clone(), info.data_offsets);
        if let Some(rows) = rows {
            let (all, row_length) = rows_of(&shape).map_err(of_array)?;
            let first = rows.start.min(all);
            let rows = first..rows.end.clamp(first, all);
            let row_bytes = row_length * number.size();
            (begin, end) = (begin + rows.start * row_bytes, begin + rows.end * row_bytes);
            shape[0] = rows.len();
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.begin + begin as u64))?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(end - begin).map_err(std::io::Error::other)?;
        file.take((end - begin) as u64).read_to_end(&mut bytes)?;
        if bytes.len() < end - begin {
            return Err(SafeTensorError::MetadataIncompleteBuffer.into());
        }
        Array::from_storage(shape, Storage::Dense { data: number.read(&bytes)? }).map_err(of_array)
    }
}
