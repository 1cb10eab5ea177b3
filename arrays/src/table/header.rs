//! The header of a table's file: what it holds, and its state, twice.
use super::error::Damage;
use super::layout::{LONGEST_NAME, Layout};
use super::position::{take_u32, take_u64, write_at};
use super::{TableError, TableType};
use std::fs::File;
use std::io;
use std::path::Path;

/// Of the whole header.
pub(super) const BYTES: u64 = 4096;
const MAGIC: &[u8; 8] = b"\x89lacTAB\n";
const VERSION: u32 = 1;
/// Of the description, which is never changed; its last 4 bytes are the checksum.
const DESCRIPTION: usize = 2048;
/// The arrays begin here, and take as many bytes each.
const ARRAY: usize = 64;
/// Of a state: what a disk writes as a whole.
const STATE: usize = 512;
/// Behind the description, the states with an even and with an odd number.
const STATES: [usize; 2] = [DESCRIPTION, DESCRIPTION + STATE];

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// One more each time that a state is written.
    pub(super) sequence: u64,
    /// The last that was committed.
    pub(super) epoch: u64,
    /// Bytes of the journal that hold rows which may have changed since.
    pub(super) journal: u64,
}

impl State {
    pub(super) const fn next(self, epoch: u64, journal: u64) -> Self {
        Self { sequence: self.sequence + 1, epoch, journal }
    }

    fn encode(self, id: u64) -> [u8; STATE] {
        let mut bytes = [0; STATE];
        let numbers = [self.sequence, self.epoch, self.journal].map(u64::to_le_bytes);
        for (to, from) in bytes.iter_mut().zip(numbers.as_flattened()) {
            *to = *from;
        }
        if let Some((content, checksum)) = bytes.split_last_chunk_mut() {
            *checksum = checksum_of(&[&id.to_le_bytes(), content]).to_le_bytes();
        }
        bytes
    }

    fn decode(bytes: &[u8], id: u64) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk()?;
        let mut fields = content;
        let [sequence, epoch, journal] = [(); 3].map(|()| take_u64(&mut fields));
        (checksum_of(&[&id.to_le_bytes(), content]) == u32::from_le_bytes(*checksum)).then_some(Self {
            sequence,
            epoch,
            journal,
        })
    }

    /// Writes the state over the one before the last: all of it or nothing, for a kill as it is one call inside one
    /// page, for a loss of power as it is one sector.
    pub(super) fn write(self, file: &File, id: u64) -> io::Result<()> {
        write_at(file, STATES[(self.sequence % 2) as usize] as u64, &self.encode(id))
    }
}

/// The checksum of some pieces one after the other.
pub(super) fn checksum_of(pieces: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    pieces.iter().for_each(|piece| hasher.update(piece));
    hasher.finalize()
}

/// The header of a new table, in epoch 0.
pub(super) fn encode(layout: &Layout, id: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BYTES as usize);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(layout.kind as u32).to_le_bytes());
    bytes.extend_from_slice(&id.to_le_bytes());
    bytes.extend_from_slice(&(layout.rows as u64).to_le_bytes());
    bytes.extend_from_slice(&(layout.arrays.len() as u64).to_le_bytes());
    for (number, array) in layout.arrays.iter().enumerate() {
        bytes.resize(ARRAY * (1 + number), 0);
        bytes.extend_from_slice(array.name.as_bytes());
        bytes.resize(ARRAY * (1 + number) + LONGEST_NAME, 0);
        bytes.extend_from_slice(&(array.row_length as u64).to_le_bytes());
        bytes.extend_from_slice(&array.offset.to_le_bytes());
    }
    bytes.resize(DESCRIPTION - size_of::<u32>(), 0);
    bytes.extend_from_slice(&checksum_of(&[&bytes]).to_le_bytes());
    for sequence in 0..STATES.len() as u64 {
        bytes.extend_from_slice(&State { sequence, epoch: 0, journal: 0 }.encode(id));
    }
    bytes.resize(BYTES as usize, 0);
    bytes
}

