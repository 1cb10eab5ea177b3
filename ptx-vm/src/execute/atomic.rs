//! Atomic operations on memory.

use crate::program::AtomicOperation;

/// The new value of memory: `old` is there, `b` and `c` are the operands.
pub(super) fn apply(operation: AtomicOperation, wide: bool, old: u64, b: u64, c: u64) -> u64 {
    use AtomicOperation as A;
    // As numbers that compare rightly at both widths.
    let signed = |value: u64| if wide { value as i64 } else { i64::from(value as i32) };
    let pick = |first: bool| if first { old } else { b };
    let result = match operation {
        A::Add => old.wrapping_add(b),
        A::MinimumSigned => pick(signed(old) <= signed(b)),
        A::MinimumUnsigned => old.min(b),
        A::MaximumSigned => pick(signed(old) >= signed(b)),
        A::MaximumUnsigned => old.max(b),
        A::And => old & b,
        A::Or => old | b,
        A::Xor => old ^ b,
        A::Exchange => b,
        A::CompareExchange => {
            if old == b {
                c
            } else {
                old
            }
        }
        A::Increment => {
            if old >= b {
                0
            } else {
                old + 1
            }
        }
        A::Decrement => {
            if old == 0 || old > b {
                b
            } else {
                old - 1
            }
        }
    };
    if wide { result } else { result & 0xffff_ffff }
}
