//! The text of Vowpal Wabbit: `[label [importance]] ['tag]|namespace[:scale] name[:value] ... |namespace ...`.
use super::entry;
use super::error::{Misplaced, RowError, excerpt};
use super::form::{mask, name_and_value};
use super::hash::hash_name;
use super::line::{Rows, Rules, label_of, sort_row, weight_of};
use super::number::{Digits, leading_digits};
use super::scalar::{LibsvmIndex, LibsvmValue};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a pair of features is hashed by.
const FNV_PRIME: u64 = 16_777_619;

/// How lines of Vowpal Wabbit are read. An index is the [hash](super::hash_name) of a name with that of its namespace,
/// its last `bits` bits: that of Vowpal Wabbit. Features whose value is 0 are left out, as there; the values of features
/// that have one index are added, which is done here alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VwOptions {
    /// Bits of an index.
    pub bits: u32,
    /// Pairs of namespaces, by their first letters, each of whose pairs of features is a feature too (`-q`).
    pub pairs: Vec<[u8; 2]>,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The place of the first such byte. Text without it goes by in pieces, each looked at as a whole.
fn find(byte: u8, text: &[u8]) -> Option<usize> {
    let has = |piece: &&[u8; 32]| piece.iter().fold(false, |found, &own| found | (own == byte));
    let (pieces, _) = text.as_chunks();
    let start = 32 * pieces.iter().take_while(|piece| !has(piece)).count();
    text[start..].iter().position(|&own| own == byte).map(|place| start + place)
}

/// Tokens between blanks, each with its place.
fn tokens(text: &[u8], start: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().position(|&byte| !is_blank(byte))?;
        let end = text[at..].iter().position(|&byte| is_blank(byte)).map_or(text.len(), |length| at + length);
        let token = (start + at, &text[at..end]);
        at = end;
        Some(token)
    })
}

/// Appends a line, as [`parse_rows`](super::line::parse_rows) wants it. A blank line is no row.
pub(super) fn vw_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    options: &VwOptions,
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    let end = find(b'\n', line);
    let after = end.map_or(&[][..], |end| &line[end + 1..]);
    let text = &line[..end.unwrap_or(line.len())];
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let Some(bar) = find(b'|', text) else {
        return match tokens(text, 0).next() {
            None => Ok((None, after)),
            Some((at, token)) => Err((at, RowError::NoBar { text: excerpt(token) })),
        };
    };
    let label = head(&text[..bar], rules, rows)?;
    let first = rows.indices.len();
    rows.spaces.clear();
    let mut start = bar + 1;
    while start <= text.len() {
        let end = find(b'|', &text[start..]).map_or(text.len(), |length| start + length);
        namespace(line, start..end, options, rows)?;
        start = end + 1;
    }
    for &[one, other] in &options.pairs {
        pairs(one, other, options.bits, rows);
    }
    sort_row(first, rows, true).map_err(|()| {
        (bar, RowError::SumNotFinite { index: rows.indices.get(first).map_or(0, |&id| id.widen().unwrap_or(0)) })
    })?;
    Ok((Some(label), after))
}

/// What stands before the first bar; the weight goes to the rows if weights are read.
fn head<V: LibsvmValue, I>(text: &[u8], rules: &Rules, rows: &mut Rows<V, I>) -> Result<V, Misplaced> {
    // A token that touches the bar is the tag, unless it is the only one and begins like a label.
    let touches = text.last().is_some_and(|&byte| !is_blank(byte));
    let mut found = tokens(text, 0).collect::<Vec<_>>();
    if touches || found.last().is_some_and(|(_, token)| token.starts_with(b"'")) {
        found.pop();
    }
    let (label, weight) = match &*found {
        [] if rules.unlabelled => (V::default(), V::of_class(true)),
        [(at, label), ..] if rules.unlabelled => {
            return Err((*at, RowError::LabelOfUnlabelled { text: excerpt(label) }));
        }
        [] => return Err((0, RowError::NoLabel)),
        [(at, label), more @ ..] => {
            let weight = match more {
                [] => V::of_class(true),
                [(at, weight), bases @ ..] => {
                    let is_left_out = !rules.row_weights && !rules.ignore_weights;
                    rows.unused.weights += u64::from(is_left_out);
                    rows.unused.bases += u64::from(!bases.is_empty());
                    if rules.strict && is_left_out {
                        return Err((*at, RowError::UnusedWeight { text: excerpt(weight) }));
                    }
                    if let (Some((at, base)), true) = (bases.first(), rules.strict) {
                        return Err((*at, RowError::UnusedBase { text: excerpt(base) }));
                    }
                    weight_of(weight, true).map_err(|reason| (*at, reason))?
                }
            };
            (label_of(label, rules).map_err(|reason| (*at, reason))?, weight)
        }
    };
    if rules.row_weights {
        rows.weights.push(weight);
    }
    Ok(label)
}

