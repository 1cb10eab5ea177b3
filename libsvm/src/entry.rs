//! One `index:value` entry: the plain shape quickly, every other shape with care.

use super::{
    error::{Misplaced, RowError, excerpt},
    line::{Rules, token},
    number::{self, Digits, NumberFault, leading_digits, power},
    scalar::LibsvmValue,
};

/// An entry of the plain shape: up to 8 digits, a colon, and up to 7 digits, perhaps with a minus sign in front,
/// perhaps a point and more digits behind (18 in all), then a blank or line feed.
pub(super) struct Plain<V> {
    pub(super) index: u64,
    pub(super) value: V,
    /// Where the entry ends, its blank or line feed included.
    pub(super) end: usize,
    pub(super) ends_line: bool,
}

/// The last group of digits begins within 8 + 1 + 1 + 7 + 1 + 8 bytes, and is looked at as 8 bytes and one more.
pub(super) const WINDOW: usize = 35;

/// Reads eight bytes at a time beyond the entry, so it is of use up to `WINDOW` bytes from the end of the text.
///
/// Finding where the entry ends is the chain of dependent steps that bounds the speed of reading. So what mostly
/// repeats from entry to entry, the sign and one digit before the point, is a branch, which can be predicted; lengths
/// are computed.
///
/// A value of 1, which all features have that are there or not, is a pattern of two bytes.
#[inline(always)]
pub(super) fn plain<V: LibsvmValue>(window: &[u8; WINDOW]) -> Option<Plain<V>> {
    let index = leading_digits(eight(window, 0)?);
    let colon = index.count;
    if colon == 0 || *window.get(colon)? != b':' {
        return None;
    }
    let (value, end) = match window.get(colon + 1..colon + 3)? {
        [b'1', b' ' | b'\n'] => (V::from_decimal(false, 1, 0)?, colon + 2),
        [b'-', _] => decimal::<V, true>(window, colon + 2)?,
        _ => decimal::<V, false>(window, colon + 1)?,
    };
    let last = *window.get(end)?;
    let ends_line = last == b'\n';
    (ends_line || last == b' ').then_some(Plain { index: index.value, value, end: end + 1, ends_line })
}

/// The number that begins at `start`, and where it ends.
#[inline(always)]
fn decimal<V: LibsvmValue, const NEGATIVE: bool>(window: &[u8; WINDOW], start: usize) -> Option<(V, usize)> {
    let first = window.get(start)?.wrapping_sub(b'0');
    let whole = if first <= 9 && !window.get(start + 1)?.is_ascii_digit() {
        Digits { count: 1, value: u64::from(first) }
    } else {
        leading_digits(eight(window, start)?)
    };
    if whole.count == 0 || whole.count == 8 {
        return None;
    }
    let (mut end, mut mantissa, mut places) = (start + whole.count, whole.value, 0);
    if *window.get(end)? == b'.' {
        let fraction = leading_digits(eight(window, end + 1)?);
        if fraction.count == 0 {
            return None;
        }
        end += 1 + fraction.count;
        mantissa = mantissa * power(fraction.count) + fraction.value;
        places = fraction.count;
        if fraction.count == 8 && window.get(end)?.is_ascii_digit() {
            let more = leading_digits(eight(window, end)?);
            if whole.count + more.count > 10 {
                return None;
            }
            end += more.count;
            mantissa = mantissa * power(more.count) + more.value;
            places += more.count;
        }
    }
    Some((V::from_decimal(NEGATIVE, mantissa, -(places as i32))?, end))
}

#[inline(always)]
fn eight(window: &[u8; WINDOW], at: usize) -> Option<[u8; 8]> {
    window.get(at..at + 8)?.first_chunk().copied()
}

/// An entry of any shape, its length, and the feature from zero.
pub(super) struct Entry<V> {
    pub(super) id: u64,
    pub(super) value: V,
    pub(super) len: usize,
}

/// Reads the entry at the start of `text`, of which `least` is the lowest feature that keeps the row ascending. A fault
/// comes with its distance from the start.
pub(super) fn careful<V: LibsvmValue>(text: &[u8], rules: &Rules, least: u64) -> Result<Entry<V>, Misplaced> {
    let token = token(text);
    if token.is_empty() {
        return Err((0, RowError::CarriageReturn));
    }
    let Some(colon) = token.iter().position(|&byte| byte == b':') else {
        return Err((0, RowError::MissingValue { text: excerpt(token) }));
    };
    let (index, value) = (&token[..colon], &token[colon + 1..]);
    let id = feature(index, rules, least).map_err(|reason| (0, reason))?;
    if value.is_empty() {
        return Err((colon + 1, RowError::EmptyValue { text: excerpt(token) }));
    }
    let value = number::parse(value).map_err(|fault| {
        let text = excerpt(value);
        let reason = match fault {
            NumberFault::Malformed => RowError::Value { text },
            NumberFault::NotFinite => RowError::ValueNotFinite { text },
        };
        (colon + 1, reason)
    })?;
    Ok(Entry { id, value, len: token.len() })
}

fn feature(index: &[u8], rules: &Rules, least: u64) -> Result<u64, RowError> {
    let (digits, rest) = number::digits(index);
    if let [b'-', magnitude @ ..] = index
        && let ([_, ..], []) = number::digits(magnitude)
    {
        return Err(RowError::NegativeIndex { text: excerpt(index) });
    }
    if digits.is_empty() || !rest.is_empty() {
        return Err(RowError::Index { text: excerpt(index) });
    }
    let number = digits.iter().try_fold(0u64, |sum, digit| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
    let too_large = || RowError::IndexTooLarge { text: excerpt(index), max: rules.largest };
    let number = number.ok_or_else(too_large)?;
    let id = number.checked_sub(rules.base).ok_or(RowError::IndexBelowBase)?;
    match rules.features {
        Some(features) if id >= features => {
            return Err(RowError::IndexOutOfRange { index: number, features, base: rules.base });
        }
        _ if id > rules.largest => return Err(too_large()),
        _ => {}
    }
    let repeats_last = rules.sum && id + 1 == least;
    if id < least && !rules.sort && !repeats_last {
        let previous = least - 1 + rules.base;
        return Err(if number == previous {
            RowError::DuplicateIndex { index: number }
        } else {
            RowError::UnsortedIndex { index: number, previous }
        });
    }
    Ok(id)
}
