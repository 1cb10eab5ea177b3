//! `.npz`, a zip file of `.npy` members: SciPy's sparse matrix, or NumPy's dense arrays with their names.
use super::error::no_place;
use super::npy::{self, Npy};
use super::options::{Content, LoadOptions, Member, unnamed};
use super::{Fault, scipy};
use crate::array::{Array, ArrayError};
use lacuna::infer::Stype;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// What each member is called behind the array's name.
const EXTENSION: &str = ".npy";

/// No deflated byte becomes more.
const EXPANSION: u64 = 1032;

/// Bytes that are unpacked at a time.
const CHUNK: u64 = 1 << 16;

/// The members of a file, each unpacked when it is asked for.
pub(super) struct Members<'a> {
    archive: RefCell<ZipArchive<Cursor<&'a [u8]>>>,
    /// Of `.npy` members, without the extension; others are not arrays.
    names: Vec<String>,
    /// Bytes that may still be unpacked.
    left: Cell<u64>,
    bytes: u64,
}

impl<'a> Members<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        let archive = ZipArchive::new(Cursor::new(bytes))?;
        let names = archive.file_names().map(|name| Ok(name?.into_owned())).collect::<Result<Vec<_>, Fault>>()?;
        if archive.has_duplicate_names() {
            return Err(Fault::NameTwice {
                name: name_twice(bytes, archive.central_directory_start()).unwrap_or_default(),
            });
        }
        let length = bytes.len() as u64;
        Ok(Self {
            archive: RefCell::new(archive),
            names,
            left: Cell::new(EXPANSION.saturating_mul(length)),
            bytes: length,
        })
    }

    fn unpacked(&self, number: usize) -> Result<Vec<u8>, Fault> {
        let mut archive = self.archive.borrow_mut();
        let mut member = archive.by_index(number)?;
        let size = member.size();
        // Members can share their bytes: all together they cannot be more than the whole file would give.
        let most = EXPANSION.saturating_mul(self.bytes);
        let Some(left) = self.left.get().checked_sub(size) else {
            let found = (most - self.left.get()).saturating_add(size);
            return Err(Fault::TooMany { what: "unpacked bytes", found, most, bytes: self.bytes });
        };
        self.left.set(left);
        unpack(&mut member, size).map_err(|fault| in_member(self.name(number), fault))
    }

    /// What `with` makes of a member.
    fn parsed<T>(&self, number: usize, with: impl FnOnce(&Npy<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let data = self.unpacked(number)?;
        Npy::parse(&data).and_then(|npy| with(&npy)).map_err(|fault| in_member(self.name(number), fault))
    }

    fn name(&self, number: usize) -> &str {
        self.names.get(number).map_or("", String::as_str)
    }

    fn array(&self, number: usize) -> Result<Array, Fault> {
        let name = self.name(number);
        if !name.ends_with(EXTENSION) {
            let extension =
                Path::new(name).extension().map_or_else(String::new, |found| found.to_string_lossy().into());
            return Err(Fault::Unsupported { what: "file type", found: extension.chars().take(40).collect() });
        }
        match self.parsed(number, |npy| npy.array()) {
            // Whoever is told of a type knows the member.
            Err(Fault::Member { fault, .. }) if fault.is_foreign() => Err(*fault),
            array => array,
        }
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|found| found.strip_suffix(EXTENSION) == Some(name))
    }

    /// What `with` makes of a member.
    pub fn member<T>(&self, name: &'static str, with: impl Fn(&Npy<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let number = self.place(name).ok_or(Fault::Missing { name })?;
        self.parsed(number, with)
    }

    pub fn has(&self, name: &str) -> bool {
        self.place(name).is_some()
    }
}

/// A name that the list of members, at the end of a file, has twice.
fn name_twice(bytes: &[u8], directory: u64) -> Option<String> {
    let bytes = bytes.get(usize::try_from(directory).ok()?..)?;
    // An entry is 46 bytes, of which two are the length of the name, and the name.
    let mut names = HashSet::new();
    let starts = bytes.windows(4).enumerate().filter(|(_, start)| start == b"PK\x01\x02");
    starts
        .filter_map(|(start, _)| {
            let length = u16::from_le_bytes(bytes.get(start + 28..start + 30)?.try_into().ok()?);
            bytes.get(start + 46..start + 46 + usize::from(length))
        })
        .find(|name| !names.insert(*name))
        .map(|name| String::from_utf8_lossy(name).into_owned())
}

fn in_member(name: &str, fault: Fault) -> Fault {
    Fault::Member { name: name.to_owned(), fault: Box::new(fault) }
}

/// Memory grows with what comes, not with what is promised.
fn unpack(member: &mut impl Read, size: u64) -> Result<Vec<u8>, Fault> {
    let mut data = Vec::new();
    loop {
        let elements = data.len() + CHUNK as usize;
        let memory = |_| Fault::Array { name: String::new(), error: ArrayError::Memory { elements, bytes_each: 1 } };
        data.try_reserve(CHUNK as usize).map_err(memory)?;
        let read = member.by_ref().take(CHUNK).read_to_end(&mut data)?;
        if read == 0 && data.len() as u64 == size {
            return Ok(data);
        }
        if read == 0 || data.len() as u64 > size {
            return Err(Fault::Count { what: "unpacked bytes", expected: size, found: data.len() as u64 });
        }
    }
}

pub(super) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let archive = Members::open(bytes)?;
    let mut members = Vec::new();
    let is_sparse = scipy::is_sparse(&archive)?;
    if is_sparse {
        members = unnamed(options, || scipy::read(&archive, options))?;
    }
    for (number, full_name) in archive.names.iter().enumerate() {
        let name = full_name.strip_suffix(EXTENSION).unwrap_or(full_name);
        if is_sparse && scipy::PARTS.contains(&name) {
            continue;
        }
        let is_wanted = options.wants(members.len(), name);
        let content = if is_wanted { Content::of(archive.array(number))? } else { Content::Unwanted };
        members.push(Member { name: name.to_owned(), content });
    }
    Ok(members)
}

pub(super) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    if let [(name, array)] = arrays
        && array.stype() == Stype::Csr
    {
        return pack(scipy::write(array).ok_or_else(|| no_place(name, array))?);
    }
    let mut names = HashSet::new();
    let mut members = Vec::new();
    for (name, array) in arrays {
        // A file with such a member would be taken for a sparse matrix.
        if name.is_empty() || name == scipy::FORMAT || !names.insert(name) {
            return Err(Fault::Name { name: name.clone() });
        }
        members.push((name.as_str(), npy::write_array(name, array)?));
    }
    pack(members)
}

fn pack(members: Vec<(&str, Vec<u8>)>) -> Result<Vec<u8>, Fault> {
    // The same arrays give the same bytes: no time of day.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(0o600);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, data) in members {
        archive.start_file(format!("{name}{EXTENSION}"), options.large_file(u32::try_from(data.len()).is_err()))?;
        archive.write_all(&data).map_err(|error| Fault::Write(error.into()))?;
    }
    Ok(archive.finish()?.into_inner())
}
