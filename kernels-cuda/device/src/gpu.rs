//! What differs between ways of compiling Rust for GPUs, with the names of `cuda_std`: a move to it is a change of this
//! file.
use core::arch::nvptx;
use core::array;
use core::mem::transmute_copy;
use lacuna::order::LANES;
use lacuna::{Number, Storage};

unsafe extern "C" {
    #[link_name = "llvm.nvvm.read.ptx.sreg.laneid"]
    fn read_lane_id() -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    fn shuffle_idx(mask: u32, value: u32, lane: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    fn shuffle_up(mask: u32, value: u32, delta: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.bfly.i32"]
    fn shuffle_xor(mask: u32, value: u32, lane_mask: u32, clamp: u32) -> u32;
    #[link_name = "llvm.nvvm.vote.ballot.sync"]
    fn vote_ballot(mask: u32, predicate: bool) -> u32;
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    fn bar_warp(mask: u32);
}

/// All lanes of a warp.
const FULL: u32 = u32::MAX;

#[inline(always)]
pub(crate) fn thread_idx_x() -> usize {
    // SAFETY: reads a register.
    unsafe { nvptx::_thread_idx_x() as usize }
}
#[inline(always)]
pub(crate) fn block_idx_x() -> usize {
    // SAFETY: as above.
    unsafe { nvptx::_block_idx_x() as usize }
}
#[inline(always)]
pub(crate) fn block_idx_y() -> usize {
    // SAFETY: as above.
    unsafe { nvptx::_block_idx_y() as usize }
}
#[inline(always)]
pub(crate) fn block_dim_x() -> usize {
    // SAFETY: as above.
    unsafe { nvptx::_block_dim_x() as usize }
}
#[inline(always)]
pub(crate) fn grid_dim_x() -> usize {
    // SAFETY: as above.
    unsafe { nvptx::_grid_dim_x() as usize }
}
#[inline(always)]
pub(crate) fn grid_dim_y() -> usize {
    // SAFETY: as above.
    unsafe { nvptx::_grid_dim_y() as usize }
}
#[inline(always)]
pub(crate) fn lane_id() -> u32 {
    // SAFETY: as above.
    unsafe { read_lane_id() }
}

/// Waits for all threads of the block, and makes visible what they wrote.
///
/// # Safety
/// All threads of the block call it.
#[inline(always)]
pub(crate) unsafe fn sync_threads() {
    nvptx::_syncthreads();
}

/// Waits for all threads of the warp, and makes visible what they wrote.
///
/// # Safety
/// All threads of the warp call it; so for the functions below.
#[inline(always)]
pub(crate) unsafe fn sync_warp() {
    bar_warp(FULL);
}

/// The lanes whose predicate is true.
#[inline(always)]
pub(crate) unsafe fn warp_vote_ballot(predicate: bool) -> u32 {
    vote_ballot(FULL, predicate)
}

/// Moves the 32-bit halves of a value of 4 or 8 bytes.
#[inline(always)]
unsafe fn shuffle<T: Copy>(value: T, word: impl Fn(u32) -> u32) -> T {
    if size_of::<T>() == 4 {
        transmute_copy(&word(transmute_copy(&value)))
    } else {
        let bits: u64 = transmute_copy(&value);
        transmute_copy(&(u64::from(word((bits >> 32) as u32)) << 32 | u64::from(word(bits as u32))))
    }
}

/// The values of the [`LANES`] lanes side by side that this one is among, in their order.
#[inline(always)]
pub(crate) unsafe fn shuffle_lanes<T: Copy>(value: T) -> [T; LANES] {
    // The instruction knows such groups: a lane's number in them is a constant.
    array::from_fn(|lane| shuffle(value, |word| shuffle_idx(FULL, word, lane as u32, (32 - LANES as u32) << 8 | 31)))
}

/// The value of the lane `delta` below; the own one where there is none.
#[inline(always)]
pub(crate) unsafe fn warp_shuffle_up<T: Copy>(value: T, delta: u32) -> T {
    shuffle(value, |word| shuffle_up(FULL, word, delta, 0))
}

/// The value of the lane whose number differs by `lane_mask`.
#[inline(always)]
pub(crate) unsafe fn warp_shuffle_xor<T: Copy>(value: T, lane_mask: u32) -> T {
    shuffle(value, |word| shuffle_xor(FULL, word, lane_mask, 31))
}

#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Aligned<T>(T);

/// `WIDTH` elements, by accesses of 16 bytes where they are that much or a multiple of it: then `from` is aligned for
/// it.
#[inline(always)]
pub(crate) unsafe fn load<V: Number, const WIDTH: usize>(from: *const V) -> [V; WIDTH] {
    if (WIDTH * size_of::<V>()).is_multiple_of(16) {
        (*from.cast::<Aligned<[V; WIDTH]>>()).0
    } else {
        *from.cast::<[V; WIDTH]>()
    }
}

/// As [`load`].
#[inline(always)]
pub(crate) unsafe fn store<V: Number, const WIDTH: usize>(to: *mut V, values: [V; WIDTH]) {
    if (WIDTH * size_of::<V>()).is_multiple_of(16) {
        *to.cast::<Aligned<[V; WIDTH]>>() = Aligned(values)
    } else {
        *to.cast::<[V; WIDTH]>() = values
    }
}

/// What memory holds, loaded and stored as [`Storage`] does it, by one instruction of the device. Only the bits of what
/// is no number differ.
pub(crate) trait Stored: Storage {
    fn widen(self) -> Self::Arithmetic;
    fn narrow(value: Self::Arithmetic) -> Self;
}

macro_rules! itself {
    ($($type:ident),*) => {$(
        impl Stored for $type {
            #[inline(always)]
            fn widen(self) -> Self {
                self
            }
            #[inline(always)]
            fn narrow(value: Self) -> Self {
                value
            }
        }
    )*};
}
itself!(f32, f64);

impl Stored for half::f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f16::from_bits(self.to_bits()) as f32
    }
    #[inline(always)]
    fn narrow(value: f32) -> Self {
        Self::from_bits((value as f16).to_bits())
    }
}

