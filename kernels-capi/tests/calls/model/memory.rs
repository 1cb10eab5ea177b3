//! The memory of a call: blocks of their own, so that whatever lies beside them is found.
use super::call::{Call, Contents};
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::Range;

/// A place in a region of a call, or an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// `None` counts from address 0.
    pub region: Option<usize>,
    pub offset: usize,
}

impl Pointer {
    pub const NULL: Self = Self::at(0);

    pub const fn at(address: usize) -> Self {
        Self { region: None, offset: address }
    }

    pub const fn to(region: usize) -> Self {
        Self { region: Some(region), offset: 0 }
    }

    pub const fn plus(self, bytes: usize) -> Self {
        Self { region: self.region, offset: self.offset.wrapping_add(bytes) }
    }
}

/// All blocks start at a multiple of this.
const ALIGNMENT: usize = 16;

/// What may not change beside a region.
const GUARD: u8 = 0xc3;

/// One allocation: a region between two guards.
struct Block {
    start: *mut u8,
    layout: Layout,
    region: Range<usize>,
}

impl Block {
    /// `skew` is what the region's address is above a multiple of the alignment.
    fn new(length: usize, guard: usize, skew: usize) -> Self {
        let region = guard + skew..guard + skew + length;
        let layout = Layout::from_size_align((region.end + guard).max(1), ALIGNMENT).expect("small sizes");
        // SAFETY: the size is not 0.
        let start = unsafe { alloc(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: just allocated, of that size.
        unsafe { start.write_bytes(GUARD, layout.size()) };
        Self { start, layout, region }
    }

    fn address(&self) -> usize {
        self.start.expose_provenance() + self.region.start
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: all of it was written when it was allocated, and no call is under way.
        unsafe { std::slice::from_raw_parts(self.start, self.layout.size()) }
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.region.len(), "outside of the region");
        // SAFETY: inside the block, and no call is under way.
        unsafe { self.start.add(self.region.start + offset).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.start, self.layout) };
    }
}

/// The regions of a call, each in a block of its own.
pub struct Memory {
    blocks: Vec<Block>,
}

/// What lies in a block beside its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guards {
    /// Bytes that are looked at after the call.
    Bytes,
    /// Nothing: a sanitizer watches what is read there, too.
    None,
}

impl Memory {
    pub fn new(call: &Call, guards: Guards) -> Self {
        let guard = if guards == Guards::Bytes { 48 } else { 0 };
        let needed = call.needed();
        let length = |number: usize| if guards == Guards::Bytes { call.regions[number].size() } else { needed[number] };
        let blocks = call
            .regions
            .iter()
            .enumerate()
            .map(|(number, region)| Block::new(length(number), guard, region.skew))
            .collect();
        let mut memory = Self { blocks };
        for (number, region) in call.regions.iter().enumerate() {
            let bytes = match &region.contents {
                Contents::Numbers(_, bytes) => bytes.clone(),
                Contents::Records(records) => {
                    records.iter().flat_map(|record| record.encode(|pointer| memory.address(pointer))).collect()
                }
                Contents::Answer(size) => vec![0x5a; *size],
            };
            memory.blocks[number].write(0, &bytes[..length(number)]);
        }
        memory
    }

    pub fn address(&self, pointer: Pointer) -> usize {
        pointer.region.map_or(0, |region| self.blocks[region].address()).wrapping_add(pointer.offset)
    }

    /// The region that an address lies in, and where. An address of none of them stays as it is.
    pub fn place(&self, address: usize) -> Pointer {
        let inside = |block: &Block| (block.address()..block.address() + block.region.len()).contains(&address);
        match self.blocks.iter().position(inside) {
            Some(region) => Pointer { region: Some(region), offset: address - self.blocks[region].address() },
            None => Pointer::at(address),
        }
    }

    /// The bytes of a region.
    pub fn region(&self, number: usize) -> Vec<u8> {
        let block = &self.blocks[number];
        block.bytes()[block.region.clone()].to_vec()
    }

    /// True if nothing has been written beside the regions.
    pub fn guards_are_whole(&self) -> bool {
        self.blocks.iter().all(|block| {
            let bytes = block.bytes();
            bytes[..block.region.start].iter().chain(&bytes[block.region.end..]).all(|&byte| byte == GUARD)
        })
    }

    /// Writes at a place of a region, between calls.
    pub fn write(&mut self, pointer: Pointer, bytes: &[u8]) {
        let region = pointer.region.expect("a place in a region");
        self.blocks[region].write(pointer.offset, bytes);
    }

    /// Reads at a place of a region, between calls.
    pub fn read(&self, pointer: Pointer, length: usize) -> Vec<u8> {
        self.region(pointer.region.expect("a place in a region"))[pointer.offset..pointer.offset + length].to_vec()
    }

    /// The array at a pointer, empty if its length is 0.
    ///
    /// # Safety
    /// Unless it is empty, it lies in a region, aligned, apart from all that is written as long as the slice lives.
    pub unsafe fn slice<'m, T>(&self, pointer: Pointer, length: usize) -> &'m [T] {
        if length == 0 {
            return &[];
        }
        // SAFETY: the caller's promise; every byte of a block is initialised, and any bits make a number.
        unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(self.address(pointer)), length) }
    }

    /// The array at a pointer, to be written.
    ///
    /// # Safety
    /// As for [`slice`](Self::slice), and apart from all that is read.
    pub unsafe fn slice_mut<'m, T>(&self, pointer: Pointer, length: usize) -> &'m mut [T] {
        if length == 0 {
            return &mut [];
        }
        // SAFETY: the caller's promise; every byte of a block is initialised, and any bits make a number.
        unsafe { std::slice::from_raw_parts_mut(std::ptr::with_exposed_provenance_mut(self.address(pointer)), length) }
    }
}
