use crate::{Profile, Random, Real};
use lacuna::{Dense as View, Number};
use std::ops::Range;

/// A dense matrix without gaps, and how many elements there are between the rows that are lent.
#[derive(Clone, Debug)]
pub struct Dense<V> {
    pub rows: usize,
    pub columns: usize,
    /// Row by row, without gaps.
    pub data: Vec<V>,
    /// Elements between rows in the view.
    pub pad: usize,
}

impl<V: Real> Dense<V> {
    pub fn draw(rows: usize, columns: usize, profile: Profile, random: &mut Random) -> Self {
        Self { rows, columns, data: profile.values(random, rows * columns), pad: random.one_of(&[0, 0, 1, 3, 16]) }
    }

    pub fn row(&self, row: usize) -> &[V] {
        &self.data[row * self.columns..(row + 1) * self.columns]
    }

    /// The elements with gaps of NaN between the rows: whoever reads them shows it.
    pub fn strided(&self) -> Strided<V> {
        let gap = vec![V::narrow(f64::NAN); self.pad];
        let mut data: Vec<V> = Vec::with_capacity(self.rows * (self.columns + self.pad));
        for row in 0..self.rows {
            data.extend_from_slice(self.row(row));
            data.extend_from_slice(&gap);
        }
        data.truncate(data.len().saturating_sub(self.pad));
        Strided { rows: self.rows, columns: self.columns, stride: self.columns + self.pad, data }
    }

    pub fn keep(&self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let mut data = Vec::with_capacity(rows.len() * columns.len());
        rows.clone().for_each(|row| data.extend_from_slice(&self.row(row)[columns.clone()]));
        Self { rows: rows.len(), columns: columns.len(), data, pad: self.pad }
    }

    /// With plainer values, or without gaps.
    pub fn plainer(&self) -> Vec<Self> {
        let ones = vec![V::ONE; self.data.len()];
        let mut plainer = Vec::new();
        if self.data != ones {
            plainer.push(Self { data: ones, ..self.clone() });
        }
        if self.pad > 0 {
            plainer.push(Self { pad: 0, ..self.clone() });
        }
        plainer
    }
}

/// A dense matrix with gaps between its rows.
#[derive(Clone, Debug)]
pub struct Strided<V> {
    pub rows: usize,
    pub columns: usize,
    pub stride: usize,
    pub data: Vec<V>,
}

impl Strided<f64> {
    /// A small one that keeps every rule, and has not an element more than it must.
    pub fn good(random: &mut Random) -> Self {
        let (rows, columns) = (random.below(7), random.below(7));
        let stride = columns + random.below(4);
        let needed = if rows == 0 || columns == 0 { 0 } else { (rows - 1) * stride + columns };
        Self { rows, columns, stride, data: (0..needed).map(|k| k as f64).collect() }
    }
}

impl<V: Number> Strided<V> {
    pub fn view(&self) -> View<'_, V> {
        View::with_stride(self.rows, self.columns, self.stride, &self.data).unwrap()
    }
}
