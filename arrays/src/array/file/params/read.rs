//! Bytes to arrays.
use super::{ARRAY, ARRAY_OF_ANY_SHAPE, DENSE, FILE, FLAGS};
use crate::array::file::Fault;
use crate::array::file::bytes::Bytes;
use crate::array::file::error::excerpt;
use crate::array::file::limits::{MOST_DIMENSIONS, check_rows, product};
use crate::array::file::number::{Number, check_sums};
use crate::array::file::options::{Content, LoadOptions, Member, called};
use crate::array::file::sparse::{Compressed, Duplicates, csr, row_sparse};
use crate::array::values::zeros;
use crate::array::{Array, Dtype, Storage, Values};
use lacuna::infer::Stype;

/// The flags behind those of [`FLAGS`]. MXNet 1.9.1 has the first and the last, MXNet 2 all.
const MORE_FLAGS: [Number; 6] =
    [Number::Bool, Number::I16, Number::U16, Number::U32, Number::U64, Number::As(Dtype::Bf16)];

/// An array whose bytes have been counted.
struct Record<'a> {
    stype: Stype,
    shape: Vec<usize>,
    number: Number,
    data: &'a [u8],
    /// Pointers and indices, or indices.
    parts: Vec<(Number, &'a [u8])>,
}

pub(in crate::array::file) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let length = bytes.len() as u64;
    let mut bytes = Bytes::new(bytes);
    let found = bytes.u64("file magic")?;
    if found != FILE {
        return Err(Fault::Magic { what: "file magic", at: 0, found, known: "MXNet's is 0x112" });
    }
    bytes.u64("reserved field")?;
    let count = bytes.count("arrays", 4)?;
    let mut records = Vec::new();
    for _ in 0..count {
        records.push(read_record(&mut bytes)?);
    }
    let names = bytes.count("names", 8)?;
    if names != 0 && names != count {
        return Err(Fault::Count { what: "names", expected: count as u64, found: names as u64 });
    }
    let mut members = Vec::new();
    for (number, record) in records.into_iter().enumerate() {
        let mut name = String::new();
        if names != 0 {
            let length = bytes.count("name", 1)?;
            let text = bytes.take("name", length)?;
            name = std::str::from_utf8(text)
                .map_err(|_| Fault::Text { what: "name", at: bytes.at() - length as u64, found: excerpt(text) })?
                .to_owned();
        }
        let content = if options.wants(number, &name) {
            Content::of(record.and_then(|record| record.array(&called(number, &name), length, options)))?
        } else {
            Content::Unwanted
        };
        members.push(Member { name, content });
    }
    match bytes.left() {
        0 => Ok(members),
        left => Err(Fault::Count { what: "bytes behind the last name", expected: 0, found: left as u64 }),
    }
}

/// One array as MXNet serialises it, which is all that there is.
pub fn array_of_record(name: &str, bytes: &[u8]) -> Result<Array, Fault> {
    let length = bytes.len() as u64;
    let mut bytes = Bytes::new(bytes);
    let array = read_record(&mut bytes)??.array(name, length, &LoadOptions::default())?;
    match bytes.left() {
        0 => Ok(array),
        left => Err(Fault::Count { what: "bytes behind the array", expected: 0, found: left as u64 }),
    }
}

fn read_shape(bytes: &mut Bytes<'_>, what: &'static str) -> Result<Vec<usize>, Fault> {
    let at = bytes.at();
    let dimensions = bytes.i32(what)?;
    if usize::try_from(dimensions).is_ok_and(|dimensions| dimensions > MOST_DIMENSIONS) || dimensions < 0 {
        return Err(Fault::Field { what, at, found: dimensions.into() });
    }
    let mut shape = Vec::new();
    for _ in 0..dimensions {
        let at = bytes.at();
        let length = bytes.u64(what)?;
        let found = length as i64;
        shape.push(usize::try_from(found).map_err(|_| Fault::Field { what, at, found })?);
    }
    Ok(shape)
}

/// The shape of a dense array that begins with the number of its dimensions.
fn read_oldest_shape(bytes: &mut Bytes<'_>, at: u64, found: u32) -> Result<Vec<usize>, Fault> {
    let dimensions = usize::try_from(found).unwrap_or(usize::MAX);
    if !(1..=MOST_DIMENSIONS).contains(&dimensions) {
        let known =
            "0xf993fac8, 0xf993fac9 and 0xf993faca are, and in the oldest files a number of dimensions, 1 to 64";
        return Err(Fault::Magic { what: "array magic", at, found: found.into(), known });
    }
    (0..dimensions).map(|_| Ok(usize::try_from(bytes.u32("shape")?).unwrap_or(usize::MAX))).collect()
}

