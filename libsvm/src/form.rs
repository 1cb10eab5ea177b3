//! Other forms of text, whose lines begin as those of LibSVM text do.
use super::entry::{self, Entry};
use super::error::{Misplaced, RowError, excerpt};
use super::hash::hash_name;
use super::line::{Begin, Rows, Rules, begin, end_of_line, skip_blanks, sort_row, token};
use super::number::{self, NumberFault};
use super::scalar::{LibsvmIndex, LibsvmValue};
use super::vw::VwOptions;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How a line tells its features.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextForm {
    /// `index:value`.
    #[default]
    Plain,
    /// `field:feature:value` of LIBFFM, both numbers from 0, in any order: the feature `j` of the field `f` is the index
    /// `j * fields + f`.
    Fields {
        /// Number of fields: every field must be below it.
        fields: usize,
    },
    /// `name:value`, or `name` of the value 1: the index is the [hash](super::hash_name) of the name, its last `bits`
    /// bits. The values of names that have one index are added.
    Names {
        /// Bits of an index.
        bits: u32,
    },
    /// Text of Vowpal Wabbit.
    Vw(VwOptions),
}

impl TextForm {
    /// Number of features that names are hashed to.
    #[must_use]
    pub const fn hashed_features(&self) -> Option<usize> {
        match self {
            Self::Plain | Self::Fields { .. } => None,
            Self::Names { bits } | Self::Vw(VwOptions { bits, .. }) => Some(1 << *bits),
        }
    }
}

/// Appends a line of `field:feature:value`, as [`parse_rows`](super::line::parse_rows) wants it.
pub(super) fn fields_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    fields: u64,
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    let shown = |id: u64| id / fields;
    tokens_line(line, rules, rows, rules.sum, shown, |text| field_entry(text, fields, rules))
}

/// Appends a line of names.
pub(super) fn names_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    bits: u32,
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    tokens_line(
        line,
        rules,
        rows,
        true,
        |id| id,
        |text| {
            let token = token(text);
            let (name, value) = name_and_value(token)?;
            Ok(Entry { id: hash_name(name, 0) & mask(bits), value, len: token.len() })
        },
    )
}

/// The last bits of a hash.
pub(super) const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// `name:value`, or a name that has the value 1.
pub(super) fn name_and_value<V: LibsvmValue>(token: &[u8]) -> Result<(&[u8], V), Misplaced> {
    let Some(colon) = token.iter().rposition(|&byte| byte == b':') else { return Ok((token, V::of_class(true))) };
    Ok((&token[..colon], value(token, colon + 1)?))
}

/// The number at the end of a token.
fn value<V: LibsvmValue>(token: &[u8], at: usize) -> Result<V, Misplaced> {
    let value = &token[at..];
    if value.is_empty() {
        return Err((at, RowError::EmptyValue { text: excerpt(token) }));
    }
    number::parse(value).map_err(|fault| {
        let text = excerpt(value);
        let reason = match fault {
            NumberFault::Malformed => RowError::Value { text },
            NumberFault::NotFinite => RowError::ValueNotFinite { text },
        };
        (at, reason)
    })
}

/// Appends a line whose features are tokens.
fn tokens_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    rules: &Rules,
    rows: &mut Rows<V, I>,
    sum: bool,
    shown: impl Fn(u64) -> u64,
    entry: impl Fn(&[u8]) -> Result<Entry<V>, Misplaced>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    let (label, entries) = match begin(line, rules, rows)? {
        Begin::Blank(label, after) => return Ok((label, after)),
        Begin::Row(label, entries) => (label, entries),
    };
    let (first, mut least, mut sorted) = (rows.indices.len(), 0, true);
    let mut rest = entries;
    let after = loop {
        rest = skip_blanks(rest);
        if let Some(after) = end_of_line(rest) {
            break after;
        }
        let Entry { id, value, len } = entry(rest).map_err(|(at, reason)| (line.len() - rest.len() + at, reason))?;
        sorted &= id >= least;
        rows.indices.push(I::truncate(id));
        rows.values.push(value);
        least = least.max(id + 1);
        rest = &rest[len..];
    };
    if !sorted {
        sort_row(first, rows, sum).map_err(|()| repeated(line, entries, sum, shown, entry))?;
    }
    Ok((Some(label), after))
}

