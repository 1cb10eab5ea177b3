//! Numbers and arrays in messages: little-endian, without names.
use super::ExchangeError;
use crate::array::{Dtype, Values};
use std::ops::Range;

/// Makes a message.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// What was written.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    /// In groups of seven bits: ids that lie close together take a byte each.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Ascending ids from `start` on, each once: how many, and how far each is behind the one before.
    pub fn ids(&mut self, ids: &[i64], start: usize) {
        self.number(ids.len() as u64);
        let mut next = start as u64;
        for &id in ids {
            let id = id.max(0).cast_unsigned();
            self.number(id.saturating_sub(next));
            next = id + 1;
        }
    }

    /// Some of the values: their dtype and number the receiver knows.
    pub fn values(&mut self, values: &Values, range: Range<usize>) {
        values.write_range(range, &mut self.0);
    }

    /// Bytes, and how many.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

/// Reads a message of a rank.
#[derive(Debug)]
pub struct Reader<'m> {
    rank: usize,
    all: &'m [u8],
    rest: &'m [u8],
}

impl<'m> Reader<'m> {
    pub const fn new(rank: usize, message: &'m [u8]) -> Self {
        Self { rank, all: message, rest: message }
    }

    const fn wrong(&self, what: &'static str) -> ExchangeError {
        ExchangeError::Message { rank: self.rank, what, found: self.all.len() }
    }

    pub fn number(&mut self) -> Result<u64, ExchangeError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let Some((&byte, rest)) = self.rest.split_first() else { break };
            self.rest = rest;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.wrong("a number"))
    }

    pub fn count(&mut self, what: &'static str) -> Result<usize, ExchangeError> {
        usize::try_from(self.number()?).map_err(|_| self.wrong(what))
    }

    /// Ids of this range.
    pub fn ids(&mut self, range: Range<usize>) -> Result<Vec<i64>, ExchangeError> {
        let count = self.count("a number of ids")?;
        // Each takes a byte at least.
        if count > self.rest.len() {
            return Err(self.wrong("a list of ids"));
        }
        let (mut ids, mut next) = (Vec::with_capacity(count), range.start as u64);
        for _ in 0..count {
            let id = next.checked_add(self.number()?).filter(|&id| id < range.end as u64);
            let id = id.ok_or_else(|| self.wrong("an id of a row"))?;
            ids.push(id.cast_signed());
            next = id + 1;
        }
        Ok(ids)
    }

    pub fn values(&mut self, dtype: Dtype, length: usize) -> Result<Values, ExchangeError> {
        let bytes = length.checked_mul(dtype.size()).and_then(|bytes| self.rest.split_at_checked(bytes));
        let (bytes, rest) = bytes.ok_or_else(|| self.wrong("values"))?;
        self.rest = rest;
        Ok(Values::read(dtype, bytes))
    }

    pub fn bytes(&mut self) -> Result<&'m [u8], ExchangeError> {
        let count = self.count("a length")?;
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(|| self.wrong("bytes"))?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Refuses what is left.
    pub const fn end(&self) -> Result<(), ExchangeError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wrong("the end of a message")) }
    }
}