impl Stored for half::bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }
    #[inline(always)]
    fn narrow(value: f32) -> Self {
        let bits: u16;
        // SAFETY: reads and writes registers.
        unsafe {
            core::arch::asm!(
                "cvt.rn.bf16.f32 {bits}, {value};", bits = out(reg16) bits, value = in(reg32) value,
                options(pure, nomem, nostack)
            )
        }
        Self::from_bits(bits)
    }
}

core::arch::global_asm!(".extern .shared .align 16 .b8 shared_memory[];");

/// Memory that the threads of a block share, of the size that the launch gives, in elements of 4 or 8 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Shared<T> {
    base: u32,
    element: core::marker::PhantomData<T>,
}

impl<T: Copy> Shared<T> {
    /// The elements from byte `offset` on.
    ///
    /// # Safety
    /// The launch gives as much memory as is used.
    #[inline(always)]
    pub(crate) unsafe fn at(offset: usize) -> Self {
        let base: u32;
        core::arch::asm!("mov.u32 {base}, shared_memory;", base = out(reg32) base, options(pure, nomem, nostack));
        Self { base: base + offset as u32, element: core::marker::PhantomData }
    }

    #[inline(always)]
    fn address(self, place: usize) -> u32 {
        self.base + (place * size_of::<T>()) as u32
    }

    #[inline(always)]
    pub(crate) unsafe fn get(self, place: usize) -> T {
        let address = self.address(place);
        if size_of::<T>() == 4 {
            let word: u32;
            core::arch::asm!(
                "ld.shared.u32 {word}, [{address}];", word = out(reg32) word, address = in(reg32) address,
                options(nostack)
            );
            transmute_copy(&word)
        } else {
            let word: u64;
            core::arch::asm!(
                "ld.shared.u64 {word}, [{address}];", word = out(reg64) word, address = in(reg32) address,
                options(nostack)
            );
            transmute_copy(&word)
        }
    }

    #[inline(always)]
    pub(crate) unsafe fn set(self, place: usize, value: T) {
        let address = self.address(place);
        if size_of::<T>() == 4 {
            let word: u32 = transmute_copy(&value);
            core::arch::asm!(
                "st.shared.u32 [{address}], {word};", address = in(reg32) address, word = in(reg32) word,
                options(nostack)
            );
        } else {
            let word: u64 = transmute_copy(&value);
            core::arch::asm!(
                "st.shared.u64 [{address}], {word};", address = in(reg32) address, word = in(reg64) word,
                options(nostack)
            );
        }
    }
}
