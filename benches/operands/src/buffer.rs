//! Memory on pages of a chosen size: what a workload reads and writes.
use anyhow::Result;
use bytemuck::Pod;
use memmap2::MmapMut;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// The size of the pages under a buffer. It decides how fast scattered rows arrive, so results name it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    /// Transparent huge pages, asked for by `madvise`.
    #[default]
    Huge,
    /// 4 KiB pages.
    Small,
}

impl Pages {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Huge, Self::Small];

    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Huge => "huge",
            Self::Small => "4k",
        }
    }

    #[cfg(target_os = "linux")]
    fn advise(self, map: &MmapMut) -> Result<()> {
        let advice = match self {
            Self::Huge => memmap2::Advice::HugePage,
            Self::Small => memmap2::Advice::NoHugePage,
        };
        Ok(map.advise(advice)?)
    }

    #[cfg(not(target_os = "linux"))]
    fn advise(self, _: &MmapMut) -> Result<()> {
        Ok(())
    }
}

/// Start of every buffer.
const ALIGNMENT: usize = 2 << 20;

/// A slice in memory of its own, aligned to 2 MiB.
#[derive(Debug)]
pub struct Buffer<T> {
    map: MmapMut,
    start: usize,
    length: usize,
    element: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    /// `length` zeros.
    pub fn zeros(length: usize, pages: Pages) -> Result<Self> {
        let map = MmapMut::map_anon(length * size_of::<T>() + ALIGNMENT)?;
        let start = map.as_ptr().align_offset(ALIGNMENT);
        pages.advise(&map)?;
        Ok(Self { map, start, length, element: PhantomData })
    }

    /// A copy of `items`.
    pub fn from_slice(items: &[T], pages: Pages) -> Result<Self> {
        let mut buffer = Self::zeros(items.len(), pages)?;
        buffer.copy_from_slice(items);
        Ok(buffer)
    }

    /// The bytes, to be read into.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let bytes = self.length * size_of::<T>();
        &mut self.map[self.start..][..bytes]
    }
}

impl<T: Pod> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.map[self.start..][..self.length * size_of::<T>()])
    }
}

impl<T: Pod> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(self.bytes_mut())
    }
}
