//! Text to matrices.
use super::header::{Field, Header, Symmetry};
use super::lines::{Line, Lines, whole};
use crate::array::file::Fault;
use crate::array::file::limits::{check_rows, product};
use crate::array::file::number::check_sums;
use crate::array::file::options::{LoadOptions, Member, unnamed as unnamed_member};
use crate::array::values::{reserve, zeros};
use crate::array::{Array, ArrayError, Element};

/// The shortest line of a value, and of an entry, with the end of the line.
const LEAST_VALUE: usize = 2;
const LEAST_ENTRY: usize = 4;

/// A type of the values in a text.
trait Word: Element {
    fn parse(word: &str) -> Option<Self>;
    /// `None` where there is none of as many bits.
    fn opposite(self) -> Option<Self>;
}

impl Word for f64 {
    fn parse(word: &str) -> Option<Self> {
        let number: Self = word.parse().ok()?;
        // Infinity only where it is written so.
        let is_digits = word.bytes().any(|byte| byte.is_ascii_digit());
        (number.is_finite() || !is_digits).then_some(number)
    }

    fn opposite(self) -> Option<Self> {
        Some(-self)
    }
}

impl Word for i64 {
    fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    fn opposite(self) -> Option<Self> {
        self.checked_neg()
    }
}

/// The text of a file, without a byte order mark.
pub(in crate::array::file) fn text(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

pub(in crate::array::file) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    unnamed_member(options, || {
        let mut lines = Lines::new(text(bytes));
        let header = Header::read(&mut lines)?;
        if let Some(entries) = header.entries {
            check_rows(header.rows, bytes.len() as u64, options.most_rows)?;
            return match header.field {
                Field::Integer => coordinate::<i64>(&header, entries, lines),
                // A skew-symmetric matrix has opposites of its numbers.
                Field::Unsigned if header.symmetry == Symmetry::Skew => coordinate::<i64>(&header, entries, lines),
                Field::Unsigned => check_sums(coordinate::<i64>(&header, entries, lines)?),
                Field::Real | Field::Pattern => coordinate::<f64>(&header, entries, lines),
            };
        }
        match header.field {
            Field::Integer | Field::Unsigned => dense::<i64>(&header, lines),
            Field::Real | Field::Pattern => dense::<f64>(&header, lines),
        }
    })
}

fn unnamed(error: ArrayError) -> Fault {
    Fault::Array { name: String::new(), error }
}

fn value<V: Word>(line: Line<'_>, word: Option<&[u8]>, field: Field) -> Result<V, Fault> {
    let word = word.ok_or_else(|| line.wrong("without a value"))?;
    let wrong = |wrong| Line { text: word, ..line }.wrong(wrong);
    if field == Field::Unsigned && whole(word).is_some_and(|number| i64::try_from(number).is_err()) {
        return Err(wrong("more than int64 can be, 9223372036854775807"));
    }
    let value = std::str::from_utf8(word).ok().and_then(V::parse);
    value
        .filter(|_| field != Field::Unsigned || !word.starts_with(b"-"))
        .ok_or_else(|| wrong("not a number of this field"))
}

fn opposite<V: Word>(line: Line<'_>, value: V) -> Result<V, Fault> {
    value.opposite().ok_or_else(|| line.wrong("a number without an opposite in int64"))
}

/// The place from 0 of one from 1.
fn place(line: Line<'_>, what: &'static str, word: Option<&[u8]>, most: usize) -> Result<i64, Fault> {
    let word = word.ok_or_else(|| line.wrong("without a column"))?;
    let found = whole(word).ok_or_else(|| Line { text: word, ..line }.wrong("not a whole number"))?;
    let most = most as u64;
    match found.checked_sub(1) {
        // Lengths are within those of i64.
        Some(place) if found <= most => Ok(place as i64),
        _ => Err(Fault::Index { line: line.number, what, found, most }),
    }
}

fn coordinate<V: Word>(header: &Header, entries: u64, mut lines: Lines<'_>) -> Result<Array, Fault> {
    let &Header { rows, columns, field, symmetry, .. } = header;
    let sides = if symmetry == Symmetry::General { 1 } else { 2 };
    // Not what the header promises, but what there is text for.
    let room = usize::try_from(entries).unwrap_or(usize::MAX).min(lines.bytes() / LEAST_ENTRY + 1) * sides;
    let (mut row_of, mut column_of, mut values) = (Vec::new(), Vec::new(), Vec::new());
    reserve(&mut row_of, room).map_err(unnamed)?;
    reserve(&mut column_of, room).map_err(unnamed)?;
    reserve(&mut values, room).map_err(unnamed)?;
    let mut found = 0;
    while let Some(line) = lines.content() {
        found += 1;
        if found > entries {
            return Err(line.wrong("behind the last entry"));
        }
        let mut words = line.words();
        let row = place(line, "row", words.next(), rows)?;
        let column = place(line, "column", words.next(), columns)?;
        let value = if field == Field::Pattern { V::ONE } else { value::<V>(line, words.next(), field)? };
        if words.next().is_some() {
            return Err(line.wrong("more than an entry"));
        }
        let mut push = |row, column, value| {
            row_of.push(row);
            column_of.push(column);
            values.push(value);
        };
        push(row, column, value);
        match symmetry {
            Symmetry::Symmetric if row != column => push(column, row, value),
            Symmetry::Skew if row != column => push(column, row, opposite(line, value)?),
            Symmetry::Skew if value != V::ZERO => {
                return Err(line.wrong("not 0 on the diagonal of a skew-symmetric matrix"));
            }
            _ => {}
        }
    }
    if found != entries {
        return Err(Fault::Count { what: "entries", expected: entries, found });
    }
    Array::coo(Some([rows, columns]), &row_of, &column_of, values).map_err(unnamed)
}

/// A dense matrix, column after column; of a symmetric one the part below the diagonal, with the diagonal unless it is
/// zero.
fn dense<V: Word>(header: &Header, mut lines: Lines<'_>) -> Result<Array, Fault> {
    let &Header { rows, columns, field, symmetry, .. } = header;
    let first_row = |column: usize| match symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric => column,
        Symmetry::Skew => column + 1,
    };
    let elements = product(&[rows, columns]);
    let written = match symmetry {
        Symmetry::General => elements,
        Symmetry::Symmetric => elements / 2 + rows.div_ceil(2),
        Symmetry::Skew => elements / 2 - rows / 2,
    };
    let most = (lines.bytes() + 1) / LEAST_VALUE;
    if written > most {
        return Err(Fault::TooMany {
            what: "values",
            found: written as u64,
            most: most as u64,
            bytes: lines.bytes() as u64,
        });
    }
    let mut values = zeros::<V>(elements).map_err(unnamed)?;
    // Columns without elements could be more than one can count to.
    for column in 0..if elements == 0 { 0 } else { columns } {
        for row in first_row(column)..rows {
            let read = (row - first_row(column)) as u64;
            let line = lines.content().ok_or(Fault::Count {
                what: "values of a column",
                expected: (rows - first_row(column)) as u64,
                found: read,
            })?;
            let value = value::<V>(line, Some(line.text), field)?;
            let mirrored = if symmetry == Symmetry::Skew { opposite(line, value)? } else { value };
            if symmetry != Symmetry::General
                && let Some(place) = values.get_mut(column * columns + row)
            {
                *place = mirrored;
            }
            if let Some(place) = values.get_mut(row * columns + column) {
                *place = value;
            }
        }
    }
    match lines.content() {
        Some(line) => Err(line.wrong("behind the last value")),
        None => Array::dense(&[rows, columns], values).map_err(unnamed),
    }
}
