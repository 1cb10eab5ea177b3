//! Rows of 8-bit integers: against the formulas of their documentation in plain loops, and against the kernels of
//! decoded rows.
#![allow(clippy::unwrap_used)]
#[path = "../half/random_of.rs"]
mod random_of;
mod refusals;
mod update;

use lacuna::quantized::{Decode, Encode, QuantizedBag, QuantizedLookup};
use lacuna::{Csr, Dense, DenseMut, Kernel, KernelError, Split, Value, embedding, quantized};
use lacuna_testing::Random;

const CASES: u64 = 300;

/// Every way to run a call: with the dispatched instructions and without, whole and in parts.
pub(crate) const WAYS: [Option<usize>; 5] = [None, Some(1), Some(2), Some(7), Some(usize::MAX)];

pub(crate) fn run<K: Kernel<Output = ()> + Split>(call: K, way: usize) -> Result<(), KernelError> {
    match WAYS[way] {
        None => call.call_scalar(),
        Some(1) => call.call(),
        Some(parts) => {
            call.check()?;
            call.split(parts).try_for_each(Kernel::run)
        }
    }
}

/// Rows of codes and scales with gaps between them that nothing may write.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows<V> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) strides: [usize; 2],
    pub(crate) codes: Vec<u8>,
    pub(crate) scales: Vec<V>,
}

impl<V: Value> Rows<V> {
    pub(crate) fn new(draw: &mut Random, rows: usize, columns: usize) -> Self {
        let strides = [columns + draw.below(2) * draw.below(9), 2 + draw.below(2) * draw.below(5)];
        let codes = (0..rows * strides[0]).map(|_| draw.below(256) as u8).collect();
        let scales = (0..rows * strides[1]).map(|_| draw.number()).collect();
        Self { rows, columns, strides, codes, scales }
    }

    pub(crate) fn codes(&self) -> Dense<'_, u8> {
        Dense::with_stride(self.rows, self.columns, self.strides[0], &self.codes).unwrap()
    }

    pub(crate) fn scales(&self) -> Dense<'_, V> {
        Dense::with_stride(self.rows, 2, self.strides[1], &self.scales).unwrap()
    }

    pub(crate) fn views(&mut self) -> (DenseMut<'_, u8>, DenseMut<'_, V>) {
        let Self { rows, columns, strides, codes, scales } = self;
        (
            DenseMut::with_stride(*rows, *columns, strides[0], codes).unwrap(),
            DenseMut::with_stride(*rows, 2, strides[1], scales).unwrap(),
        )
    }

    pub(crate) fn bits(&self) -> (Vec<u8>, Vec<u64>) {
        (self.codes.clone(), bits(&self.scales))
    }

    /// The elements by their formula.
    pub(crate) fn decoded(&self) -> Vec<V> {
        let element = |row, column| {
            let [scale, offset] = [0, 1].map(|number| self.scales[row * self.strides[1] + number]);
            scale * V::narrow(f64::from(self.codes[row * self.strides[0] + column])) + offset
        };
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| element(row, column))).collect()
    }

    /// The codes of a row by their formula: what is added to a quotient is half for the nearest, or random, and even
    /// quotients are the nearest of halves.
    pub(crate) fn encode(&mut self, row: usize, elements: &[V], random: impl Fn(usize) -> Option<u16>) {
        let [scales, codes] = [row * self.strides[1], row * self.strides[0]];
        let wide = || elements.iter().map(|element| element.widen());
        let (least, greatest) = (wide().fold(f64::INFINITY, f64::min), wide().fold(f64::NEG_INFINITY, f64::max));
        let finite = wide().all(f64::is_finite) || elements.is_empty();
        let (least, greatest) = (V::narrow(least + 0.0), V::narrow(greatest + 0.0));
        let nan = V::narrow(f64::NAN);
        let scale = if finite { (greatest - least) / V::of_count(255) } else { nan };
        let offset = if finite { least } else { nan };
        [self.scales[scales], self.scales[scales + 1]] =
            if elements.is_empty() { [V::ZERO; 2] } else { [scale, offset] };
        for (column, &element) in elements.iter().enumerate() {
            let quotient = (element - offset) / scale;
            // Saturating, and 0 of NaN.
            self.codes[codes + column] = match random(column) {
                None => quotient.widen().round_ties_even() as u8,
                Some(random) => (quotient + V::of_count(random.into()) / V::of_count(1 << 16)).widen() as u8,
            };
        }
    }
}

