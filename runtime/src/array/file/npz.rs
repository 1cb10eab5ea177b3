//! `.npz`, a zip file of `.npy` members: SciPy's sparse matrix, or NumPy's dense arrays with their names.
use super::error::no_place;
use super::npy::{self, Npy};
use super::{Fault, scipy};
use crate::array::{Array, ArrayError};
use lacuna::infer::Stype;
use std::collections::HashSet;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// What each member is called behind the array's name.
const EXTENSION: &str = ".npy";

/// No deflated byte becomes more.
const EXPANSION: u64 = 1032;

/// Bytes that are unpacked at a time.
const CHUNK: u64 = 1 << 16;

/// The members of a file, unpacked.
pub(super) struct Members {
    members: Vec<(String, Vec<u8>)>,
}

impl Members {
    fn unpack(bytes: &[u8]) -> Result<Self, Fault> {
        let mut archive = ZipArchive::new(Cursor::new(bytes))?;
        let most = EXPANSION.saturating_mul(bytes.len() as u64);
        let (mut members, mut found) = (Vec::new(), 0_u64);
        for number in 0..archive.len() {
            let mut member = archive.by_index(number)?;
            let name = member.name()?.into_owned();
            let Some(name) = name.strip_suffix(EXTENSION).map(str::to_owned) else {
                return Err(Fault::Unsupported { what: "member", found: name.chars().take(40).collect() });
            };
            let size = member.size();
            // Members can share their bytes: all together they cannot be more than the whole file would give.
            found = found.saturating_add(size);
            if found > most {
                return Err(Fault::TooMany { what: "unpacked bytes", found, most, bytes: bytes.len() as u64 });
            }
            let data = unpack(&mut member, size).map_err(|fault| in_member(&name, fault))?;
            members.push((name, data));
        }
        Ok(Self { members })
    }

    /// Bytes of all of them.
    pub fn bytes(&self) -> u64 {
        self.members.iter().map(|(_, data)| data.len() as u64).sum()
    }

    /// What `with` makes of a member.
    pub fn member<T>(&self, name: &'static str, with: impl Fn(&Npy<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let (_, data) = self.members.iter().find(|(found, _)| found == name).ok_or(Fault::Missing { name })?;
        Npy::parse(data).and_then(|npy| with(&npy)).map_err(|fault| in_member(name, fault))
    }

    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(found, _)| found == name)
    }
}

fn in_member(name: &str, fault: Fault) -> Fault {
    Fault::Member { name: format!("{name}{EXTENSION}"), fault: Box::new(fault) }
}

/// Memory grows with what comes, not with what is promised.
fn unpack(member: &mut impl Read, size: u64) -> Result<Vec<u8>, Fault> {
    let mut data = Vec::new();
    loop {
        let elements = data.len() + CHUNK as usize;
        let memory = |_| Fault::Array { name: String::new(), source: ArrayError::Memory { elements, bytes_each: 1 } };
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

pub(super) fn read(bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    let members = Members::unpack(bytes)?;
    if members.has(scipy::FORMAT) {
        return Ok(vec![(String::new(), scipy::read(&members)?)]);
    }
    let array = |(name, data): &(String, Vec<u8>)| {
        let array = Npy::parse(data).and_then(|npy| npy.array()).map_err(|fault| in_member(name, fault))?;
        Ok((name.clone(), array))
    };
    members.members.iter().map(array).collect()
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
