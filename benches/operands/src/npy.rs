//! Reads `.npy` files (version 1, C order, little-endian) straight into a [`Buffer`], and writes them.
use crate::buffer::{Buffer, Pages};
use anyhow::{Context, Result, bail, ensure};
use bytemuck::Pod;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// An element type of these files.
pub trait Element: Pod {
    /// `descr` in the header.
    const DESCRIPTOR: &'static str;
}
impl Element for f32 {
    const DESCRIPTOR: &'static str = "<f4";
}
impl Element for i32 {
    const DESCRIPTOR: &'static str = "<i4";
}
impl Element for i64 {
    const DESCRIPTOR: &'static str = "<i8";
}

/// Reads the first `limit` elements, or all.
pub fn read<T: Element>(path: &Path, limit: Option<usize>, pages: Pages) -> Result<Buffer<T>> {
    read_open(path, limit, pages).with_context(|| path.display().to_string())
}

fn read_open<T: Element>(path: &Path, limit: Option<usize>, pages: Pages) -> Result<Buffer<T>> {
    let mut file = File::open(path)?;
    let mut start = [0; 10];
    file.read_exact(&mut start)?;
    ensure!(start.starts_with(b"\x93NUMPY\x01"), "not an npy file of version 1");
    let mut header = vec![0; usize::from(u16::from_le_bytes([start[8], start[9]]))];
    file.read_exact(&mut header)?;
    let header = str::from_utf8(&header)?;
    ensure!(field(header, "descr")?.contains(T::DESCRIPTOR), "elements are not {}: {header}", T::DESCRIPTOR);
    ensure!(field(header, "fortran_order")?.starts_with("False"), "not in C order");
    let Some((shape, _)) = field(header, "shape")?.trim_start_matches('(').split_once(')') else {
        bail!("no shape: {header}")
    };
    let dimensions = shape.split(',').map(str::trim).filter(|d| !d.is_empty());
    let elements = dimensions.map(str::parse::<usize>).product::<Result<usize, _>>()?;
    let length = limit.unwrap_or(elements);
    ensure!(length <= elements, "has {elements} elements, needs {length}");
    let mut buffer = Buffer::zeros(length, pages)?;
    file.read_exact(buffer.bytes_mut())?;
    Ok(buffer)
}

/// Writes a file of one dimension, or of rows of `columns` elements.
pub fn write<T: Element>(path: &Path, columns: Option<usize>, elements: &[T]) -> Result<()> {
    write_new(path, columns, elements).with_context(|| path.display().to_string())
}

fn write_new<T: Element>(path: &Path, columns: Option<usize>, elements: &[T]) -> Result<()> {
    const START: usize = 10;
    const ALIGNMENT: usize = 64;
    let shape = match columns {
        None => format!("({},)", elements.len()),
        Some(columns) => format!("({}, {columns})", elements.len() / columns.max(1)),
    };
    let mut header = format!("{{'descr': '{}', 'fortran_order': False, 'shape': {shape}, }}", T::DESCRIPTOR);
    let length = (START + header.len() + 1).next_multiple_of(ALIGNMENT) - START;
    header += &" ".repeat(length - header.len() - 1);
    header.push('\n');
    let mut file = File::create(path)?;
    file.write_all(b"\x93NUMPY\x01\x00")?;
    file.write_all(&u16::try_from(length)?.to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    Ok(file.write_all(bytemuck::cast_slice(elements))?)
}

/// What follows `'name': ` in the header.
fn field<'h>(header: &'h str, name: &str) -> Result<&'h str> {
    let (_, rest) =
        header.split_once(&format!("'{name}': ")).with_context(|| format!("no {name} in the header: {header}"))?;
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("lacuna-npy-{}-{}", std::process::id(), header.len()));
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn reads_what_the_header_says() {
        let path = file(
            "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }\n",
            &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0],
        );
        assert_eq!(*read::<i32>(&path, None, Pages::Small).unwrap(), [1, 2, 3, 4]);
        assert_eq!(*read::<i32>(&path, Some(3), Pages::Huge).unwrap(), [1, 2, 3]);
        assert!(read::<i32>(&path, Some(5), Pages::Small).is_err());
        assert!(read::<f32>(&path, None, Pages::Small).is_err());
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn reads_what_it_writes() {
        let path = std::env::temp_dir().join(format!("lacuna-npy-{}", std::process::id()));
        for columns in [None, Some(2)] {
            write(&path, columns, &[1.5_f32, 2.0, -3.0, 4.0]).unwrap();
            assert_eq!(*read::<f32>(&path, None, Pages::Small).unwrap(), [1.5, 2.0, -3.0, 4.0]);
        }
        let bytes = std::fs::read(&path).unwrap();
        let data = bytes.len() - 4 * size_of::<f32>();
        assert!(
            data.is_multiple_of(64)
                && bytes[data - 1] == b'\n'
                && bytes[..data].windows(6).any(|found| found == b"(2, 2)")
        );
        std::fs::remove_file(path).unwrap();
    }
}