pub(crate) fn bits<V: Value>(values: &[V]) -> Vec<u64> {
    values.iter().map(|value| if value.is_nan() { u64::MAX } else { value.widen().to_bits() }).collect()
}

fn shape(draw: &mut Random) -> [usize; 2] {
    [draw.below(9), [0, 1, 7, 8, 15, 16, 17, 40, 64, 73, 150][draw.below(11)]]
}

fn encoded<V: Value>(draw: &mut Random) {
    let [rows, columns] = shape(draw);
    let special = [
        V::ZERO,
        -V::ZERO,
        V::INFINITY,
        -V::INFINITY,
        V::narrow(f64::NAN),
        V::narrow(1e-310),
        V::narrow(1e-45),
        V::narrow(3e38),
    ];
    let mut dense: Vec<V> = (0..rows * columns).map(|_| draw.number()).collect();
    for row in dense.chunks_mut(columns.max(1)) {
        match draw.below(8) {
            0 => row.fill(draw.number()),
            1 => row[draw.below(columns)] = draw.one_of(&special),
            2 => row.iter_mut().for_each(|element| *element = draw.one_of(&special[..2])),
            3 => row.iter_mut().for_each(|element| *element = V::of_count(draw.below(256))),
            _ => {}
        }
    }
    let before = Rows::<V>::new(draw, rows, columns);
    let mut expected = before.clone();
    for row in 0..rows {
        expected.encode(row, &dense[row * columns..][..columns], |_| None);
    }
    for way in 0..WAYS.len() {
        let mut found = before.clone();
        let (codes, scales) = found.views();
        run(Encode { dense: Dense::new(rows, columns, &dense).unwrap(), codes, scales }, way).unwrap();
        assert_eq!(found.bits(), expected.bits(), "way {way}");
        // Half a distance, and the roundings.
        let decoded = found.decoded();
        for (row, (elements, decoded)) in dense.chunks(columns.max(1)).zip(decoded.chunks(columns.max(1))).enumerate() {
            let scale = found.scales[row * found.strides[1]].widen();
            let largest = elements.iter().fold(0.0_f64, |largest, element| largest.max(element.widen().abs()));
            let epsilon = 2.0 / V::INTEGERS.widen();
            for (element, decoded) in elements.iter().zip(decoded) {
                let off = (element.widen() - decoded.widen()).abs();
                assert!(
                    off <= 0.501 * scale + 4.0 * epsilon * largest + 1e-44 || !scale.is_finite(),
                    "{element} became {decoded}: {elements:?}"
                );
                assert!(scale.is_finite() || decoded.is_nan(), "{element} became {decoded}");
            }
        }
    }
}

#[test]
fn codes_are_those_of_the_formula() {
    (0..CASES).for_each(|seed| encoded::<f32>(&mut Random::seeded(seed)));
    (0..CASES).for_each(|seed| encoded::<f64>(&mut Random::seeded(seed)));
}