fn number_of(flag: i32) -> Option<Number> {
    FLAGS.into_iter().map(Number::As).chain(MORE_FLAGS).nth(usize::try_from(flag).ok()?)
}

/// The next array; the inner error is that of one without a shape, behind which the next one begins.
fn read_record<'a>(bytes: &mut Bytes<'a>) -> Result<Result<Record<'a>, Fault>, Fault> {
    let at = bytes.at();
    let magic = bytes.u32("array magic")?;
    let mut stype = Stype::Dense;
    let shape = match magic {
        DENSE => read_shape(bytes, "shape")?,
        ARRAY | ARRAY_OF_ANY_SHAPE => {
            let at = bytes.at();
            stype = match bytes.i32("storage type")? {
                0 => Stype::Dense,
                1 => Stype::RowSparse,
                2 => Stype::Csr,
                found => return Err(Fault::Field { what: "storage type", at, found: found.into() }),
            };
            if stype != Stype::Dense {
                // MXNet writes it before it waits for who computes the array: it may be that of an earlier state.
                read_shape(bytes, "storage shape")?;
            }
            read_shape(bytes, "shape")?
        }
        found => read_oldest_shape(bytes, at, found)?,
    };
    if shape.is_empty() && magic != ARRAY_OF_ANY_SHAPE {
        return Ok(Err(Fault::Unsupported { what: "type", found: "array without a shape".to_owned() }));
    }
    bytes.take("context", 8)?;
    let at = bytes.at();
    let flag = bytes.i32("dtype")?;
    let number = number_of(flag).ok_or(Fault::Field { what: "dtype", at, found: flag.into() })?;
    let parts = match stype {
        Stype::Dense => 0,
        Stype::RowSparse => 1,
        Stype::Csr => 2,
    };
    let mut lengths = Vec::new();
    for _ in 0..parts {
        let at = bytes.at();
        let flag = bytes.i32("index dtype")?;
        let index = number_of(flag).filter(|index| matches!(index, Number::As(Dtype::I64 | Dtype::I32)));
        let index = index.ok_or(Fault::Field { what: "index dtype", at, found: flag.into() })?;
        lengths.push((index, product(&read_shape(bytes, "index shape")?)));
    }
    let stored = match (stype, lengths.last()) {
        (Stype::RowSparse, Some(&(_, rows))) => rows.saturating_mul(product(shape.get(1..).unwrap_or_default())),
        (Stype::Csr, Some(&(_, entries))) => entries,
        _ => product(&shape),
    };
    let data = bytes.take_elements("values", stored, number.size())?;
    let parts = lengths
        .into_iter()
        .map(|(index, length)| bytes.take_elements("indices", length, index.size()).map(|part| (index, part)));
    let parts = parts.collect::<Result<_, _>>()?;
    Ok(Ok(Record { stype, shape, number, data, parts }))
}

impl Record<'_> {
    fn array(self, name: &str, file_length: u64, options: &LoadOptions<'_>) -> Result<Array, Fault> {
        let Self { stype, shape, number, data, parts } = self;
        let named = |error| Fault::Array { name: name.to_owned(), error };
        let data = number.read(data)?;
        let mut integers = Vec::new();
        for (index, part) in parts {
            if let Values::I64(part) = index.read(part)?.cast(Dtype::I64).map_err(named)? {
                integers.push(part);
            }
        }
        let mut integers = integers.into_iter();
        let mut part = || integers.next().unwrap_or_default();
        match stype {
            Stype::Dense => Array::from_storage(shape, Storage::Dense { data }).map_err(named),
            Stype::RowSparse => row_sparse(name, shape, part(), data),
            Stype::Csr => {
                let (mut indptr, indices) = (part(), part());
                let matrix = crate::array::create::matrix(&shape).map_err(named)?;
                // A csr of zeros that has no pointers: a defect of MXNet's functions.
                if indptr.is_empty() && indices.is_empty() && data.len() == 0 {
                    check_rows(matrix[0], file_length, options.most_rows)?;
                    indptr = zeros(matrix[0].saturating_add(1)).map_err(named)?;
                }
                let duplicates = match (options.sum_duplicates, number) {
                    (false, _) => Duplicates::Refuse,
                    (true, Number::Bool) => Duplicates::Or,
                    (true, _) => Duplicates::Add,
                };
                let parts = Compressed { indptr, indices, data };
                options.tell_spare(name, &parts);
                let array = csr(name, matrix, parts, duplicates)?;
                if number == Number::U64 { check_sums(array) } else { Ok(array) }
            }
        }
    }
}
