//! The source of `rustc_sample.ptx`: rustc 1.95 for nvptx64-nvidia-cuda with target-cpu sm_80, optimised, fat LTO,
//! panic = abort, no overflow checks.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx, asm_experimental_arch, link_llvm_intrinsics, core_intrinsics)]
#![allow(internal_features, improper_ctypes_definitions, clippy::all)]
use core::arch::nvptx::*;
use core::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering, fence};
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { trap() }
}
unsafe extern "C" {
    #[link_name = "llvm.nvvm.shfl.sync.bfly.f32"]
    fn shfl_bfly_f(mask: u32, v: f32, lane: u32, c: u32) -> f32;
    #[link_name = "llvm.nvvm.shfl.sync.idx.i32"]
    fn shfl_idx(mask: u32, v: u32, lane: u32, c: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.up.i32"]
    fn shfl_up(mask: u32, v: u32, lane: u32, c: u32) -> u32;
    #[link_name = "llvm.nvvm.shfl.sync.down.i32"]
    fn shfl_down(mask: u32, v: u32, lane: u32, c: u32) -> u32;
    #[link_name = "llvm.nvvm.vote.ballot.sync"]
    fn ballot(mask: u32, p: bool) -> u32;
    #[link_name = "llvm.nvvm.vote.any.sync"]
    fn any(mask: u32, p: bool) -> bool;
    #[link_name = "llvm.nvvm.vote.all.sync"]
    fn all(mask: u32, p: bool) -> bool;
    #[link_name = "llvm.nvvm.match.any.sync.i32"]
    fn match_any(mask: u32, p: u32) -> u32;
    #[link_name = "llvm.nvvm.match.any.sync.i64"]
    fn match_any64(mask: u32, p: u64) -> u32;
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    fn warp_sync(mask: u32);
    #[link_name = "llvm.nvvm.read.ptx.sreg.laneid"]
    fn laneid() -> u32;
    #[link_name = "llvm.nvvm.redux.sync.add"]
    fn redux_add(v: u32, mask: u32) -> u32;
    #[link_name = "llvm.nvvm.membar.gl"]
    fn membar_gl();
    #[link_name = "llvm.nvvm.read.ptx.sreg.lanemask.lt"]
    fn lanemask_lt() -> u32;
}
core::arch::global_asm!(".shared .align 16 .b8 red_smem[128];");
core::arch::global_asm!(".extern .shared .align 16 .b8 dyn_smem[];");
#[inline(always)]
unsafe fn red_ptr() -> *mut f32 {
    let p: u64;
    unsafe {
        core::arch::asm!(
            "{{ .reg .u64 t; mov.u64 t, red_smem; cvta.shared.u64 {p}, t; }}", p = out(reg64) p,
            options(pure, nomem, nostack)
        );
    }
    p as *mut f32
}
#[inline(always)]
unsafe fn dyn_ptr() -> *mut u32 {
    let p: u64;
    unsafe {
        core::arch::asm!(
            "{{ .reg .u64 t; mov.u64 t, dyn_smem; cvta.shared.u64 {p}, t; }}", p = out(reg64) p,
            options(pure, nomem, nostack)
        );
    }
    p as *mut u32
}
#[inline(always)]
unsafe fn gid() -> usize {
    unsafe { _block_idx_x() as usize * _block_dim_x() as usize + _thread_idx_x() as usize }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn block_sum(x: *const f32, n: u64, out: *mut f32) {
    unsafe {
        let mut acc = 0.0f32;
        let mut i = gid() as u64;
        let step = (_block_dim_x() as u64) * (_grid_dim_x() as u64);
        while i < n {
            acc += *x.add(i as usize);
            i += step;
        }
        let mut o = 16;
        while o > 0 {
            acc += shfl_bfly_f(!0, acc, o, 31);
            o >>= 1;
        }
        let lane = laneid();
        let warp = _thread_idx_x() as u32 / 32;
        let s = red_ptr();
        if lane == 0 {
            *s.add(warp as usize) = acc;
        }
        _syncthreads();
        if warp == 0 {
            let nw = _block_dim_x() as u32 / 32;
            let mut v = if lane < nw { *s.add(lane as usize) } else { 0.0 };
            let mut o = 16;
            while o > 0 {
                v += shfl_bfly_f(!0, v, o, 31);
                o >>= 1;
            }
            if lane == 0 {
                *out.add(_block_idx_x() as usize) = v;
            }
        }
    }
}
macro_rules! sweep { ($($name:ident, $t:ty, |$a:ident, $b:ident, $c:ident| $e:expr);* $(;)?) => { $(
  #[unsafe(no_mangle)] pub unsafe extern "ptx-kernel" fn $name(a: *const $t, b: *const $t, c: *const $t, out: *mut $t, n: u64) { unsafe {
    let i = gid(); if (i as u64) < n { let $a = *a.add(i); let $b = *b.add(i); let $c = *c.add(i); let _ = ($b, $c); *out.add(i) = $e; } }}
)* } }
sweep! {
  f32_arith, f32, |a, b, c| (a + b) * c - a / b + core::intrinsics::sqrtf32(c);
  f32_fma, f32, |a, b, c| core::intrinsics::fmaf32(a, b, c);
  f32_minmax, f32, |a, b, c| a.min(b).max(c);
  f32_clamp, f32, |a, b, c| if a < b { b } else if a > c { c } else if a.is_nan() { -a } else { a.abs() };
  f32_sign, f32, |a, b, c| a.copysign(b) + c.signum();
  f32_round, f32, |a, b,
      c| core::intrinsics::floorf32(a) + core::intrinsics::ceilf32(b) + core::intrinsics::truncf32(c);
  f32_rte, f32, |a, b, c| core::intrinsics::round_ties_even_f32(a) + b + c;
  f32_cvt, f32, |a, b, c| (a as i32) as f32 + (b as u64) as f32 + (c as i8) as f32 + (a as i64) as f32 + (
      b as u16 as f32
  ) + (a as u32) as f32;
  f32_bits, f32, |a, b, c| f32::from_bits(a.to_bits() ^ b.to_bits().rotate_left(5) & !c.to_bits());
  f32_rem, f32, |a, b, c| a % b + c;
  f64_arith, f64, |a, b, c| (a + b) * c - a / b + core::intrinsics::sqrtf64(c);
  f64_cvt, f64, |a, b,
      c| (a as f32) as f64 + (b as i64) as f64 + (c as u64) as f64 + (a as u32) as f64 + (b as i32) as f64;
  f64_minmax, f64, |a, b, c| a.min(b).max(c);
  f64_cmp, f64, |a, b, c| if a < b || a.is_nan() { if a == c { b } else { c } } else {
      if !(b >= c) { a } else { -a.abs() }
  };
  u32_arith, u32, |a, b, c| (a.wrapping_add(b)).wrapping_mul(c) ^ a.wrapping_div(b | 1) ^ (a % (c | 1));
  u32_bits, u32, |a, b,
      c| a.count_ones() + b.leading_zeros() + c.trailing_zeros() + a.reverse_bits() + b.swap_bytes() +
          a.rotate_left(b) + (a >> (c & 31));
  i32_arith, i32, |a, b, c| a.wrapping_sub(b).wrapping_mul(c).wrapping_div(b | 1) + a.wrapping_rem(c | 1) + (
      a >> (b & 31)
  ) + a.wrapping_abs() + a.min(b).max(c) + a.saturating_add(b);
  u64_arith, u64, |a, b, c| (a.wrapping_add(b)).wrapping_mul(c) ^ a.wrapping_div(b | 1) ^ (a % (c | 1)) ^ (
      (a as u128 * b as u128) >> 64
  ) as u64;
  u64_bits, u64, |a, b,
      c| a.count_ones() as u64 + b.leading_zeros() as u64 + c.trailing_zeros() as u64 + a.reverse_bits() +
          b.swap_bytes() + a.rotate_left(b as u32) + (a >> (c & 63));
  i64_arith, i64, |a, b, c| a.wrapping_sub(b).wrapping_mul(c).wrapping_div(b | 1) + a.wrapping_rem(c | 1) + (
      a >> (b & 63)
  ) + a.wrapping_abs() + a.min(b).max(c) + (a as i32 as i64) + (b as i8 as i64) + a.saturating_mul(c);
  u8_arith, u8, |a, b,
      c| a.wrapping_add(b).wrapping_mul(c) / (b | 1) ^ a.rotate_left(3) ^ a.leading_zeros() as u8 ^ a.saturating_sub(b);
  i16_arith, i16, |a, b, c| a.wrapping_add(b).wrapping_mul(c).wrapping_div(b | 1) ^ a.rotate_left(3) ^ a.leading_zeros() as i16 ^ a.min(b) ^ a.saturating_sub(c);
  u128_arith, u128, |a, b, c| a.wrapping_mul(b).wrapping_add(c) >> (b as u32 & 127);
}
#[repr(C, align(16))]
#[derive(Clone, Copy)]
pub struct F4([f32; 4]);
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub struct F2([f32; 2]);
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn vec4(a: *const F4, b: *const F2, out: *mut F4, n: u64) {
    unsafe {
        let i = gid();
        if (i as u64) < n {
            let x = *a.add(i);
            let y = *b.add(i);
            *out.add(i) = F4([x.0[0] * y.0[0], x.0[1] * y.0[1], x.0[2] + y.0[0], x.0[3] - y.0[1]]);
        }
    }
}
#[repr(C)]
pub struct Args {
    a: *const f32,
    b: *mut f32,
    n: u64,
    scale: f32,
    flag: u8,
    short: i16,
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn by_struct(a: Args) {
    unsafe {
        let i = gid();
        if (i as u64) < a.n {
            *a.b.add(i) = *a.a.add(i) * a.scale + a.flag as f32 + a.short as f32;
        }
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn by_slice(a: &[f32], b: *mut f32) {
    unsafe {
        let i = gid();
        if i < a.len() {
            *b.add(i) = a[i] + a[i / 2];
        }
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn atomics(a: *mut u32, b: *mut u64, s: *mut i32) {
    unsafe {
        let i = gid();
        let a = &*(a as *const AtomicU32);
        let b = &*(b as *const AtomicU64);
        let s = &*(s as *const AtomicI32);
        a.fetch_add(i as u32, Ordering::Relaxed);
        b.fetch_max(i as u64, Ordering::AcqRel);
        s.fetch_min(-(i as i32), Ordering::SeqCst);
        b.fetch_or(1, Ordering::Relaxed);
        a.fetch_xor(3, Ordering::Relaxed);
        let _ = a.compare_exchange(1, 2, Ordering::AcqRel, Ordering::Acquire);
        a.swap(7, Ordering::Relaxed);
        b.load(Ordering::Acquire);
        b.store(4, Ordering::Release);
        fence(Ordering::SeqCst);
        membar_gl();
        let _ = s.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |x| Some(x * 3));
        a.fetch_sub(1, Ordering::Relaxed);
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn collectives(out: *mut u32) {
    unsafe {
        let i = gid();
        let v = *out.add(i);
        let mut r = ballot(!0, v > 3);
        r ^= shfl_idx(!0, v, 5, 31);
        r ^= shfl_up(!0, v, 1, 0);
        r ^= shfl_down(!0, v, 1, 31);
        r += any(!0, v == 7) as u32;
        r += all(!0, v < 100) as u32;
        r ^= match_any(!0, v);
        r ^= match_any64(!0, v as u64 + 1);
        warp_sync(!0);
        r ^= redux_add(v, !0);
        r ^= lanemask_lt();
        *out.add(i) = r;
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn scan_shared(x: *mut u32) {
    unsafe {
        let t = _thread_idx_x() as usize;
        let n = _block_dim_x() as usize;
        let s = dyn_ptr();
        *s.add(t) = *x.add(gid());
        _syncthreads();
        let mut o = 1;
        while o < n {
            let v = if t >= o { *s.add(t - o) } else { 0 };
            _syncthreads();
            *s.add(t) += v;
            _syncthreads();
            o *= 2;
        }
        *x.add(gid()) = *s.add(t);
    }
}
#[inline(never)]
unsafe fn helper(a: *const f32, n: u32, k: f32) -> f32 {
    let mut s = 0.0;
    for i in 0..n {
        s = s * k + unsafe { *a.add(i as usize) };
    }
    s
}
#[inline(never)]
unsafe fn helper2(a: *const u64, n: u32) -> (u64, u32) {
    let mut s = 0;
    for i in 0..n {
        s = s * 3 + unsafe { *a.add(i as usize) };
    }
    (s, n ^ 5)
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn calls(a: *const f32, b: *const u64, out: *mut f32, n: u32) {
    unsafe {
        let i = gid();
        *out.add(i) = helper(a, n, 0.5) + helper(a, n / 2, 0.25);
        let (p, q) = helper2(b, n);
        *out.add(i + 1) = (p + q as u64) as f32;
    }
}
static TABLE: [f32; 8] = [1.0, 2.0, 4.0, 8.0, 0.5, 0.25, 0.125, -1.0];
static BYTES: [u8; 13] = *b"Hello, world!";
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn tables(a: *const u32, out: *mut f32) {
    unsafe {
        let i = gid();
        let j = *a.add(i) as usize;
        *out.add(i) = TABLE[j & 7] + BYTES[j % 13] as f32;
        let mut l = [0u32; 16];
        for k in 0..16 {
            l[(j + k * 7) & 15] = k as u32;
        }
        *out.add(i) += l[(j * 5) & 15] as f32;
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn bounds(a: *const u32, n: u64, out: *mut u32) {
    unsafe {
        let s = core::slice::from_raw_parts(a, n as usize);
        let i = gid();
        *out.add(i) = s[i] / s[i + 1];
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn switch(a: *const u32, out: *mut u32) {
    unsafe {
        let i = gid();
        let v = *a.add(i);
        *out.add(i) = match v {
            0 => 7,
            1 => v + helper(a as *const f32, 3, 1.0) as u32,
            2 => _block_idx_y() as u32,
            3 => v * i as u32,
            4 => {
                *out.add(i + 1) = 3;
                9
            }
            5 => v ^ 0x55,
            6 => v << 4,
            _ => 1,
        };
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn sort(a: *mut u32, n: u32) {
    unsafe {
        let base = gid() * n as usize;
        let s = core::slice::from_raw_parts_mut(a.add(base), n as usize);
        for i in 1..s.len() {
            let mut j = i;
            while j > 0 && s[j - 1] > s[j] {
                s.swap(j - 1, j);
                j -= 1;
            }
        }
    }
}
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn copy(a: *const u8, out: *mut u8, n: u64) {
    unsafe {
        core::ptr::copy_nonoverlapping(a, out, n as usize);
        core::ptr::write_bytes(out.add(n as usize), 7, 33);
    }
}