fn read<V: Value>(draw: &mut Random) {
    let [rows, columns] = shape(draw);
    let table = Rows::<V>::new(draw, rows, columns);
    let decoded = table.decoded();
    let weight = Dense::new(rows, columns, &decoded).unwrap();
    let (codes, scales) = (table.codes(), table.scales());
    let count = if rows == 0 { 0 } else { draw.below(30) };
    let ids: Vec<i64> = (0..count).map(|_| draw.below(rows) as i64).collect();
    let mut expected = vec![V::ONE; count * columns];
    embedding::lookup(&ids, weight, DenseMut::new(count, columns, &mut expected).unwrap()).unwrap();
    for way in 0..WAYS.len() {
        let mut out = vec![V::ONE; rows * columns];
        run(Decode { codes, scales, out: DenseMut::new(rows, columns, &mut out).unwrap() }, way).unwrap();
        assert_eq!(bits(&out), bits(&decoded), "way {way}");
        let mut out = vec![V::ONE; count * columns];
        run(QuantizedLookup { ids: &ids, codes, scales, out: DenseMut::new(count, columns, &mut out).unwrap() }, way)
            .unwrap();
        assert_eq!(bits(&out), bits(&expected), "way {way}");
    }
    // Bags of no, of few and of more entries than a block of the order law has.
    let bags = draw.below(6);
    let mut indptr = vec![0_i64];
    for _ in 0..bags {
        let long = if draw.once_in(8) { 2_100 } else { 5 };
        let length = if rows == 0 { 0 } else { draw.one_of(&[0, 1, 3, 20, long]) };
        indptr.push(indptr[indptr.len() - 1] + length);
    }
    let nnz = indptr[bags] as usize;
    let ids: Vec<i64> = (0..nnz).map(|_| draw.below(rows) as i64).collect();
    let values: Vec<V> = (0..nnz).map(|_| draw.number()).collect();
    let view = Csr::trusted(bags, rows, &indptr, &ids, &values).unwrap();
    let padding = draw.one_of(&[0, 1, usize::MAX]);
    let [mut sums, mut means] = [(); 2].map(|()| vec![V::ONE; bags * columns]);
    embedding::bag_sum(view, padding, weight, DenseMut::new(bags, columns, &mut sums).unwrap()).unwrap();
    embedding::bag_mean(view, padding, weight, DenseMut::new(bags, columns, &mut means).unwrap()).unwrap();
    for way in 0..WAYS.len() {
        let mut out = vec![V::ONE; bags * columns];
        let (reduction, target) = (embedding::Sum, DenseMut::new(bags, columns, &mut out).unwrap());
        run(QuantizedBag { reduction, bags: view, padding, codes, scales, out: target }, way).unwrap();
        assert_eq!(bits(&out), bits(&sums), "way {way}");
        let (reduction, target) = (embedding::Mean, DenseMut::new(bags, columns, &mut out).unwrap());
        run(QuantizedBag { reduction, bags: view, padding, codes, scales, out: target }, way).unwrap();
        assert_eq!(bits(&out), bits(&means), "way {way}");
    }
}

#[test]
fn lookups_and_bags_are_those_of_the_decoded_matrix() {
    (0..CASES).for_each(|seed| read::<f32>(&mut Random::seeded(seed)));
    (0..CASES).for_each(|seed| read::<f64>(&mut Random::seeded(seed)));
}

#[test]
fn large_tables_are_read_ahead_of() {
    // More than the caches that need no prefetch, and ids up to the last row.
    let (rows, columns) = (5_000, 70);
    let mut draw = Random::seeded(1);
    let table = Rows::<f32>::new(&mut draw, rows, columns);
    let decoded = table.decoded();
    let ids: Vec<u32> = (0..300).map(|k| if k % 5 == 0 { rows as u32 - 1 } else { draw.below(rows) as u32 }).collect();
    let [mut expected, mut found] = [(); 2].map(|()| vec![0.0; ids.len() * columns]);
    embedding::lookup(
        &ids,
        Dense::new(rows, columns, &decoded).unwrap(),
        DenseMut::new(ids.len(), columns, &mut expected).unwrap(),
    )
    .unwrap();
    quantized::lookup(&ids, table.codes(), table.scales(), DenseMut::new(ids.len(), columns, &mut found).unwrap())
        .unwrap();
    assert_eq!(bits(&found), bits(&expected));
}

#[test]
fn fused_rows_are_two_views_of_one_table() {
    // Eight codes, then scale and offset: sixteen bytes a row.
    let mut table = [0_u32; 8];
    for (row, words) in table.chunks_mut(4).enumerate() {
        words[..2].copy_from_slice(&[u32::from_le_bytes([0, 1, 2, 3]), u32::from_le_bytes([4, 5, 6, 255])]);
        words[2..].copy_from_slice(&[(row as f32 + 0.5).to_bits(), (-1.0_f32).to_bits()]);
    }
    let bytes: Vec<u8> = table.iter().flat_map(|word| word.to_le_bytes()).collect();
    let numbers: Vec<f32> = table.iter().map(|&word| f32::from_bits(word)).collect();
    let (codes, scales) =
        (Dense::with_stride(2, 8, 16, &bytes).unwrap(), Dense::with_stride(2, 2, 4, &numbers[2..]).unwrap());
    let mut out = [0.0; 16];
    quantized::decode(codes, scales, DenseMut::new(2, 8, &mut out).unwrap()).unwrap();
    assert_eq!(out, [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 126.5, -1.0, 0.5, 2.0, 3.5, 5.0, 6.5, 8.0, 381.5]);
}
