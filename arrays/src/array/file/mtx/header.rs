//! The first line, which describes the content of the file, and the line of lengths.
use super::lines::{Line, Lines, whole};
use crate::array::file::Fault;

/// How a file begins, with one or two signs before it: the files of Network Repository have one.
const BANNER: &[u8] = b"MatrixMarket";

/// Whether a text begins as such a file.
pub(in crate::array::file) fn has_banner(text: &[u8]) -> bool {
    let banner = text.strip_prefix(b"%").map(|text| text.strip_prefix(b"%").unwrap_or(text));
    banner.and_then(|text| text.get(..BANNER.len())).is_some_and(|start| start.eq_ignore_ascii_case(BANNER))
}

/// What the values are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Field {
    Real,
    Integer,
    /// Read as integers with a sign.
    Unsigned,
    Pattern,
}

/// How an element determines the one on the other side of the diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Symmetry {
    General,
    Symmetric,
    Skew,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub rows: usize,
    pub columns: usize,
    /// Of a coordinate file.
    pub entries: Option<u64>,
    pub field: Field,
    pub symmetry: Symmetry,
}

impl Header {
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, Fault> {
        let first = lines.any().unwrap_or(Line { number: 1, text: &[] });
        let words: Vec<_> = first.words().map(|word| String::from_utf8_lossy(word).to_ascii_lowercase()).collect();
        let [banner, object, layout, field, symmetry] = &*words else {
            return Err(first.wrong("not a banner of five words"));
        };
        if !has_banner(banner.as_bytes()) || !banner.ends_with("matrixmarket") {
            return Err(first.wrong("not a banner of Matrix Market"));
        }
        let unsupported = |what, found: &str| Fault::Unsupported { what, found: found.chars().take(40).collect() };
        if object != "matrix" {
            return Err(unsupported("object", object));
        }
        let is_sparse = match &**layout {
            "coordinate" => true,
            "array" => false,
            _ => return Err(unsupported("format", layout)),
        };
        let field = match &**field {
            "real" | "double" => Field::Real,
            "integer" => Field::Integer,
            "unsigned-integer" => Field::Unsigned,
            "pattern" if is_sparse => Field::Pattern,
            _ => return Err(unsupported("field", field)),
        };
        let symmetry = match &**symmetry {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" => Symmetry::Skew,
            _ => return Err(unsupported("symmetry", symmetry)),
        };

        let missing = Line { number: first.number + 1, text: &[] };
        let line = lines.content().unwrap_or(missing);
        let lengths: Option<Vec<u64>> = line.words().map(whole).collect();
        let (rows, columns, entries) = match (lengths.as_deref(), is_sparse) {
            (Some(&[rows, columns, entries]), true) => (rows, columns, Some(entries)),
            (Some(&[rows, columns]), false) => (rows, columns, None),
            (_, true) => return Err(line.wrong("not rows, columns and entries")),
            (_, false) => return Err(line.wrong("not rows and columns")),
        };
        if symmetry != Symmetry::General && rows != columns {
            return Err(Fault::Count { what: "columns of a symmetric matrix", expected: rows, found: columns });
        }
        let length = |length: u64| {
            usize::try_from(length)
                .ok()
                .filter(|length| isize::try_from(*length).is_ok())
                .ok_or_else(|| line.wrong("of too large a matrix"))
        };
        Ok(Self { rows: length(rows)?, columns: length(columns)?, entries, field, symmetry })
    }
}
