//! Patterns of csr matrices, and the plans of their transposed products.
use lacuna_testing::Random;

/// A csr without values.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub rows: usize,
    pub columns: usize,
    pub indptr: Vec<i64>,
    pub indices: Vec<i64>,
}

impl Pattern {
    pub fn random(random: &mut Random, rows: usize, columns: usize) -> Self {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..rows {
            indices.extend(random.some(columns));
            indptr.push(indices.len() as i64);
        }
        Self { rows, columns, indptr, indices }
    }

    pub fn nnz(&self) -> usize {
        self.indices.len()
    }
}

/// Terms grouped by the row of the result that they add to.
#[derive(Clone, Debug)]
pub struct Groups {
    pub ids: Vec<i64>,
    pub segments: Vec<i64>,
    pub rows: Vec<i64>,
    pub entries: Vec<i64>,
}

impl Groups {
    /// Of terms (id, row, entry), which keep their order in a group.
    pub fn of(mut terms: Vec<(i64, i64, i64)>) -> Self {
        terms.sort_by_key(|(id, ..)| *id);
        let mut groups = Self { ids: vec![], segments: vec![], rows: vec![], entries: vec![] };
        for (place, (id, row, entry)) in terms.into_iter().enumerate() {
            if groups.ids.last() != Some(&id) {
                groups.ids.push(id);
                groups.segments.push(place as i64);
            }
            groups.rows.push(row);
            groups.entries.push(entry);
        }
        groups.segments.push(groups.rows.len() as i64);
        groups
    }

    /// Of the entries of a csr by column. The terms' row is that of the csr, or its place among `stored` rows, which
    /// alone count then.
    pub fn by_column(pattern: &Pattern, stored: Option<&[i64]>) -> Self {
        let mut terms = Vec::new();
        for row in 0..pattern.rows {
            let place = match stored {
                None => Some(row),
                Some(stored) => stored.iter().position(|&id| id == row as i64),
            };
            let Some(place) = place else { continue };
            for entry in pattern.indptr[row]..pattern.indptr[row + 1] {
                terms.push((pattern.indices[entry as usize], place as i64, entry));
            }
        }
        Self::of(terms)
    }
}
