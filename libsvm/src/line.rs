//! The grammar of a line: `label[:weight] [qid:n] index:value index:value ... [# comment]`.

use std::{mem, ops::Range, sync::Arc};

use super::{
    csr_batch::CsrBatch,
    entry,
    error::{Misplaced, RowError, excerpt},
    form::{TextForm, fields_line, names_line, repeated},
    number::{self, NumberFault},
    scalar::{LibsvmIndex, LibsvmValue},
    unused::UnusedCounts,
    vw::vw_line,
};

/// What a feature index must satisfy.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The file's number of the first feature.
    pub(super) base: u64,
    pub(super) features: Option<u64>,
    /// The largest feature, from zero, that the index type holds.
    pub(super) largest: u64,
    pub(super) sort: bool,
    /// Whether the values of a repeated index are added.
    pub(super) sum: bool,
    /// Whether a label is 1, 0 or -1.
    pub(super) two_classes: bool,
    /// The label that becomes 1, while others become 0.
    pub(super) positive: Option<f64>,
    /// The labels that become their places here.
    pub(super) labels: Option<Arc<[f64]>>,
    /// Whether weights of rows are read.
    pub(super) row_weights: bool,
    /// Whether a label may have a weight that is not read.
    pub(super) ignore_weights: bool,
    /// Whether rows have no label.
    pub(super) unlabelled: bool,
    /// Whether nothing may be left out.
    pub(super) strict: bool,
    /// How a line tells its features.
    pub(super) form: TextForm,
}

impl Rules {
    /// The first feature, from zero, that is refused.
    pub(super) fn end(&self) -> u64 {
        let held = self.largest.saturating_add(1);
        self.features.map_or(held, |features| features.min(held))
    }
}

/// Rows as they are parsed: where each ends, and the line it stands on, counted from the text's start.
#[derive(Debug)]
pub struct Rows<V, I> {
    pub(super) labels: Vec<V>,
    /// One for each label, if weights are read.
    pub(super) weights: Vec<V>,
    pub(super) ends: Vec<usize>,
    pub(super) lines: Vec<u64>,
    pub(super) indices: Vec<I>,
    pub(super) values: Vec<V>,
    unsorted: Vec<(I, V)>,
    /// Of a line with namespaces: the first letter of each, and its features.
    pub(super) spaces: Vec<(u8, Range<usize>)>,
    /// What was left out since the last time that they were asked for.
    pub(super) unused: UnusedCounts,
}

impl<V, I> Default for Rows<V, I> {
    fn default() -> Self {
        Self {
            labels: Vec::new(),
            weights: Vec::new(),
            ends: Vec::new(),
            lines: Vec::new(),
            indices: Vec::new(),
            values: Vec::new(),
            unsorted: Vec::new(),
            spaces: Vec::new(),
            unused: UnusedCounts::default(),
        }
    }
}

impl<V, I> Rows<V, I> {
    /// Exchanges the memory with that of a batch, to append to it without copying.
    pub(super) fn swap(&mut self, batch: &mut CsrBatch<V, I>) {
        mem::swap(&mut self.labels, &mut batch.labels);
        mem::swap(&mut self.weights, &mut batch.weights);
        mem::swap(&mut self.indices, &mut batch.indices);
        mem::swap(&mut self.values, &mut batch.values);
    }

    pub(super) fn clear(&mut self) {
        self.labels.clear();
        self.weights.clear();
        self.ends.clear();
        self.lines.clear();
        self.indices.clear();
        self.values.clear();
        self.unused = UnusedCounts::default();
    }
}

/// How far a text was parsed.
#[derive(Debug, Default)]
pub struct Progress {
    pub(super) bytes: usize,
    pub(super) lines: u64,
    pub(super) fault: Option<Fault>,
}

/// A row that is refused; `line` counts from 0 at the start of the text, `column` from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) reason: RowError,
}

/// Appends up to `most` rows of `text`, which begins at the start of a line, and stops at the first row that is
/// refused.
pub(super) fn parse_rows<V: LibsvmValue, I: LibsvmIndex>(
    text: &[u8],
    most: usize,
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Progress {
    match &rules.form {
        TextForm::Plain => each_line(text, most, rows, |line, rows| parse_line(line, rules, rows)),
        form => each_line(text, most, rows, |line, rows| other_line(line, form, rules, rows)),
    }
}

/// Apart from the loop over plain lines, whose speed depends on how little stands in it.
#[inline(never)]
fn other_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    form: &TextForm,
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    match form {
        TextForm::Plain => parse_line(line, rules, rows),
        TextForm::Fields { fields } => fields_line(line, *fields as u64, rules, rows),
        TextForm::Names { bits } => names_line(line, *bits, rules, rows),
        TextForm::Vw(options) => vw_line(line, options, rules, rows),
    }
}

