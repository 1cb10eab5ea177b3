//! Rows by their ids, and bags of them.
use super::{Matrix, StoredRows, Sum, Sums, Triplets};

/// The row of each id, zero where it is not stored.
pub fn lookup(ids: &[usize], weight: &StoredRows) -> Matrix {
    let mut out = Matrix::zeros(ids.len(), weight.data.columns);
    for (k, &id) in ids.iter().enumerate() {
        if let Some(row) = weight.find(id) {
            out.row_mut(k).copy_from_slice(row);
        }
    }
    out
}

/// The sum of each bag, and how many of its ids are no padding.
pub fn bag_sum(bags: &Triplets, padding: usize, weight: &Matrix) -> (Sums, Vec<usize>) {
    let (mut sums, mut counts) = (Sums::new(bags.rows, weight.columns), vec![0; bags.rows]);
    for &(bag, id, value) in bags.entries.iter().filter(|entry| entry.1 != padding) {
        sums.add_row(bag, value, weight.row(id));
        counts[bag] += 1;
    }
    (sums, counts)
}

/// The mean of each bag.
pub fn bag_mean(bags: &Triplets, padding: usize, weight: &Matrix) -> Sums {
    let (mut sums, counts) = bag_sum(bags, padding, weight);
    for (place, sum) in sums.data.iter_mut().enumerate() {
        let count = counts[place / weight.columns].max(1) as f64;
        // Where the terms overflow, so may their sum.
        *sum = Sum {
            value: sum.value / count,
            magnitude: sum.magnitude / count,
            terms: sum.terms + 1,
            peak: sum.magnitude,
        };
    }
    sums
}

/// The value of each entry over the number of ids of its bag.
pub fn bag_shares(bags: &Triplets, padding: usize) -> Vec<Sum> {
    let count = |bag: usize| bags.entries.iter().filter(|entry| entry.0 == bag && entry.1 != padding).count() as f64;
    let share = |&(bag, id, value): &(usize, usize, f64)| if id == padding { 0.0 } else { value / count(bag) };
    bags.entries.iter().map(share).map(|value| Sum { value, magnitude: value.abs(), terms: 1, peak: 0.0 }).collect()
}

/// The largest element of each bag, and the entry that it comes from.
pub fn bag_max(bags: &Triplets, padding: usize, weight: &Matrix) -> (Vec<Option<usize>>, Matrix) {
    let (mut entries, mut out) = (vec![None; bags.rows * weight.columns], Matrix::zeros(bags.rows, weight.columns));
    for (entry, &(bag, id, _)) in bags.entries.iter().enumerate().filter(|(_, entry)| entry.1 != padding) {
        for column in 0..weight.columns {
            let (place, element) = (bag * weight.columns + column, weight.row(id)[column]);
            let largest = out.data[place];
            if entries[place].is_none() || element > largest || (element.is_nan() && !largest.is_nan()) {
                (entries[place], out.data[place]) = (Some(entry), element);
            }
        }
    }
    (entries, out)
}

/// The ids that are no padding, ascending, and what the elements that came from them have as gradient.
pub fn bag_max_gradient(
    bags: &Triplets,
    padding: usize,
    entries: &[Option<usize>],
    gradient: &Matrix,
) -> (Vec<usize>, Sums) {
    let mut ids: Vec<usize> = bags.entries.iter().map(|entry| entry.1).filter(|&id| id != padding).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut sums = Sums::new(ids.len(), gradient.columns);
    for (entry, &(bag, id, _)) in bags.entries.iter().enumerate() {
        let Ok(row) = ids.binary_search(&id) else { continue };
        for column in 0..gradient.columns {
            if entries[bag * gradient.columns + column] == Some(entry) {
                sums.data[row * gradient.columns + column].add(gradient.row(bag)[column]);
            }
        }
    }
    (ids, sums)
}
