//! Bags of ids with weights: what an embedding sums rows by.
use crate::Element;
use crate::element::Checked;
use candle_core::{Error, Result, bail};
use lacuna::Csr;

/// Bags of ids below `vocabulary`, each id with a weight, in any order and repeated.
///
/// ```
/// use lacuna_candle::Bags;
/// let mut bags = Bags::<f32>::new(10);
/// bags.push_sum(&[7, 2, 7])?;
/// bags.push_mean(&[3, 4])?;
/// bags.push(&[(9, 0.5), (0, -1.0)])?;
/// assert_eq!((bags.indptr(), bags.ids()), (&[0, 3, 5, 7][..], &[7, 2, 7, 3, 4, 9, 0][..]));
/// assert_eq!(bags.weights(), [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, -1.0]);
/// assert_eq!(bags.select(&[1])?.ids(), [3, 4]);
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bags<V> {
    vocabulary: usize,
    indptr: Vec<u32>,
    ids: Vec<u32>,
    weights: Vec<V>,
}

impl<V: Element> Bags<V> {
    /// No bags yet, for tables of `vocabulary` rows.
    pub fn new(vocabulary: usize) -> Self {
        Self { vocabulary, indptr: vec![0], ids: Vec::new(), weights: Vec::new() }
    }

    /// Bags that are the rows of a csr: bag b has the entries `indptr[b]..indptr[b + 1]` of `ids` and `weights`.
    ///
    /// # Errors
    /// If `indptr` does not ascend from 0 to the number of ids, for another number of weights, and for an id that is
    /// not below `vocabulary`.
    pub fn from_csr(vocabulary: usize, indptr: Vec<u32>, ids: Vec<u32>, weights: Vec<V>) -> Result<Self> {
        let ends = indptr.first().zip(indptr.last()).map(|(&first, &last)| (first as usize, last as usize));
        if ends != Some((0, ids.len())) || !indptr.is_sorted() {
            bail!("indptr does not ascend from 0 to the {} ids", ids.len());
        }
        if weights.len() != ids.len() {
            bail!("{} ids have {} weights", ids.len(), weights.len());
        }
        if let Some((place, id)) = ids.iter().enumerate().find(|&(_, &id)| id as usize >= vocabulary) {
            bail!("entry {place}: id {id} is not less than the size of the vocabulary, {vocabulary}");
        }
        Ok(Self { vocabulary, indptr, ids, weights })
    }

    /// A bag of one id each: a plain look-up.
    ///
    /// # Errors
    /// For an id that is not below `vocabulary`.
    pub fn lookup(vocabulary: usize, ids: Vec<u32>) -> Result<Self> {
        let indptr = (0..=end_of(ids.len())?).collect();
        let weights = vec![V::ONE; ids.len()];
        Self::from_csr(vocabulary, indptr, ids, weights)
    }

    /// Adds a bag of ids with weights.
    ///
    /// # Errors
    /// For an id that is not below the vocabulary, and more entries in all than 32 bits count. Then nothing changes.
    pub fn push(&mut self, bag: &[(u32, V)]) -> Result<()> {
        self.extend(bag.iter().map(|&(id, _)| id), bag.iter().map(|&(_, weight)| weight))
    }

    /// Adds a bag whose rows are summed.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_sum(&mut self, ids: &[u32]) -> Result<()> {
        self.extend(ids.iter().copied(), ids.iter().map(|_| V::ONE))
    }

    /// Adds a bag whose rows are averaged; the mean of no rows is zero.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_mean(&mut self, ids: &[u32]) -> Result<()> {
        let weight = V::from_f64(1.0 / ids.len() as f64);
        self.extend(ids.iter().copied(), ids.iter().map(|_| weight))
    }

    fn extend(
        &mut self,
        ids: impl ExactSizeIterator<Item = u32> + Clone,
        weights: impl Iterator<Item = V>,
    ) -> Result<()> {
        let (bag, vocabulary) = (self.len(), self.vocabulary);
        if let Some((entry, id)) = ids.clone().enumerate().find(|&(_, id)| id as usize >= vocabulary) {
            bail!("bag {bag}, entry {entry}: id {id} is not less than the size of the vocabulary, {vocabulary}");
        }
        let end = end_of(self.ids.len().saturating_add(ids.len()))?;
        self.ids.extend(ids);
        self.weights.extend(weights);
        self.indptr.push(end);
        Ok(())
    }

    /// The named bags, such as those of a batch.
    ///
    /// # Errors
    /// For a bag that is not there, and more entries in all than 32 bits count.
    pub fn select(&self, bags: &[usize]) -> Result<Self> {
        let mut selected = Self::new(self.vocabulary);
        for &bag in bags {
            let Some(&[start, end]) = self.indptr.get(bag..).and_then(|rest| rest.first_chunk::<2>()) else {
                bail!("bag {bag} is not one of the {} bags", self.len());
            };
            let entries = start as usize..end as usize;
            selected.ids.extend(self.ids.get(entries.clone()).unwrap_or_default());
            selected.weights.extend(self.weights.get(entries).unwrap_or_default());
            selected.indptr.push(end_of(selected.ids.len())?);
        }
        Ok(selected)
    }

    /// Number of bags.
    pub fn len(&self) -> usize {
        self.indptr.len() - 1
    }
    /// Whether there are no bags.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Rows of the tables that these bags are for.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }
    /// The ids of all bags.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }
    /// Their weights.
    pub fn weights(&self) -> &[V] {
        &self.weights
    }
    /// Where each bag starts, and the number of ids.
    pub fn indptr(&self) -> &[u32] {
        &self.indptr
    }

    /// The bags as a csr of bags x vocabulary, for the kernels of bags.
    pub(crate) fn csr(&self) -> Checked<Csr<'_, V, u32>> {
        Ok(Csr::trusted(self.len(), self.vocabulary, &self.indptr, &self.ids, &self.weights)?)
    }
}

/// Where the entries of a bag end.
fn end_of(entries: usize) -> Result<u32> {
    u32::try_from(entries).map_err(|_| Error::msg(format!("{entries} ids in all are more than 32 bits count")))
}