/// A header that was read.
#[derive(Debug)]
pub(super) struct Header {
    /// Drawn when the table was made.
    pub(super) id: u64,
    pub(super) layout: Layout,
    pub(super) state: State,
    /// False if the other state is damaged, and might be the newer one.
    pub(super) certain: bool,
}

impl Header {
    pub(super) fn decode(bytes: &[u8], path: &Path) -> Result<Self, TableError> {
        let damaged =
            |offset: usize, damage| TableError::Damaged { path: path.to_owned(), offset: offset as u64, damage };
        let (description, states) = bytes.split_at_checked(DESCRIPTION).unwrap_or((bytes, &[]));
        let Some(mut fields) = description.strip_prefix(MAGIC) else {
            return Err(TableError::NotATable { path: path.to_owned() });
        };
        let version = take_u32(&mut fields);
        if version != VERSION {
            return Err(TableError::Version { path: path.to_owned(), expected: VERSION, found: version });
        }
        let (content, checksum) = description.split_last_chunk().unwrap_or((description, &[0; 4]));
        let (expected, found) = (u32::from_le_bytes(*checksum), checksum_of(&[content]));
        if expected != found {
            return Err(damaged(0, Damage::Checksum { expected, found }));
        }
        let arrays_damaged = || damaged(MAGIC.len(), Damage::Arrays);
        let kind = TableType::of_number(take_u32(&mut fields)).ok_or_else(arrays_damaged)?;
        let [id, rows, count] = [(); 3].map(|()| take_u64(&mut fields));
        let mut arrays = Vec::new();
        for mut array in content.chunks_exact(ARRAY).skip(1).take(usize::try_from(count).unwrap_or(usize::MAX)) {
            let (name, rest) = array.split_at_checked(LONGEST_NAME).unwrap_or_default();
            array = rest;
            let name = name
                .split(|&byte| byte == 0)
                .next()
                .and_then(|name| str::from_utf8(name).ok())
                .ok_or_else(arrays_damaged)?;
            arrays.push((name, usize::try_from(take_u64(&mut array)).unwrap_or(usize::MAX), take_u64(&mut array)));
        }
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        let layout = Layout::new(kind, rows, arrays.iter().map(|&(name, row_length, _)| (name, row_length)))?;
        let offsets = arrays.iter().map(|&(_, _, offset)| offset);
        if layout.arrays.len() as u64 != count || !layout.arrays.iter().map(|array| array.offset).eq(offsets) {
            return Err(arrays_damaged());
        }
        let (state, certain) = newest(states, id).ok_or_else(|| damaged(STATES[0], Damage::State))?;
        Ok(Self { id, layout, state, certain })
    }
}

/// The newer of the states, and whether there is no doubt of it.
fn newest(states: &[u8], id: u64) -> Option<(State, bool)> {
    let mut read = states.chunks(STATE).take(STATES.len()).enumerate().map(|(place, bytes)| {
        // In the place of its number.
        State::decode(bytes, id).filter(|state| state.sequence % 2 == place as u64)
    });
    match (read.next().flatten(), read.next().flatten()) {
        (Some(even), Some(odd)) => {
            let (older, newer) = if even.sequence < odd.sequence { (even, odd) } else { (odd, even) };
            // After a loss of power one may be several states older: only commits wait for the disk.
            (newer.epoch >= older.epoch).then_some((newer, true))
        }
        (one, other) => one.or(other).map(|state| (state, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newer_state_counts_and_a_damaged_one_is_told() {
        let states = |even: u64, odd: u64| {
            [even, odd].map(|sequence| State { sequence, epoch: sequence / 4, journal: 5 }.encode(9)).concat()
        };
        let found = |bytes: &[u8]| newest(bytes, 9).map(|(state, certain)| (state.sequence, certain));
        assert_eq!(found(&states(0, 1)), Some((1, true)));
        assert_eq!(found(&states(6, 1)), Some((6, true)));
        assert_eq!(
            (found(&states(1, 0)), newest(&states(0, 1), 8)),
            (None, None),
            "in another place, of another table"
        );
        let mut bytes = states(2, 3);
        bytes[STATE + 100] ^= 1;
        assert_eq!(found(&bytes), Some((2, false)));
        bytes[8] ^= 1;
        assert_eq!(found(&bytes), None);
    }
}