#[inline(never)]
fn each_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    text: &'t [u8],
    most: usize,
    rows: &mut Rows<V, I>,
    parse: impl Fn(&'t [u8], &mut Rows<V, I>) -> Result<(Option<V>, &'t [u8]), Misplaced>,
) -> Progress {
    let (mut rest, mut lines, mut taken) = (text, 0, 0);
    while taken < most && !rest.is_empty() {
        let before = rows.indices.len();
        match parse(rest, rows) {
            Ok((label, after)) => {
                if let Some(label) = label {
                    rows.labels.push(label);
                    rows.ends.push(rows.indices.len());
                    rows.lines.push(lines);
                    taken += 1;
                }
                rest = after;
                lines += 1;
            }
            Err((at, reason)) => {
                rows.weights.truncate(rows.labels.len());
                rows.indices.truncate(before);
                rows.values.truncate(before);
                let fault = Fault { line: lines, column: at as u64 + 1, reason };
                return Progress { bytes: text.len() - rest.len(), lines, fault: Some(fault) };
            }
        }
    }
    Progress { bytes: text.len() - rest.len(), lines, fault: None }
}

/// Appends the entries of one line; its label, if it has a row, and the text after it. A fault comes with its place in
/// the line.
#[inline(always)]
fn parse_line<'t, V: LibsvmValue, I: LibsvmIndex>(
    line: &'t [u8],
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<(Option<V>, &'t [u8]), Misplaced> {
    let (label, mut rest) = match begin(line, rules, rows)? {
        Begin::Blank(label, after) => return Ok((label, after)),
        Begin::Row(label, entries) => (label, entries),
    };
    let entries = rest;
    let (first, end) = (rows.indices.len(), rules.end());
    // The lowest feature that keeps the row ascending.
    let mut least = 0;
    let mut sorted = true;
    let after = loop {
        if let Some(window) = rest.first_chunk()
            && let Some(plain) = entry::plain(window)
        {
            let id = plain.index.wrapping_sub(rules.base);
            if id < end && id >= least {
                rows.indices.push(I::truncate(id));
                rows.values.push(plain.value);
                least = id + 1;
                rest = &rest[plain.end..];
                if plain.ends_line {
                    break rest;
                }
                continue;
            }
        }
        rest = skip_blanks(rest);
        if let Some(after) = end_of_line(rest) {
            break after;
        }
        let entry =
            entry::careful::<V>(rest, rules, least).map_err(|(at, reason)| (line.len() - rest.len() + at, reason))?;
        sorted &= entry.id >= least;
        rows.indices.push(I::truncate(entry.id));
        rows.values.push(entry.value);
        least = least.max(entry.id + 1);
        rest = &rest[entry.len..];
    };
    if !sorted {
        sort_row(first, rows, rules.sum).map_err(|()| {
            repeated(line, entries, rules.sum, |id| id + rules.base, |text| entry::careful::<V>(text, rules, 0))
        })?;
    }
    Ok((Some(label), after))
}

/// How a line begins.
pub(super) enum Begin<'t, V> {
    /// There is nothing else in it: the label of a row without one, if it is a row, and the text after it.
    Blank(Option<V>, &'t [u8]),
    /// A label, and what follows it.
    Row(V, &'t [u8]),
}

/// Reads a line up to its first feature.
#[inline(always)]
pub(super) fn begin<'t, V: LibsvmValue, I>(
    line: &'t [u8],
    rules: &Rules,
    rows: &mut Rows<V, I>,
) -> Result<Begin<'t, V>, Misplaced> {
    let mut rest = skip_blanks(line);
    if let Some(after) = end_of_line(rest) {
        let is_row = rules.unlabelled && rest.first() != Some(&b'#');
        if is_row && rules.row_weights {
            rows.weights.push(V::of_class(true));
        }
        return Ok(Begin::Blank(is_row.then(V::default), after));
    }
    let head = parse_label(rest, rules).map_err(|(at, reason)| (line.len() - rest.len() + at, reason))?;
    if rules.row_weights {
        rows.weights.push(head.weight);
    }
    rest = skip_blanks(&rest[head.len..]);
    if let Some(number) = rest.strip_prefix(b"qid:") {
        let id = token(number);
        if !matches!(number::digits(id), ([_, ..], [])) {
            return Err((line.len() - number.len(), RowError::QueryId { text: excerpt(id) }));
        }
        if rules.strict {
            return Err((line.len() - number.len(), RowError::UnusedQueryId { text: excerpt(id) }));
        }
        rows.unused.query_ids += 1;
        rest = skip_blanks(&number[id.len()..]);
    }
    Ok(Begin::Row(head.label, rest))
}

/// What a row begins with.
struct Head<V> {
    label: V,
    weight: V,
    /// Of its token.
    len: usize,
}

