//! Optimizers. A file per kernel; what they share is here.
pub mod sgd;
pub mod sgd_momentum;

use crate::arrays::{RowSparse, smaller};
use crate::canvas::Canvas;
use crate::random::{Profile, Random, Real};
use crate::verdict::Output;
use lacuna::optim::{Sgd, Update};
use lacuna::{Index, RowsMut};
use lacuna_harness::reference::{self, Matrix, Sum, Sums};

/// A weight or a momentum.
#[derive(Clone, Debug)]
pub struct Target<V> {
    /// The rows that are stored; `None` for a dense matrix.
    pub ids: Option<Vec<usize>>,
    /// The stored rows.
    pub data: Vec<V>,
}

/// A gradient and what it changes.
#[derive(Clone, Debug)]
pub struct Step<V> {
    pub gradient: RowSparse<V>,
    pub targets: Vec<Target<V>>,
    pub hyper: Sgd<V>,
    pub momentum: V,
}

impl<V: Real> Step<V> {
    /// One with a weight, and a momentum if there are two targets.
    pub fn draw(random: &mut Random, targets: usize) -> Self {
        let gradient = crate::rows::draw_rows::<V>(random);
        let number = |random: &mut Random, choices: &[f64]| {
            let choice = random.one_of(choices);
            if random.once_in(4) { Profile::Plain.value(random) } else { V::narrow(choice) }
        };
        let hyper = Sgd {
            learning_rate: number(random, &[0.05, 0.5, 1.0]),
            weight_decay: number(random, &[0.0, 0.0, 0.01, 0.5]),
            rescale_gradient: number(random, &[1.0, 1.0, 0.125, 1.0 / 3.0]),
            clip_gradient: random.one_of(&[None, None, Some(0.5), Some(2.0), Some(0.0)]).map(V::narrow),
            update: random.one_of(&[Update::Lazy, Update::Standard]),
        };
        let mut some = gradient.ids.clone();
        some.extend((0..gradient.rows).filter(|_| random.once_in(3)));
        some.sort_unstable();
        some.dedup();
        let all: Vec<usize> = (0..gradient.rows).collect();
        let complete = |random: &mut Random| if random.once_in(2) { None } else { Some(all.clone()) };
        let mut ids: Vec<_> = (0..targets).map(|_| if random.once_in(3) { Some(some.clone()) } else { complete(random) }).collect();
        if hyper.update == Update::Standard && ids.contains(&Some(some.clone())) {
            // A standard update needs the same rows in both.
            ids.fill(Some(some));
        }
        let targets = ids.into_iter().map(|ids| {
            let profile = Profile::draw(random);
            let rows = ids.as_ref().map_or(gradient.rows, Vec::len);
            Target { ids, data: profile.values(random, rows * gradient.length) }
        });
        Self { targets: targets.collect(), gradient, hyper, momentum: number(random, &[0.0, 0.9, 0.5]) }
    }

    pub fn shrunk(&self) -> Vec<Self> {
        let (length, mut cases) = (self.gradient.length, Vec::new());
        for kept in smaller(self.gradient.rows).into_iter().filter(|kept| kept.start == 0) {
            let targets = self.targets.iter().map(|target| {
                let ids = target.ids.as_ref().map(|ids| ids.iter().copied().filter(|&id| id < kept.end).collect::<Vec<_>>());
                let rows = ids.as_ref().map_or(kept.end, Vec::len);
                Target { ids, data: target.data[..rows * length].to_vec() }
            });
            cases.push(Self { targets: targets.collect(), gradient: self.gradient.keep_rows(kept.end), ..self.clone() });
        }
        for kept in smaller(length) {
            let targets = self.targets.iter().map(|target| {
                let data = target.data.chunks(length).flat_map(|row| row[kept.clone()].to_vec()).collect();
                Target { data, ..target.clone() }
            });
            cases.push(Self { targets: targets.collect(), gradient: self.gradient.keep_length(kept.clone()), ..self.clone() });
        }
        cases.extend(self.gradient.fewer().into_iter().map(|gradient| Self { gradient, ..self.clone() }));
        let ones = self.targets.iter().map(|target| Target { data: vec![V::ONE; target.data.len()], ..target.clone() }).collect();
        if self.targets.iter().any(|target| target.data.iter().any(|&x| x != V::ONE)) {
            cases.push(Self { targets: ones, ..self.clone() });
        }
        cases
    }

