//! Little-endian fields.
use super::Fault;

/// What is left of a file.
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    pub fn at(&self) -> u64 {
        self.at as u64
    }

    pub fn left(&self) -> usize {
        self.all.len().saturating_sub(self.at)
    }

    /// The next `count` bytes.
    pub fn take(&mut self, what: &'static str, count: usize) -> Result<&'a [u8], Fault> {
        let left = self.left();
        let place = self.at..self.at.saturating_add(count);
        let taken = self.all.get(place.clone()).ok_or(Fault::Truncated {
            what,
            at: self.at(),
            needed: count as u64,
            left: left as u64,
        })?;
        self.at = place.end;
        Ok(taken)
    }

    /// So many elements of so many bytes.
    pub fn take_elements(&mut self, what: &'static str, count: usize, size: usize) -> Result<&'a [u8], Fault> {
        self.take(what, count.saturating_mul(size))
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], Fault> {
        let taken = self.take(what, N)?;
        Ok(taken.first_chunk().copied().unwrap_or([0; N]))
    }

    pub fn u64(&mut self, what: &'static str) -> Result<u64, Fault> {
        self.array(what).map(u64::from_le_bytes)
    }

    pub fn u32(&mut self, what: &'static str) -> Result<u32, Fault> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub fn i32(&mut self, what: &'static str) -> Result<i32, Fault> {
        self.array(what).map(i32::from_le_bytes)
    }

    /// A number of things that take at least `size` bytes each, and so cannot be more than are left.
    pub fn count(&mut self, what: &'static str, size: usize) -> Result<usize, Fault> {
        let at = self.at();
        let count = self.u64(what)?;
        let needed = count.saturating_mul(size as u64);
        match usize::try_from(count) {
            Ok(count) if needed <= self.left() as u64 => Ok(count),
            _ => Err(Fault::Truncated { what, at, needed, left: self.left() as u64 }),
        }
    }
}
