//! Inputs made in place of the kit's files: the same patterns and distributions from fixed seeds, with fewer rows and
//! columns.
use crate::buffer::{Buffer, Pages};
use anyhow::{Result, bail};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// How much smaller the long dimensions are than the kit's.
#[derive(Clone, Copy, Debug)]
pub struct Seeded {
    /// 1 for the kit's size.
    pub divisor: usize,
}

const MILLION: usize = 1_000_000;
/// Ranks of a column are scattered over the columns by this odd factor.
const SCATTER: usize = 7919;

/// The generator of an input, seeded by its name.
pub fn random(name: &str) -> Random {
    // FNV-1a.
    Random::seed_from_u64(
        name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
    )
}

/// A column below the bound.
pub fn uniform(random: &mut Random, bound: usize) -> usize {
    random.random_range(0..bound)
}

/// Zipf with exponent 1.1, bounded, by inversion.
pub fn zipf(random: &mut Random, bound: usize) -> usize {
    const EXPONENT: f64 = -0.1;
    let x = (((bound as f64).powf(EXPONENT) - 1.0) * random.random::<f64>() + 1.0).powf(1.0 / EXPONENT);
    let rank = (x as usize).saturating_sub(1).min(bound - 1);
    (rank * SCATTER + 12_345) % bound
}

/// At least 1, by counting the factors that bring a product of uniform numbers below `exp(-mean)`.
fn poisson(random: &mut Random, mean: f64) -> usize {
    let (mut product, mut count) = (1.0, 0_usize);
    loop {
        product *= random.random::<f64>();
        if product < (-mean).exp() {
            return count.max(1);
        }
        count += 1;
    }
}

/// Row lengths of a Pareto distribution (exponent 1.2, cut at 50,000) with the given mean.
pub fn power_law(random: &mut Random, rows: usize, mean: usize) -> Vec<usize> {
    let raw: Vec<f64> = (0..rows).map(|_| (1.0 - random.random::<f64>()).powf(-1.0 / 1.2).min(50_000.0)).collect();
    let scale = (mean * rows) as f64 / raw.iter().sum::<f64>();
    raw.iter().map(|length| ((length * scale) as usize).max(1)).collect()
}

/// Row pointers, columns and values.
pub type Arrays = (Vec<i64>, Vec<i32>, Vec<f32>);

/// Rows of these lengths, at most as many as there are columns, which are drawn until they differ.
pub fn csr(
    random: &mut Random,
    lengths: impl Iterator<Item = usize>,
    columns: usize,
    draw: fn(&mut Random, usize) -> usize,
) -> Arrays {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    let mut row = Vec::new();
    for length in lengths {
        row.clear();
        while row.len() < length.min(columns) {
            row.extend((row.len()..length).map(|_| draw(random, columns) as i32));
            row.sort_unstable();
            row.dedup();
        }
        indices.extend_from_slice(&row);
        indptr.push(indices.len() as i64);
    }
    let values = indices.iter().map(|_| random.random::<f32>() + 0.1).collect();
    (indptr, indices, values)
}

/// The five-point stencil on a square grid.
pub fn laplacian(points: usize) -> Arrays {
    let side = points.isqrt();
    let (mut indptr, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..points {
        let left = (!i.is_multiple_of(side)).then(|| (i - 1, -1.0));
        let right = (i % side != side - 1 && i + 1 < points).then_some((i + 1, -1.0));
        let (up, down) = (i.checked_sub(side).map(|j| (j, -1.0)), (i + side < points).then_some((i + side, -1.0)));
        for (column, value) in [up, left, Some((i, 4.0)), right, down].into_iter().flatten() {
            indices.push(column as i32);
            values.push(value);
        }
        indptr.push(indices.len() as i64);
    }
    (indptr, indices, values)
}

impl Seeded {
    /// The csr array of this name.
    pub fn csr(self, set: &str, columns: usize) -> Result<Arrays> {
        let random = &mut random(set);
        Ok(match set {
            "w1" => csr(random, std::iter::repeat_n(10, 1000), columns, uniform),
            "w2" => {
                let lengths: Vec<_> = (0..50 * 64).map(|_| poisson(random, 36.0)).collect();
                csr(random, lengths.into_iter(), columns, zipf)
            }
            "w3" => csr(random, std::iter::repeat_n(15, 20 * 128), columns, zipf),
            "w4u" | "w4su" => csr(random, std::iter::repeat_n(16, columns), columns, uniform),
            "w6a" | "w6b" | "w6sa" | "w6sb" => csr(random, std::iter::repeat_n(10, columns), columns, uniform),
            "w4p" => {
                let lengths = power_law(random, columns, 16);
                csr(random, lengths.into_iter(), columns, uniform)
            }
            "w4l" => laplacian(columns),
            "w8lr" => {
                let lengths: Vec<_> =
                    (0..1000).map(|_| (0..columns).filter(|_| random.random::<f64>() < 0.01).count()).collect();
                csr(random, lengths.into_iter(), columns, uniform)
            }
            _ => bail!("no csr named {set}"),
        })
    }

    /// The dense array of this name.
    pub fn dense(self, name: &str, rows: usize, columns: usize, pages: Pages) -> Result<Buffer<f32>> {
        let random = &mut random(name);
        let mut buffer = Buffer::zeros(rows * columns, pages)?;
        let mut sparse = |density: f32| {
            buffer.fill_with(|| if random.random::<f32>() < density { random.random::<f32>() + 0.1 } else { 0.0 })
        };
        match name {
            "w5_dense_1" => sparse(0.01),
            "w5_dense_10" => sparse(0.1),
            "w5_rsp_dense" => {
                for id in self.ids("w5_rsp_idx")? {
                    buffer[id as usize * columns..][..columns].fill_with(|| random.random::<f32>() + 0.1);
                }
            }
            "w8lr_label" => {
                let (indptr, indices, values) = self.csr("w8lr", 100)?;
                for (label, row) in buffer.iter_mut().zip(indptr.windows(2)) {
                    *label = (row[0] as usize..row[1] as usize)
                        .map(|entry| values[entry] * (indices[entry] + 1) as f32)
                        .sum();
                }
            }
            _ => buffer.fill_with(|| random.random::<f32>() - 0.5),
        }
        Ok(buffer)
    }

    /// Rows of about 36 features of a million, with values of 6 digits.
    pub fn text(self, name: &str) -> String {
        let random = &mut random(name);
        let lengths: Vec<_> = (0..500_000 / self.divisor).map(|_| poisson(random, 36.0)).collect();
        let (indptr, indices, values) = csr(random, lengths.into_iter(), MILLION, uniform);
        let mut text = String::new();
        for row in indptr.windows(2) {
            text += if random.random() { "1" } else { "0" };
            for entry in row[0] as usize..row[1] as usize {
                text += &format!(" {}:{:.6}", indices[entry], values[entry]);
            }
            text.push('\n');
        }
        text
    }

    /// Ascending ids of rows of a matrix of a million rows, or as many fewer.
    pub fn ids(self, name: &str) -> Result<Vec<i64>> {
        if name == "w6_keep" {
            return Ok(self.ids("w6ra_idx")?.into_iter().step_by(2).collect());
        }
        let count = match name {
            "w5_rsp_idx" | "w6ra_idx" | "w6rb_idx" => 50_000,
            "w7_idx_10000" => 10_000,
            "w7_idx_100000" => 100_000,
            _ => bail!("no ids named {name}"),
        };
        let (_, ids, _) =
            csr(&mut random(name), std::iter::once(count / self.divisor), MILLION / self.divisor, uniform);
        Ok(ids.into_iter().map(i64::from).collect())
    }
}
