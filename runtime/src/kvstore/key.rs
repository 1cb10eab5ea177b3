//! What a parameter is called.
use super::KvError;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// A key: a number, or a text. The keys of a store are of one of the two kinds: that of the first.
///
/// ```
/// use lacuna_runtime::{Cpu, array::Array, kvstore::KvStore};
/// let (mut store, one) = (KvStore::new(Cpu { threads: 1 }), Array::dense(&[1], vec![1.0_f32])?);
/// store.init(3, one.clone())?;
/// assert_eq!((store.get(3), store.get("3")), (Some(&one), None));
/// assert_eq!(store.init("w", one).unwrap_err().to_string(), "key `w`: the keys of the store are numbers");
/// # Ok::<(), lacuna_runtime::kvstore::KvError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key<'a> {
    /// A number.
    Number(i64),
    /// A text.
    Text(&'a str),
}

impl Display for Key<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

macro_rules! numbers {
    ($($Type:ty)*) => {
        $(impl From<$Type> for Key<'_> {
            fn from(number: $Type) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}
numbers! { i32 i64 u32 }

impl<'a> From<&'a str> for Key<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Key<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

/// What keys a store has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Numbers,
    Texts,
}

impl<'a> Key<'a> {
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Number(_) => Kind::Numbers,
            Self::Text(_) => Kind::Texts,
        }
    }

    /// How the store keeps it, if it is of this kind.
    pub(super) fn within(self, kind: Option<Kind>) -> Result<Cow<'a, str>, KvError> {
        match kind.filter(|kind| *kind != self.kind()) {
            Some(Kind::Numbers) => Err(KvError::KeyKind { key: self.to_string(), expected: "numbers" }),
            Some(Kind::Texts) => Err(KvError::KeyKind { key: self.to_string(), expected: "texts" }),
            None => Ok(match self {
                Self::Number(number) => Cow::Owned(number.to_string()),
                Self::Text(text) => Cow::Borrowed(text),
            }),
        }
    }
}
