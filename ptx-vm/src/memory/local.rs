//! Memory of one thread.

#[derive(Debug, Default)]
pub(crate) struct LocalMemory {
    data: Vec<u8>,
    written: Vec<bool>,
    top: usize,
}

/// Where the first frame begins: address 0 is nobody's.
const START: usize = 256;

pub(crate) enum LocalFault {
    OutOfBounds,
    Unwritten,
}

impl LocalMemory {
    pub(crate) fn clear(&mut self) {
        self.top = START;
    }

    /// A new frame; its first address.
    pub(crate) fn push(&mut self, bytes: usize) -> usize {
        let base = self.top.next_multiple_of(256);
        let end = base + bytes;
        if self.data.len() < end {
            self.data.resize(end, 0);
            self.written.resize(end, false);
        }
        if let Some(written) = self.written.get_mut(base..end) {
            written.fill(false);
        }
        self.top = end;
        base
    }

    pub(crate) fn top(&self) -> usize {
        self.top
    }

    pub(crate) fn pop(&mut self, top: usize) {
        self.top = top;
    }

    pub(crate) fn size(&self) -> (u64, usize) {
        (START as u64, self.top - START)
    }

    fn range(&self, address: u64, bytes: usize) -> Result<std::ops::Range<usize>, LocalFault> {
        match usize::try_from(address) {
            Ok(start) if start >= START && start <= self.top && bytes <= self.top - start => Ok(start..start + bytes),
            _ => Err(LocalFault::OutOfBounds),
        }
    }

    pub(crate) fn read(&self, address: u64, bytes: usize) -> Result<u64, LocalFault> {
        let range = self.range(address, bytes)?;
        if !self.written.get(range.clone()).is_some_and(|written| written.iter().all(|&byte| byte)) {
            return Err(LocalFault::Unwritten);
        }
        let mut value = [0; 8];
        for (place, &byte) in value.iter_mut().zip(self.data.get(range).unwrap_or_default()) {
            *place = byte;
        }
        Ok(u64::from_le_bytes(value))
    }

    pub(crate) fn write(&mut self, address: u64, bytes: usize, value: u64) -> Result<(), LocalFault> {
        let range = self.range(address, bytes)?;
        if let (Some(data), Some(written)) = (self.data.get_mut(range.clone()), self.written.get_mut(range)) {
            for (place, byte) in data.iter_mut().zip(value.to_le_bytes()) {
                *place = byte;
            }
            written.fill(true);
        }
        Ok(())
    }
}