fn parse_label<V: LibsvmValue>(text: &[u8], rules: &Rules) -> Result<Head<V>, Misplaced> {
    let token = token(text);
    if rules.unlabelled {
        let is_feature = token.is_empty() || token.contains(&b':');
        let head = Head { label: V::default(), weight: V::of_class(true), len: 0 };
        return if is_feature { Ok(head) } else { Err((0, RowError::LabelOfUnlabelled { text: excerpt(token) })) };
    }
    if token.is_empty() {
        return Err((0, RowError::CarriageReturn));
    }
    let colon = token.iter().position(|&byte| byte == b':');
    let label = &token[..colon.unwrap_or(token.len())];
    if colon.is_some() && !rules.ignore_weights && !rules.row_weights {
        // The error names what is no number first.
        let known: Result<V, RowError> = number_of(label);
        return Err((0, known.err().unwrap_or_else(|| RowError::LabelWithWeight { text: excerpt(token) })));
    }
    let value = label_of(label, rules).map_err(|reason| (0, reason))?;
    let mut head = Head { label: value, weight: V::of_class(true), len: token.len() };
    if let Some(colon) = colon {
        let weight = weight_of(&token[colon + 1..], rules.row_weights);
        head.weight = weight.map_err(|reason| (colon + 1, reason))?;
    }
    Ok(head)
}

/// The number of a label.
#[inline]
fn number_of<V: LibsvmValue>(label: &[u8]) -> Result<V, RowError> {
    number::parse(label).map_err(|fault| {
        let text = excerpt(label);
        match fault {
            _ if label.contains(&b',') => RowError::SeveralLabels { text },
            NumberFault::Malformed => RowError::Label { text },
            NumberFault::NotFinite => RowError::LabelNotFinite { text },
        }
    })
}

/// A label by the rules.
#[inline]
pub(super) fn label_of<V: LibsvmValue>(label: &[u8], rules: &Rules) -> Result<V, RowError> {
    let mut value: V = number_of(label)?;
    if let Some(positive) = rules.positive {
        value = V::of_class(value.is_number(positive));
    }
    if rules.two_classes && !value.is_class() {
        return Err(RowError::LabelOfNoClass { text: excerpt(label) });
    }
    let Some(labels) = &rules.labels else { return Ok(value) };
    let place = labels.iter().position(|&own| value.is_number(own));
    place
        .and_then(|place| V::from_decimal(false, place as u64, 0))
        .ok_or_else(|| RowError::LabelUnknown { text: excerpt(label), classes: labels.len() })
}

/// The weight of a row.
pub(super) fn weight_of<V: LibsvmValue>(text: &[u8], not_negative: bool) -> Result<V, RowError> {
    let weight: V = number::parse(text).map_err(|_| RowError::Weight { text: excerpt(text) })?;
    if not_negative && weight.is_negative() {
        return Err(RowError::NegativeWeight { text: excerpt(text) });
    }
    Ok(weight)
}

/// The bytes up to a blank, a comment or the end of the line.
pub(super) fn token(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'#'));
    &text[..end.unwrap_or(text.len())]
}

#[inline(always)]
pub(super) fn skip_blanks(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] = text {
        text = rest;
    }
    text
}

/// What follows the line, if nothing but its end or a comment is left of it.
#[inline(always)]
pub(super) fn end_of_line(text: &[u8]) -> Option<&[u8]> {
    match text {
        [] | [b'\r'] => Some(&[]),
        [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => Some(rest),
        [b'#', ..] => {
            // As in MXNet, a carriage return alone ends a comment.
            let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            Some(end.map_or(&[], |end| text[end..].strip_prefix(b"\r\n").unwrap_or(&text[end + 1..])))
        }
        _ => None,
    }
}

/// Sorts the entries from `first` on by index. If an index is repeated its values are added in their order, or it is an
/// error.
pub(super) fn sort_row<V: LibsvmValue, I: LibsvmIndex>(
    first: usize,
    rows: &mut Rows<V, I>,
    sum: bool,
) -> Result<(), ()> {
    let (indices, values) = (&mut rows.indices[first..], &mut rows.values[first..]);
    if indices.is_sorted_by(|one, next| one < next) {
        return if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(()) };
    }
    rows.unsorted.clear();
    rows.unsorted.extend(indices.iter().copied().zip(values.iter().copied()));
    if sum {
        rows.unsorted.sort_by_key(|entry| entry.0);
        rows.unsorted.dedup_by(|next, kept| {
            let repeats = next.0 == kept.0;
            if repeats {
                kept.1 = kept.1.sum(next.1);
            }
            repeats
        });
        let kept = rows.unsorted.len();
        rows.indices.truncate(first + kept);
        rows.values.truncate(first + kept);
        rows.indices[first..].iter_mut().zip(&rows.unsorted).for_each(|(index, entry)| *index = entry.0);
        rows.values[first..].iter_mut().zip(&rows.unsorted).for_each(|(value, entry)| *value = entry.1);
        return if rows.values[first..].iter().all(|value| value.is_finite()) { Ok(()) } else { Err(()) };
    }
    rows.unsorted.sort_unstable_by_key(|entry| entry.0);
    for ((index, value), entry) in indices.iter_mut().zip(values).zip(&rows.unsorted) {
        (*index, *value) = *entry;
    }
    if indices.windows(2).any(|pair| pair[0] == pair[1]) { Err(()) } else { Ok(()) }
}
