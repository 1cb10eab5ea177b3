//! Bags of every length, with padding at each place; and the largest of equal elements and of NaN.
use crate::{gpu, indices};
use half::{bf16, f16};
use lacuna::{Csr, Dense, DenseMut, Index, Storage};
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, embedding};
use lacuna_testing::{Profile, Random, Real};

const PADDING: usize = 4;
const COLUMNS: [usize; 4] = [1, 4, 5, 8];

/// Pointers and ids of bags.
fn pointers<I: Index>(bags: &[Vec<usize>]) -> (Vec<I>, Vec<I>) {
    let mut ends = vec![0];
    ends.extend(bags.iter().scan(0, |end, bag| {
        *end += bag.len();
        Some(*end)
    }));
    (indices(ends), indices(bags.iter().flatten().copied()))
}

/// The row that is padding has no numbers: a sum that takes it has none.
fn sums<V: Storage, I: Index>(number: fn(f64) -> V, bits: fn(V) -> u64) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(12));
    let bags: Vec<Vec<usize>> = (0..10_usize)
        .flat_map(|length| (0..1 << length).map(move |padded| (length, padded)))
        .filter(|&(length, padded): &(usize, u32)| padded.count_ones() < 3 || padded.count_ones() as usize == length)
        .map(|(length, padded)| {
            (0..length).map(|place| if padded >> place & 1 == 1 { PADDING } else { (3 * place + length) % 4 }).collect()
        })
        .collect();
    let (indptr, ids) = pointers::<I>(&bags);
    let values: Vec<V> = Profile::Plain.values::<f64>(&mut numbers, ids.len()).into_iter().map(number).collect();
    let bags = Csr::trusted(bags.len(), 10, &indptr, &ids, &values).unwrap();
    let there = DeviceCsr::upload(&gpu, bags).unwrap();
    for columns in COLUMNS {
        let mut weight = Profile::Plain.values::<f64>(&mut numbers, 10 * columns);
        weight[PADDING * columns..][..columns].fill(f64::NAN);
        let weight: Vec<V> = weight.into_iter().map(number).collect();
        let weight = Dense::new(10, columns, &weight).unwrap();
        let weight_there = DeviceDense::upload(&gpu, weight).unwrap();
        for is_mean in [false, true] {
            let [mut expected, mut found] = [(); 2].map(|()| vec![number(7.0); bags.rows() * columns]);
            let mut out = DeviceDense::new(&gpu, bags.rows(), columns).unwrap();
            let here = DenseMut::new(bags.rows(), columns, &mut expected).unwrap();
            if is_mean {
                lacuna::embedding::bag_mean(bags, PADDING, weight, here).unwrap();
                embedding::bag_mean(&gpu, &there, PADDING, &weight_there, &mut out).unwrap();
            } else {
                lacuna::embedding::bag_sum(bags, PADDING, weight, here).unwrap();
                embedding::bag_sum(&gpu, &there, PADDING, &weight_there, &mut out).unwrap();
            }
            gpu.finish().unwrap();
            out.download(&gpu, DenseMut::new(bags.rows(), columns, &mut found).unwrap()).unwrap();
            let nan = bits(number(f64::NAN));
            assert!(expected.iter().all(|&value| bits(value) != nan), "padding counts on the host");
            let differs = expected.iter().zip(&found).position(|(&expected, &found)| bits(expected) != bits(found));
            assert_eq!(differs, None, "{} with {columns} columns, mean: {is_mean}", V::NAME);
        }
    }
}

#[test]
fn padding_at_each_place_is_left_out() {
    sums::<f32, i32>(|number| number as f32, |value| value.to_bits().into());
    sums::<f64, i64>(|number| number, f64::to_bits);
    sums::<f16, i64>(f16::from_f64, |value| value.to_bits().into());
    sums::<bf16, i32>(bf16::from_f64, |value| value.to_bits().into());
}

/// The first of the largest; NaN is larger than any number, and the first NaN stays.
fn maxima<V: Real, I: Index>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(14));
    let bags: Vec<Vec<usize>> = (0..400).map(|bag| (0..1 + bag % 9).map(|_| numbers.below(10)).collect()).collect();
    let (indptr, ids) = pointers::<I>(&bags);
    let values = vec![V::ONE; ids.len()];
    let there = DeviceCsr::upload(&gpu, Csr::trusted(bags.len(), 10, &indptr, &ids, &values).unwrap()).unwrap();
    for columns in COLUMNS {
        let mut element =
            || V::narrow(numbers.one_of(&[f64::NAN, 1.0, 1.0, 2.0, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY]));
        let weight: Vec<V> = (0..10 * columns).map(|_| element()).collect();
        let weight_there = DeviceDense::upload(&gpu, Dense::new(10, columns, &weight).unwrap()).unwrap();
        for padding in [PADDING, usize::MAX] {
            let mut out = DeviceDense::new(&gpu, bags.len(), columns).unwrap();
            let mut entries = Buffer::upload(&gpu, &vec![I::default(); bags.len() * columns]).unwrap();
            embedding::bag_max(&gpu, &there, padding, &weight_there, &mut entries, &mut out).unwrap();
            gpu.finish().unwrap();
            let mut found = vec![V::ZERO; bags.len() * columns];
            out.download(&gpu, DenseMut::new(bags.len(), columns, &mut found).unwrap()).unwrap();
            let entries = entries.download(&gpu).unwrap();
            for (bag, column) in (0..bags.len()).flat_map(|bag| (0..columns).map(move |column| (bag, column))) {
                let mut largest: Option<(usize, f64)> = None;
                for (place, &id) in bags[bag].iter().enumerate().filter(|(_, id)| **id != padding) {
                    let x: f64 = weight[id * columns + column].into();
                    if largest.is_none_or(|(_, least)| x > least || x.is_nan() && !least.is_nan()) {
                        largest = Some((indptr[bag].to_usize() + place, x));
                    }
                }
                let (entry, value) = largest.unwrap_or((I::MAX, 0.0));
                let at = bag * columns + column;
                assert_eq!(
                    (entries[at].to_usize(), found[at].key()),
                    (entry, V::narrow(value).key()),
                    "bag {:?}, column {column} of {columns}, padding {padding}",
                    bags[bag]
                );
            }
        }
    }
}

#[test]
fn the_first_of_the_largest_is_found() {
    maxima::<f32, i32>();
    maxima::<f64, i64>();
}