/// The place of the first feature that the row already has, and whose value cannot be added to it. All entries have
/// been parsed before.
#[cold]
pub(super) fn repeated<V: LibsvmValue>(
    line: &[u8],
    entries: &[u8],
    sum: bool,
    shown: impl Fn(u64) -> u64,
    entry: impl Fn(&[u8]) -> Result<Entry<V>, Misplaced>,
) -> Misplaced {
    let mut sums = HashMap::<u64, V>::new();
    let mut rest = entries;
    while end_of_line(rest).is_none() {
        let at = line.len() - rest.len();
        let Entry { id, value, len } = match entry(rest) {
            Ok(entry) => entry,
            Err((more, reason)) => return (at + more, reason),
        };
        let index = shown(id);
        let total = match sums.get(&id) {
            None => value,
            Some(_) if !sum => return (at, RowError::DuplicateIndex { index }),
            Some(total) => total.sum(value),
        };
        if !total.is_finite() {
            return (at, RowError::SumNotFinite { index });
        }
        sums.insert(id, total);
        rest = skip_blanks(&rest[len..]);
    }
    (0, RowError::DuplicateIndex { index: shown(0) })
}

/// `field:feature:value`.
fn field_entry<V: LibsvmValue>(text: &[u8], fields: u64, rules: &Rules) -> Result<Entry<V>, Misplaced> {
    // A field of one or two digits, and a plain entry behind it.
    let (field, start) = match text {
        [one @ b'0'..=b'9', b':', ..] => (u64::from(one - b'0'), 2),
        [ten @ b'0'..=b'9', one @ b'0'..=b'9', b':', ..] => (u64::from(ten - b'0') * 10 + u64::from(one - b'0'), 3),
        _ => (fields, 0),
    };
    if field < fields
        && let Some(window) = text.get(start..).and_then(|text| text.first_chunk())
        && let Some(plain) = entry::plain::<V>(window)
        && let Some(id) = plain.index.checked_mul(fields).map(|id| id + field).filter(|&id| id < rules.end())
    {
        // Its blank or line feed is left.
        return Ok(Entry { id, value: plain.value, len: start + plain.end - 1 });
    }
    let token = token(text);
    if token.is_empty() {
        return Err((0, RowError::CarriageReturn));
    }
    let mut parts = token.splitn(3, |&byte| byte == b':');
    let (Some(field), Some(feature), Some(number)) = (parts.next(), parts.next(), parts.next()) else {
        return Err((0, RowError::Field { text: excerpt(token) }));
    };
    let whole = |digits: &[u8]| {
        let text = str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
        text.parse::<u64>().ok()
    };
    let own = whole(field).ok_or_else(|| (0, RowError::Field { text: excerpt(token) }))?;
    if own >= fields {
        return Err((0, RowError::FieldOutOfRange { field: own, fields }));
    }
    let at = field.len() + 1;
    let index = whole(feature).ok_or_else(|| (at, RowError::Index { text: excerpt(feature) }))?;
    let id = index.checked_mul(fields).and_then(|id| id.checked_add(own)).filter(|&id| id < rules.end());
    let Some(id) = id else {
        return Err((
            at,
            match rules.features {
                Some(columns) if columns / fields <= index => {
                    RowError::IndexOutOfRange { index, features: columns / fields, base: 0 }
                }
                _ => RowError::IndexTooLarge { text: excerpt(feature), max: rules.largest / fields },
            },
        ));
    };
    Ok(Entry { id, value: value(token, token.len() - number.len())?, len: token.len() })
}
