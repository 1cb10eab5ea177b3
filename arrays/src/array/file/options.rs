//! What is asked of a file, and what is found in it.
use super::Fault;
use super::limits::ROWS;
use super::sparse::Compressed;
use crate::array::Array;
use crate::libsvm::UnusedCounts;
use std::fmt::{self, Debug, Formatter};

/// How a file is read.
///
/// ```
/// use lacuna_arrays::array::file::{Content, Format, LoadOptions, load_members_of_bytes};
/// let text = b"%%MatrixMarket matrix coordinate real general\n5000000 2 1\n1 1 1\n";
/// let members = load_members_of_bytes(Format::MatrixMarket, text, &LoadOptions::default())?;
/// assert!(matches!(&members[0].content, Content::Array(matrix) if matrix.shape() == [5_000_000, 2]));
/// let few = LoadOptions { most_rows: 1000, ..LoadOptions::default() };
/// let refused = load_members_of_bytes(Format::MatrixMarket, text, &few).unwrap_err();
/// assert_eq!(refused.to_string(), "rows 5000000 is more than a file of 64 bytes may have, 1000");
/// # Ok::<(), lacuna_arrays::array::file::Fault>(())
/// ```
#[derive(Clone, Copy)]
pub struct LoadOptions<'a> {
    /// Rows that a matrix may have whatever the length of its file: 16,777,216, whose pointers take 128 MiB. A file
    /// with more bytes may have as many rows as bytes.
    pub most_rows: u64,
    /// Adds the entries that a csr of a `.params` file, or a row of LibSVM text, has at one place. Otherwise they are
    /// refused. Files of SciPy and of Matrix Market mean their sum always.
    pub sum_duplicates: bool,
    /// Which arrays are read, by their names; those without a name are called by their number from 0. All, if there is
    /// no function.
    pub wanted: Option<&'a dyn Fn(&str) -> bool>,
    /// Gets what is left out of arrays.
    pub left_out: Option<&'a dyn Fn(NotRead)>,
}

/// What an array of a file has beside what is read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRead {
    /// Of the rows of LibSVM text.
    OfRows(UnusedCounts),
    /// Entries of this array behind the last one that its pointers name: room that was kept free.
    Spare {
        /// The array, or what it is where it has no name.
        name: String,
        /// How many.
        entries: u64,
    },
}

impl Default for LoadOptions<'_> {
    fn default() -> Self {
        Self { most_rows: ROWS, sum_duplicates: false, wanted: None, left_out: None }
    }
}

impl Debug for LoadOptions<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { most_rows, sum_duplicates, wanted, left_out } = self;
        f.debug_struct("LoadOptions")
            .field("most_rows", most_rows)
            .field("sum_duplicates", sum_duplicates)
            .field("wanted", &wanted.is_some())
            .field("left_out", &left_out.is_some())
            .finish()
    }
}

impl LoadOptions<'_> {
    pub(super) fn tell(&self, what: NotRead) {
        if let Some(left_out) = self.left_out {
            left_out(what);
        }
    }

    pub(super) fn tell_spare(&self, name: &str, parts: &Compressed) {
        let entries = parts.spare() as u64;
        if entries > 0 {
            self.tell(NotRead::Spare { name: name.to_owned(), entries });
        }
    }

    pub(super) fn wants(&self, number: usize, name: &str) -> bool {
        self.wanted.is_none_or(|wanted| wanted(&called(number, name)))
    }
}

/// One array of a file, or something else that is beside the arrays.
#[derive(Debug)]
pub struct Member {
    /// Its name, or nothing.
    pub name: String,
    /// What it is.
    pub content: Content,
}

impl Member {
    /// What it is called where it has this number from 0: by its name, or else by the number.
    #[must_use]
    pub fn called(&self, number: usize) -> String {
        called(number, &self.name)
    }
}

/// What a member of a file is.
#[derive(Debug)]
pub enum Content {
    /// An array.
    Array(Array),
    /// Nothing that an [`Array`] can hold: the fault names its type.
    Unread(Fault),
    /// Not read, since [`LoadOptions::wanted`] did not ask for it.
    Unwanted,
}

impl Content {
    /// An array, or its type if no array has it.
    ///
    /// # Errors
    /// What is wrong with an array of a type that can be read.
    pub(super) fn of(array: Result<Array, Fault>) -> Result<Self, Fault> {
        match array {
            Ok(array) => Ok(Self::Array(array)),
            Err(fault) if fault.is_foreign() => Ok(Self::Unread(fault)),
            Err(fault) => Err(fault),
        }
    }
}

/// What the member of this number is called.
pub(super) fn called(number: usize, name: &str) -> String {
    if name.is_empty() { number.to_string() } else { name.to_owned() }
}

/// The one array of a file that has no place for a name.
pub(super) fn unnamed(
    options: &LoadOptions<'_>,
    array: impl FnOnce() -> Result<Array, Fault>,
) -> Result<Vec<Member>, Fault> {
    let content = if options.wants(0, "") { Content::of(array())? } else { Content::Unwanted };
    Ok(vec![Member { name: String::new(), content }])
}
