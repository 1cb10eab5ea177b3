//! NumPy's `.npy`: one array.
use super::Fault;
use super::bytes::Bytes;
use super::error::{excerpt, no_place};
use super::limits::{MOST_DIMENSIONS, product};
use super::npy_header::Header;
use super::number::Number;
use super::options::{LoadOptions, Member, unnamed as unnamed_member};
use crate::array::dtype::Stored;
use crate::array::values::reserve;
use crate::array::{Array, ArrayError, Dtype, Storage, Values, with_values};
use lacuna::infer::Stype;

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The data of a file begins at a multiple of it.
const ALIGNMENT: usize = 64;

/// Characters that NumPy keeps free for the first length to grow.
const GROWTH: usize = 21;

/// The letters of dtypes and the bytes of an element, as they are written. There is none of 16 bits of bfloat16.
const DTYPES: [(Dtype, &str); 7] = [
    (Dtype::F16, "f2"),
    (Dtype::F32, "f4"),
    (Dtype::F64, "f8"),
    (Dtype::I8, "i1"),
    (Dtype::U8, "u1"),
    (Dtype::I32, "i4"),
    (Dtype::I64, "i8"),
];

/// What is read, too.
const OTHERS: [(Number, &str); 5] =
    [(Number::Bool, "b1"), (Number::I16, "i2"), (Number::U16, "u2"), (Number::U32, "u4"), (Number::U64, "u8")];

/// What the elements of a file are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Number(Number),
    /// Text of so many characters of one byte, or of four.
    Text {
        characters: usize,
        bytes_each: usize,
    },
}

/// A file that has been checked: there are as many bytes of values as its shape asks for.
#[derive(Debug)]
pub(super) struct Npy<'a> {
    descr: &'a str,
    shape: Vec<usize>,
    fortran_order: bool,
    kind: Kind,
    big_endian: bool,
    data: &'a [u8],
}

impl<'a> Npy<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Fault> {
        let mut bytes = Bytes::new(bytes);
        let magic = bytes.take("npy magic", MAGIC.len())?;
        if magic != MAGIC {
            return Err(Fault::Text { what: "npy magic", at: 0, found: excerpt(magic) });
        }
        let at = bytes.at();
        let length = match bytes.array("npy version")? {
            [1, 0] => usize::from(u16::from_le_bytes(bytes.array("npy header length")?)),
            [2 | 3, 0] => usize::try_from(bytes.u32("npy header length")?).unwrap_or(usize::MAX),
            version => return Err(Fault::Field { what: "npy version", at, found: u16::from_be_bytes(version).into() }),
        };
        let start = bytes.at();
        let Header { descr, fortran_order, shape } = Header::parse(bytes.take("npy header", length)?, start)?;
        let (kind, big_endian) = kind(descr).ok_or_else(|| unsupported(descr))?;
        let size = match kind {
            Kind::Number(number) => number.size(),
            Kind::Text { characters, bytes_each } => characters.saturating_mul(bytes_each),
        };
        let data = bytes.take_elements("values", product(&shape), size)?;
        match bytes.left() {
            0 => Ok(Self { descr, shape, fortran_order, kind, big_endian, data }),
            left => Err(Fault::Count { what: "bytes behind the values", expected: 0, found: left as u64 }),
        }
    }

    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// What the values are, unless they are text.
    pub fn number(&self) -> Option<Number> {
        match self.kind {
            Kind::Number(number) => Some(number),
            Kind::Text { .. } => None,
        }
    }

    /// The values row by row; true is 1.
    pub fn values(&self) -> Result<Values, Fault> {
        let values = match self.kind {
            Kind::Number(number) if self.big_endian => {
                let mut swapped = Vec::new();
                reserve(&mut swapped, self.data.len()).map_err(unnamed)?;
                swapped.extend_from_slice(self.data);
                swapped.chunks_exact_mut(number.size()).for_each(<[u8]>::reverse);
                number.read(&swapped)?
            }
            Kind::Number(number) => number.read(self.data)?,
            Kind::Text { .. } => return Err(unsupported(self.descr)),
        };
        if !self.fortran_order || self.shape.len() < 2 {
            return Ok(values);
        }
        with_values!(values, |values| Ok(Stored::wrap(rows_first(&values, &self.shape).map_err(unnamed)?)))
    }

    /// The values as integers of 64 bits.
    pub fn integers(&self) -> Result<Vec<i64>, Fault> {
        let values = self.values()?;
        match values.cast(Dtype::I64) {
            Ok(Values::I64(integers)) if !values.dtype().is_float() => Ok(integers),
            _ => Err(Fault::Unsupported { what: "index dtype", found: values.dtype().to_string() }),
        }
    }

    /// A text of ASCII, alone in its array.
    pub fn text(&self) -> Option<String> {
        let Kind::Text { bytes_each, .. } = self.kind else { return None };
        let significant = if self.big_endian { bytes_each - 1 } else { 0 };
        let mut text = String::new();
        for character in self.data.chunks_exact(bytes_each) {
            let byte = character.get(significant).copied()?;
            if !byte.is_ascii() || character.iter().filter(|&&byte| byte != 0).count() > 1 {
                return None;
            }
            text.push(char::from(byte));
        }
        self.shape.is_empty().then(|| text.trim_end_matches('\0').to_owned())
    }

    pub fn array(&self) -> Result<Array, Fault> {
        Array::from_storage(self.shape.clone(), Storage::Dense { data: self.values()? }).map_err(unnamed)
    }
}

