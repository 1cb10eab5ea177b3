//! Bags of ids with weights, whose refusals are errors of candle.
use crate::Element;
use candle_core::{Error, Result};
use lacuna_interop::training;
use std::ops::Deref;

/// Bags of ids below `vocabulary`, each id with a weight, in any order and repeated: [`training::Bags`], whose
/// refusals are errors of candle here.
///
/// ```
/// use lacuna_candle::Bags;
/// let mut bags = Bags::<f32>::new(10);
/// bags.push_sum(&[7, 2, 7])?;
/// bags.push_mean(&[3, 4])?;
/// assert_eq!((bags.indptr(), bags.ids()), (&[0, 3, 5][..], &[7, 2, 7, 3, 4][..]));
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bags<V>(training::Bags<V>);

/// For what is read: ids, weights, and numbers of them.
impl<V> Deref for Bags<V> {
    type Target = training::Bags<V>;

    fn deref(&self) -> &training::Bags<V> {
        &self.0
    }
}

impl<V> From<training::Bags<V>> for Bags<V> {
    fn from(bags: training::Bags<V>) -> Self {
        Self(bags)
    }
}

impl<V: Element> Bags<V> {
    /// As [`training::Bags::new`].
    pub fn new(vocabulary: usize) -> Self {
        Self(training::Bags::new(vocabulary))
    }

    /// As [`training::Bags::from_csr`].
    ///
    /// # Errors
    /// As there.
    pub fn from_csr(vocabulary: usize, indptr: Vec<u32>, ids: Vec<u32>, weights: Vec<V>) -> Result<Self> {
        training::Bags::from_csr(vocabulary, indptr, ids, weights).map(Self).map_err(Error::wrap)
    }

    /// As [`training::Bags::lookup`].
    ///
    /// # Errors
    /// As there.
    pub fn lookup(vocabulary: usize, ids: Vec<u32>) -> Result<Self> {
        training::Bags::lookup(vocabulary, ids).map(Self).map_err(Error::wrap)
    }

    /// As [`training::Bags::push`].
    ///
    /// # Errors
    /// As there.
    pub fn push(&mut self, bag: &[(u32, V)]) -> Result<()> {
        self.0.push(bag).map_err(Error::wrap)
    }

    /// As [`training::Bags::push_sum`].
    ///
    /// # Errors
    /// As there.
    pub fn push_sum(&mut self, ids: &[u32]) -> Result<()> {
        self.0.push_sum(ids).map_err(Error::wrap)
    }

    /// As [`training::Bags::push_mean`].
    ///
    /// # Errors
    /// As there.
    pub fn push_mean(&mut self, ids: &[u32]) -> Result<()> {
        self.0.push_mean(ids).map_err(Error::wrap)
    }

    /// As [`training::Bags::select`].
    ///
    /// # Errors
    /// As there.
    pub fn select(&self, bags: &[usize]) -> Result<Self> {
        self.0.select(bags).map(Self).map_err(Error::wrap)
    }
}
