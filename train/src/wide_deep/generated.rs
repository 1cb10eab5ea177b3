//! Rows of the shape of the Adult census, whose labels depend on all of their columns.
use super::deep::Deep;
use super::rows::Rows;
use anyhow::{Result, ensure};
use lacuna_models::train::{Random, Stream};
use lacuna_runtime::array::Array;

/// What is generated.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub features: usize,
    pub tables: Vec<usize>,
    pub continuous: usize,
}

/// How much each column counts.
struct Effects {
    wide: Vec<f64>,
    ids: Vec<Vec<f64>>,
    continuous: Vec<f64>,
}

/// Wide columns of a row: crosses of two of its other columns.
const CROSSES: usize = 2;

/// Ids of a table come from so many groups, which are crossed.
const GROUPS: usize = 40;

/// A quarter of the labels is 1.
const THRESHOLD: f64 = 0.9;

/// Generates rows one after the other, all of the same hidden effects.
pub(super) struct Generator {
    random: Random,
    shape: Shape,
    effects: Effects,
}

impl Generator {
    pub fn new(seed: u64, shape: Shape) -> Result<Self> {
        ensure!(shape.features >= CROSSES, "{} wide columns: generated rows need {CROSSES}", shape.features);
        let mut random = Random::new(seed, Stream::Data);
        let mut normal =
            |count: usize, scale: f64| -> Vec<f64> { (0..count).map(|_| scale * random.normal()).collect() };
        let wide = normal(shape.features, 0.7);
        let ids = shape.tables.iter().map(|&rows| normal(rows, 0.5)).collect();
        let continuous = normal(shape.continuous, 0.2);
        Ok(Self { random, shape, effects: Effects { wide, ids, continuous } })
    }

    /// The next so many rows.
    pub fn rows(&mut self, rows: usize) -> Result<Rows> {
        let Self { random, shape: Shape { features, tables, continuous: columns }, effects } = self;
        let mut deep = Deep { ids: vec![Vec::new(); tables.len()], continuous: Vec::new(), columns: *columns, rows };
        let (mut indices, mut labels) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let mut score = random.normal() / 2.0;
            // What is crossed: the group of each id, and whether a continuous column is above its mean.
            let mut parts = Vec::new();
            for ((ids, &end), effects) in deep.ids.iter_mut().zip(tables.iter()).zip(&effects.ids) {
                let share = random.uniform();
                // Frequent ids and rare ones.
                let id = ((share * share * end as f64) as usize).min(end.saturating_sub(1));
                ids.push(i64::try_from(id)?);
                parts.push(id % GROUPS);
                score += effects.get(id).copied().unwrap_or_default();
            }
            let mut first = [0.0; 2];
            for (column, effect) in effects.continuous.iter().enumerate() {
                let value = random.normal() as f32;
                deep.continuous.push(value);
                score += effect * f64::from(value);
                if let Some(first) = first.get_mut(column) {
                    *first = f64::from(value);
                    parts.push(usize::from(value > 0.0));
                }
            }
            // What no linear model has.
            score += first.iter().product::<f64>() / 2.0;
            let block = *features / CROSSES;
            for cross in 0..CROSSES {
                let mixed = parts.iter().skip(cross).step_by(2).fold(0, |mixed, part| mixed * GROUPS + part);
                let index = cross * block + mixed % block;
                indices.push(i64::try_from(index)?);
                score += effects.wide.get(index).copied().unwrap_or_default();
            }
            labels.push(if score > THRESHOLD { 1.0 } else { 0.0 });
        }
        let indptr = (0..=rows).map(|row| i64::try_from(row * CROSSES)).collect::<Result<_, _>>()?;
        let values = vec![1.0_f32; indices.len()];
        Ok(Rows { wide: Array::csr(Some([rows, *features]), indptr, indices, values)?, labels, deep })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_shape_that_is_asked_for_and_fixed_by_the_seed() {
        let shape = || Shape { features: 60, tables: vec![20, 30], continuous: 3 };
        let mut generator = Generator::new(4, shape()).unwrap();
        let rows = generator.rows(500).unwrap();
        assert_eq!((rows.wide.shape(), rows.wide.nnz(), rows.deep.continuous.len()), (&[500, 60][..], 1000, 1500));
        assert!(rows.deep.ends()[0] <= 20 && rows.deep.ends()[1] <= 30);
        let share = rows.labels.iter().sum::<f32>() / 500.0;
        assert!((0.1..0.45).contains(&share), "{share}");
        assert_eq!(rows, Generator::new(4, shape()).unwrap().rows(500).unwrap());
        assert_ne!(rows, generator.rows(500).unwrap());
        assert!(Generator::new(4, Shape { features: 1, ..shape() }).is_err());
    }
}
