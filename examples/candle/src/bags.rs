//! Bags of ids with weights: what an embedding sums rows by.
use crate::Element;
use lacuna::{Csr, FormatError};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why bags were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagError {
    /// An id that the vocabulary does not have.
    Id { bag: usize, entry: usize, id: u32, vocabulary: usize },
    /// More ids in all than 32 bits count.
    TooMany { bag: usize, ids: usize },
    /// A bag that is not there.
    NoBag { bag: usize, bags: usize },
}

impl Display for BagError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Id { bag, entry, id, vocabulary } => {
                write!(f, "bag {bag}, entry {entry}: id {id} is not less than the size of the vocabulary, {vocabulary}")
            }
            Self::TooMany { bag, ids } => write!(f, "bag {bag}: {ids} ids in all are more than 32 bits count"),
            Self::NoBag { bag, bags } => write!(f, "bag {bag} is not one of the {bags} bags"),
        }
    }
}

impl Error for BagError {}

impl From<BagError> for candle_core::Error {
    fn from(error: BagError) -> Self {
        Self::Wrapped(Box::new(error))
    }
}

/// One bag a row, as a csr matrix of bags x vocabulary: the sum of an embedding's rows by these weights is its product
/// with the table.
#[derive(Clone, Debug)]
pub struct Bags<V> {
    vocabulary: usize,
    indptr: Vec<u32>,
    ids: Vec<u32>,
    weights: Vec<V>,
}

impl<V: Element> Bags<V> {
    /// No bags yet.
    pub fn new(vocabulary: usize) -> Self {
        Self { vocabulary, indptr: vec![0], ids: Vec::new(), weights: Vec::new() }
    }

    /// A bag of one id each: a plain look-up.
    pub fn lookup(vocabulary: usize, ids: &[u32]) -> Result<Self, BagError> {
        let mut bags = Self::new(vocabulary);
        ids.iter().try_for_each(|&id| bags.push(&[(id, V::ONE)]))?;
        Ok(bags)
    }

    /// Adds a bag. Ids may come in any order; the weights of a repeated id are added. A refused bag changes nothing.
    pub fn push(&mut self, bag: &[(u32, V)]) -> Result<(), BagError> {
        if let Some((entry, &(id, _))) = bag.iter().enumerate().find(|(_, (id, _))| *id as usize >= self.vocabulary) {
            return Err(BagError::Id { bag: self.len(), entry, id, vocabulary: self.vocabulary });
        }
        pointer(self.len(), self.ids.len() + bag.len())?;
        let mut sorted = bag.to_vec();
        sorted.sort_by_key(|(id, _)| *id);
        for of_one_id in sorted.chunk_by(|(left, _), (right, _)| left == right) {
            self.ids.push(of_one_id[0].0);
            self.weights.push(of_one_id[1..].iter().fold(of_one_id[0].1, |sum, (_, weight)| sum + *weight));
        }
        self.indptr.push(pointer(self.len(), self.ids.len())?);
        Ok(())
    }

    /// Adds a bag whose rows are summed.
    pub fn push_sum(&mut self, ids: &[u32]) -> Result<(), BagError> {
        self.push(&ids.iter().map(|&id| (id, V::ONE)).collect::<Vec<_>>())
    }

    /// Adds a bag whose rows are averaged; the mean of no rows is zero.
    pub fn push_mean(&mut self, ids: &[u32]) -> Result<(), BagError> {
        let weight = V::from_f64(1.0 / ids.len() as f64);
        self.push(&ids.iter().map(|&id| (id, weight)).collect::<Vec<_>>())
    }

    /// The named bags, such as those of a batch.
    pub fn select(&self, bags: &[usize]) -> Result<Self, BagError> {
        let mut selected = Self::new(self.vocabulary);
        for &bag in bags {
            let Some(&[start, end]) = self.indptr.get(bag..).and_then(|rest| rest.first_chunk::<2>()) else {
                return Err(BagError::NoBag { bag, bags: self.len() });
            };
            selected.ids.extend_from_slice(&self.ids[start as usize..end as usize]);
            selected.weights.extend_from_slice(&self.weights[start as usize..end as usize]);
            selected.indptr.push(pointer(selected.len(), selected.ids.len())?);
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

    /// The csr matrix.
    pub fn csr(&self) -> Result<Csr<'_, V, u32>, FormatError> {
        // `push` has kept every rule of the format.
        Csr::trusted(self.len(), self.vocabulary, &self.indptr, &self.ids, &self.weights)
    }
}

/// Where the ids of a bag end.
fn pointer(bag: usize, ids: usize) -> Result<u32, BagError> {
    u32::try_from(ids).map_err(|_| BagError::TooMany { bag, ids })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bag_is_sorted_and_repeated_ids_are_added() {
        let mut bags = Bags::new(10);
        bags.push(&[(7, 1.0_f32), (2, 0.5), (7, 0.25)]).unwrap();
        bags.push(&[]).unwrap();
        bags.push_mean(&[9, 9, 0, 9]).unwrap();
        assert_eq!(
            (bags.indptr(), bags.ids(), bags.weights()),
            (&[0, 2, 2, 4][..], &[2, 7, 0, 9][..], &[0.5, 1.25, 0.25, 0.75][..])
        );
        let csr = bags.csr().unwrap();
        Csr::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values()).unwrap();

        let selected = bags.select(&[2, 0, 2]).unwrap();
        assert_eq!((selected.indptr(), selected.ids()), (&[0, 2, 4, 6][..], &[0, 9, 2, 7, 0, 9][..]));
    }

    #[test]
    fn wrong_bags_are_refused_with_their_numbers() {
        let mut bags = Bags::<f32>::new(3);
        bags.push_sum(&[0, 2]).unwrap();
        assert_eq!(
            bags.push_sum(&[1, 3]).unwrap_err().to_string(),
            "bag 1, entry 1: id 3 is not less than the size of the vocabulary, 3"
        );
        assert_eq!((bags.len(), bags.ids()), (1, &[0, 2][..]));
        assert_eq!(bags.select(&[0, 1]).unwrap_err().to_string(), "bag 1 is not one of the 1 bags");
    }
}