/// A feature whose name is a number, its value, and where its text ends: `17:0.5`, or `17` of the value 1. Others are
/// none, and so is one at the end of all text.
#[inline(always)]
fn numbered<V: LibsvmValue>(text: &[u8]) -> Option<(u64, V, usize)> {
    let window = text.first_chunk()?;
    if let Some(plain) = entry::plain(window) {
        return Some((plain.index, plain.value, plain.end - 1));
    }
    let Digits { count, value } = leading_digits(*window.first_chunk()?);
    let ends = count > 0 && matches!(window.get(count)?, b' ' | b'\n');
    ends.then_some((value, V::of_class(true), count))
}

/// Appends the features of a namespace, which has this place in the text.
fn namespace<V: LibsvmValue, I: LibsvmIndex>(
    text: &[u8],
    place: Range<usize>,
    options: &VwOptions,
    rows: &mut Rows<V, I>,
) -> Result<(), Misplaced> {
    let own = &text[place.clone()];
    let is_named = own.first().is_some_and(|&byte| !is_blank(byte));
    let mut at = place.start;
    let (letter, seed, scale) = match tokens(own, at).take(usize::from(is_named)).next() {
        Some((_, token)) => {
            let (name, scale) = name_and_value::<V>(token).map_err(|(more, reason)| (at + more, reason))?;
            at += token.len();
            (name.first().copied().unwrap_or(b' '), hash_name(name, 0) as u32, scale)
        }
        None => (b' ', 0, V::of_class(true)),
    };
    let (first, mut unnamed) = (rows.indices.len(), 0);
    while let Some(blanks) = text[at..place.end].iter().position(|&byte| !is_blank(byte)) {
        at += blanks;
        let (id, value, end) = match numbered::<V>(&text[at..]) {
            Some((number, value, length)) => (number.wrapping_add(seed.into()), value, at + length),
            None => {
                let rest = &text[at..place.end];
                let token = &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())];
                let (name, value) = name_and_value::<V>(token).map_err(|(more, reason)| (at + more, reason))?;
                let id = if name.is_empty() { u64::from(seed).wrapping_add(unnamed) } else { hash_name(name, seed) };
                // One whose value is 0 does not count.
                unnamed += u64::from(name.is_empty() && value.product(scale) != V::default());
                (id, value, at + token.len())
            }
        };
        let value = value.product(scale);
        if value != V::default() {
            if !value.is_finite() {
                return Err((at, RowError::ValueNotFinite { text: excerpt(&text[at..end]) }));
            }
            rows.indices.push(I::truncate(id & mask(options.bits)));
            rows.values.push(value);
        }
        at = end;
    }
    rows.spaces.push((letter, first..rows.indices.len()));
    Ok(())
}

/// Appends the pairs of features of two namespaces; of one with itself, each pair once, and each feature with itself.
fn pairs<V: LibsvmValue, I: LibsvmIndex>(one: u8, other: u8, bits: u32, rows: &mut Rows<V, I>) {
    let places = |letter| {
        let own = rows.spaces.iter().filter(move |(own, _)| *own == letter);
        own.flat_map(|(_, features): &(u8, Range<usize>)| features.clone()).collect::<Vec<_>>()
    };
    let (ones, others) = (places(one), places(other));
    for (number, &first) in ones.iter().enumerate() {
        let value = rows.values[first];
        let others = if one == other { &others[number..] } else { &others };
        for &second in others {
            let [own, its] = [first, second].map(|place| rows.indices[place].widen().unwrap_or(0));
            rows.indices.push(I::truncate((FNV_PRIME.wrapping_mul(own) ^ its) & mask(bits)));
            rows.values.push(value.product(rows.values[second]));
        }
    }
}