fn unsupported(descr: &str) -> Fault {
    Fault::Unsupported { what: "dtype", found: descr.chars().take(40).collect() }
}

fn unnamed(error: ArrayError) -> Fault {
    Fault::Array { name: String::new(), error }
}

/// What a `descr` means: the order of bytes, a letter, and a number.
fn kind(descr: &str) -> Option<(Kind, bool)> {
    let big_endian = descr.starts_with('>');
    let code = descr.strip_prefix(['<', '>', '|', '='])?;
    let count = |letter: char| {
        code.strip_prefix(letter).and_then(|digits| digits.parse::<usize>().ok()).filter(|&count| count > 0)
    };
    let known = DTYPES.iter().map(|&(dtype, name)| (Number::As(dtype), name)).chain(OTHERS);
    let kind = match known.into_iter().find(|(_, name)| *name == code) {
        Some((number, _)) => Kind::Number(number),
        None => {
            let bytes_each = if code.starts_with('S') { 1 } else { 4 };
            Kind::Text { characters: count('S').or_else(|| count('U'))?, bytes_each }
        }
    };
    Some((kind, big_endian))
}

/// From columns one after the other to rows one after the other, for any number of dimensions.
fn rows_first<V: Copy>(values: &[V], shape: &[usize]) -> Result<Vec<V>, ArrayError> {
    let strides = shape.iter().scan(1_usize, |product, length| {
        let stride = *product;
        *product = stride.saturating_mul(*length);
        Some(stride)
    });
    // Length and stride of each dimension, the one that changes fastest first, and the place in it.
    let mut dimensions: Vec<_> =
        shape.iter().copied().zip(strides).map(|(length, stride)| (length, stride, 0)).collect();
    dimensions.reverse();
    let (mut ordered, mut from) = (Vec::new(), 0_usize);
    reserve(&mut ordered, values.len())?;
    while let Some(&value) = values.get(from).filter(|_| ordered.len() < values.len()) {
        ordered.push(value);
        for (length, stride, place) in &mut dimensions {
            *place += 1;
            from += *stride;
            if place < length {
                break;
            }
            from -= *stride * *length;
            *place = 0;
        }
    }
    Ok(ordered)
}

pub(super) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    unnamed_member(options, || Npy::parse(bytes)?.array())
}

pub(super) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    match arrays {
        [(name, array)] => write_array(name, array),
        _ => Err(Fault::Count { what: "arrays in one .npy file", expected: 1, found: arrays.len() as u64 }),
    }
}

/// The file of a dense array.
pub(super) fn write_array(name: &str, array: &Array) -> Result<Vec<u8>, Fault> {
    if array.stype() != Stype::Dense || array.shape().len() > MOST_DIMENSIONS {
        return Err(no_place(name, array));
    }
    write_values(array.shape(), array.values()).ok_or_else(|| no_place(name, array))
}

/// The file of values row by row, unless NumPy has no name for their type.
pub(super) fn write_values(shape: &[usize], values: &Values) -> Option<Vec<u8>> {
    let mut bytes = npy_header(shape, values.dtype())?;
    values.write(&mut bytes);
    Some(bytes)
}

/// What a `.npy` file begins with, for a program that writes the values behind it part by part: row by row, the least
/// significant byte first. `None` if NumPy has no name for the type.
///
/// ```
/// use lacuna_arrays::array::Dtype;
/// use lacuna_arrays::array::file::{Format, load_bytes, npy_header};
/// let mut bytes = npy_header(&[2], Dtype::F32).unwrap_or_default();
/// bytes.extend([0.5_f32, -1.0].iter().flat_map(|value| value.to_le_bytes()));
/// assert_eq!(load_bytes(Format::Npy, &bytes)?[0].1.data(), Some(&[0.5_f32, -1.0][..]));
/// # Ok::<(), lacuna_arrays::array::file::Fault>(())
/// ```
#[must_use]
pub fn npy_header(shape: &[usize], dtype: Dtype) -> Option<Vec<u8>> {
    let (_, code) = DTYPES.iter().find(|(known, _)| *known == dtype)?;
    let order = if dtype.size() == 1 { '|' } else { '<' };
    Some(write_header(shape, &format!("{order}{code}")))
}

/// The file of one text.
pub(super) fn write_text(text: &str) -> Vec<u8> {
    let mut bytes = write_header(&[], &format!("|S{}", text.len()));
    bytes.extend(text.as_bytes());
    bytes
}

fn write_header(shape: &[usize], descr: &str) -> Vec<u8> {
    let lengths: Vec<_> = shape.iter().map(ToString::to_string).collect();
    let lengths = match &*lengths {
        [length] => format!("{length},"),
        lengths => lengths.join(", "),
    };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({lengths}), }}");
    let growth = shape.first().map_or(0, |length| GROWTH.saturating_sub(length.to_string().len()));
    let start = MAGIC.len() + 4;
    let length = (start + header.len() + growth + 1).next_multiple_of(ALIGNMENT) - start;
    header = format!("{header:<width$}\n", width = length - 1);
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    // At most 64 lengths of 20 digits.
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}
