//! Texts of a line for each row, with fields between separators.
use crate::left_out::LeftOut;
use anyhow::{Context, Result};
use lacuna_runtime::compression::Decompressed;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// What stands between the fields of a text: the same on all of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Text(&'static str),
    /// One or more.
    Blanks,
}

impl Separator {
    /// That of a line: the first of these that it has.
    fn of(line: &str) -> Self {
        let found = ["::", "\t", ";", ","].into_iter().find(|separator| line.contains(separator));
        found.map_or(Self::Blanks, Self::Text)
    }

    /// The fields of a line, each with the column in which it begins, without the blanks and quotation marks around it.
    fn fields(self, line: &str) -> Vec<(usize, &str)> {
        let fields: Vec<_> = match self {
            Self::Text(separator) => line.split(separator).collect(),
            Self::Blanks => line.split_whitespace().collect(),
        };
        let bare = fields.into_iter().map(|field| {
            let field = field.trim();
            field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
        });
        bare.map(|field| (field.as_ptr().addr() - line.as_ptr().addr() + 1, field)).collect()
    }
}

/// A line with fields.
pub(crate) struct Row<'r> {
    name: &'r str,
    number: usize,
    fields: Vec<(usize, &'r str)>,
}

impl Row<'_> {
    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// The texts of the fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(_, text)| *text)
    }

    /// The text of a field; an empty one, if the line has fewer.
    pub fn field(&self, place: usize) -> &str {
        self.fields.get(place).map_or("", |(_, text)| text)
    }

    /// File and line, for errors.
    pub fn line(&self) -> String {
        format!("{}:{}", self.name, self.number)
    }

    /// File, line and column of a field, for errors.
    pub fn place(&self, place: usize) -> String {
        match self.fields.get(place) {
            Some((column, _)) => format!("{}:{column}", self.line()),
            None => self.line(),
        }
    }
}

/// Hands on the lines of a file that are not empty. The first of them says what separates fields. It is a head, which
/// is left out, if it begins with no number. A byte order mark is no part of it.
pub(crate) fn for_each_row(
    path: &Path,
    left_out: &mut LeftOut,
    mut take: impl FnMut(&Row<'_>) -> Result<()>,
) -> Result<()> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    let mut separator = None;
    for (number, line) in (1..).zip(BufReader::new(Decompressed::new(file)).lines()) {
        let line = line.with_context(|| format!("{name}:{number}"))?;
        let line = if number == 1 { line.strip_prefix('\u{feff}').unwrap_or(&line) } else { &line };
        if line.trim().is_empty() {
            continue;
        }
        let is_first = separator.is_none();
        let fields = separator.get_or_insert_with(|| Separator::of(line)).fields(line);
        let row = Row { name: &name, number, fields };
        if !is_first || row.field(0).parse::<f64>().is_ok() {
            take(&row)?;
        } else {
            left_out.header(path, line);
        }
    }
    Ok(())
}
