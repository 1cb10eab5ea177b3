//! Bags of ids with weights: what an embedding sums rows by.
use super::{Error, Result, RowSparseGradient, threads, zeros};
use lacuna::dot::CsrTDense;
use lacuna::embedding::{Bag, Sum};
use lacuna::owned::OwnedPlan;
use lacuna::{Csr, Dense, DenseMut, RowSparseMut, Value};

/// Bags of ids below `vocabulary`, each id with a weight, in any order and repeated.
///
/// ```
/// use lacuna_interop::training::Bags;
/// let mut bags = Bags::<f32>::new(10);
/// bags.push_sum(&[7, 2, 7])?;
/// bags.push_mean(&[3, 4])?;
/// bags.push(&[(9, 0.5), (0, -1.0)])?;
/// assert_eq!((bags.indptr(), bags.ids()), (&[0, 3, 5, 7][..], &[7, 2, 7, 3, 4, 9, 0][..]));
/// assert_eq!(bags.weights(), [1.0, 1.0, 1.0, 0.5, 0.5, 0.5, -1.0]);
/// assert_eq!(bags.select(&[1])?.ids(), [3, 4]);
/// # Ok::<(), lacuna_interop::training::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bags<V> {
    vocabulary: usize,
    indptr: Vec<u32>,
    ids: Vec<u32>,
    weights: Vec<V>,
}

impl<V: Value> Bags<V> {
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
            return Err(Error::Indptr { ids: ids.len() });
        }
        if weights.len() != ids.len() {
            return Err(Error::Weights { ids: ids.len(), weights: weights.len() });
        }
        if let Some((entry, &id)) = ids.iter().enumerate().find(|&(_, &id)| id as usize >= vocabulary) {
            return Err(Error::Id { entry, id, vocabulary });
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
        let weight = V::narrow(1.0 / ids.len() as f64);
        self.extend(ids.iter().copied(), ids.iter().map(|_| weight))
    }

    fn extend(
        &mut self,
        ids: impl ExactSizeIterator<Item = u32> + Clone,
        weights: impl Iterator<Item = V>,
    ) -> Result<()> {
        let (bag, vocabulary) = (self.len(), self.vocabulary);
        if let Some((entry, id)) = ids.clone().enumerate().find(|&(_, id)| id as usize >= vocabulary) {
            return Err(Error::IdOfBag { bag, entry, id, vocabulary });
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
                return Err(Error::Bag { bag, bags: self.len() });
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

    /// The sums of the table's rows by bag, each row times the weight of its entry: bags x length, row after row.
    ///
    /// # Errors
    /// For a table of another number of rows than the vocabulary.
    pub fn sums(&self, table: Dense<'_, V>) -> Result<Vec<V>> {
        let (bags, length) = (self.csr()?, table.columns());
        if table.rows() != self.vocabulary {
            return Err(Error::Vocabulary { vocabulary: self.vocabulary, rows: table.rows() });
        }
        let mut sums = zeros(self.len(), length)?;
        let out = DenseMut::new(self.len(), length, &mut sums)?;
        let work = bags.nnz().saturating_mul(length);
        threads::run(Bag { reduction: Sum, bags, padding: usize::MAX, weight: table, out }, work)?;
        Ok(sums)
    }

    /// The gradient of the table, from that of the sums: `bags^T above`, of which only the rows that occur are made.
    ///
    /// # Errors
    /// For a gradient of another number of rows than there are bags.
    pub fn gradient(&self, above: Dense<'_, V>) -> Result<RowSparseGradient<V>> {
        let bags = self.csr()?;
        let plan = OwnedPlan::transpose(bags)?;
        let (rows, length) = (bags.columns(), above.columns());
        let mut data = zeros(plan.ids().len(), length)?;
        let out = RowSparseMut::trusted(rows, length, plan.ids(), &mut data)?;
        let product = CsrTDense { plan: plan.view()?, values: bags.values(), b: above, out };
        threads::run(product, bags.nnz().saturating_mul(length))?;
        Ok(RowSparseGradient::new(rows, length, plan.ids().to_vec(), data)?)
    }

    /// The bags as a csr of bags x vocabulary, for the kernels of bags.
    fn csr(&self) -> Result<Csr<'_, V, u32>> {
        Ok(Csr::trusted(self.len(), self.vocabulary, &self.indptr, &self.ids, &self.weights)?)
    }
}

/// Where the entries of a bag end.
fn end_of(entries: usize) -> Result<u32> {
    u32::try_from(entries).map_err(|_| Error::Ids(entries))
}