    /// The new values of all targets by the law: `absent` and `present` give those of one element.
    pub fn by_law(&self, absent: impl Fn(&[V]) -> Vec<V>, present: impl Fn(V, &[V]) -> Vec<V>) -> Output<V> {
        let (length, rows) = (self.gradient.length, self.gradient.rows);
        let place = |target: &Target<V>, row: usize| target.ids.as_ref().map_or(Some(row), |ids| ids.iter().position(|&id| id == row));
        let mut data: Vec<Vec<V>> = self.targets.iter().map(|target| target.data.clone()).collect();
        for row in 0..rows {
            let Some(places) = self.targets.iter().map(|target| place(target, row)).collect::<Option<Vec<_>>>() else { continue };
            let gradient = self.gradient.find(row);
            if gradient.is_none() && self.hyper.update == Update::Lazy {
                continue;
            }
            for j in 0..length {
                let old: Vec<V> = places.iter().zip(&data).map(|(place, data)| data[place * length + j]).collect();
                let new = gradient.map_or_else(|| absent(&old), |gradient| present(gradient[j], &old));
                for ((place, data), new) in places.iter().zip(&mut data).zip(new) {
                    data[place * length + j] = new;
                }
            }
        }
        Output { structure: vec![], values: data.concat() }
    }

    /// `clip(rescale * g)` where it is clipped.
    pub fn clipped(&self, gradient: V) -> Option<V> {
        self.hyper.clip_gradient.map(|bound| {
            let rescaled = self.hyper.rescale_gradient * gradient;
            if rescaled > bound {
                bound
            } else if rescaled < -bound {
                -bound
            } else {
                rescaled
            }
        })
    }

    pub fn reference_hyper(&self) -> reference::Hyper {
        reference::Hyper {
            learning_rate: self.hyper.learning_rate.into(),
            weight_decay: self.hyper.weight_decay.into(),
            rescale: self.hyper.rescale_gradient.into(),
            clip: self.hyper.clip_gradient.map(Into::into),
            momentum: self.momentum.into(),
            lazy: self.hyper.update == Update::Lazy,
        }
    }

    /// A target as a dense matrix, zero where it stores nothing.
    pub fn dense(&self, which: usize) -> Matrix {
        let (target, length) = (&self.targets[which], self.gradient.length);
        let mut matrix = Matrix::zeros(self.gradient.rows, length);
        for (k, row) in self.stored(target).into_iter().enumerate() {
            for j in 0..length {
                matrix.row_mut(row)[j] = target.data[k * length + j].into();
            }
        }
        matrix
    }

    /// Those rows of the dense result that the target stores.
    pub fn stored_sums(&self, which: usize, all: &Sums) -> Vec<Sum> {
        let stored = self.stored(&self.targets[which]);
        stored.into_iter().flat_map(|row| all.data[row * all.columns..(row + 1) * all.columns].to_vec()).collect()
    }

    fn stored(&self, target: &Target<V>) -> Vec<usize> {
        target.ids.clone().unwrap_or_else(|| (0..self.gradient.rows).collect())
    }
}

/// The memory of a target while it is updated.
pub struct Memory<V, I> {
    rows: usize,
    ids: Option<Vec<I>>,
    canvas: Canvas<V>,
}

impl<V: Real, I: Index> Memory<V, I> {
    pub fn new(update: &Step<V>, which: usize, pad: usize) -> Self {
        let target = &update.targets[which];
        let ids: Option<Vec<I>> = target.ids.as_ref().map(|ids| ids.iter().map(|&id| I::from_usize(id)).collect());
        let pad = if ids.is_some() { 0 } else { pad };
        Self { rows: update.gradient.rows, ids, canvas: Canvas::holding(&target.data, update.gradient.length, pad) }
    }

    pub fn view(&mut self) -> RowsMut<'_, V, I> {
        match &self.ids {
            None => self.canvas.dense(self.rows).into(),
            Some(ids) => self.canvas.row_sparse(self.rows, ids).into(),
        }
    }

    pub fn finish(self) -> Result<Vec<V>, String> {
        self.canvas.finish()
    }
}
