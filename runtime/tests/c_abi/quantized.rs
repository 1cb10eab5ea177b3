//! Tables of 8-bit numbers as a C program uses them, beside the formula and beside tables of floats.

use crate::told::{Told, told};
use lacuna::{Csr, Dense, DenseMut, embedding};
use lacuna_runtime_capi::*;
use std::ptr::{null, null_mut};

/// Memory of a table.
struct Table {
    codes: Vec<u8>,
    scales: Vec<f32>,
    rows: usize,
    length: usize,
}

impl Table {
    fn encode(dense: &[f32], rows: usize, threads: usize) -> Told<Self> {
        let mut table =
            Self { codes: vec![77; dense.len()], scales: vec![7.5; 2 * rows], rows, length: dense.len() / rows.max(1) };
        let view = table.view();
        let status = unsafe { lacuna_quantized_encode(dense.as_ptr(), threads, &view) };
        if status != Status::Ok {
            assert!(table.codes.iter().all(|&code| code == 77) && table.scales.iter().all(|&scale| scale == 7.5));
        }
        told(status, table)
    }

    fn view(&mut self) -> Quantized {
        let (codes, scales) = (self.codes.as_mut_ptr(), self.scales.as_mut_ptr());
        Quantized { codes, scales, rows: self.rows, row_length: self.length }
    }

    fn decode(&mut self, threads: usize) -> Told<Vec<f32>> {
        let mut out = vec![9.0; self.codes.len()];
        let status = unsafe { lacuna_quantized_decode(&self.view(), threads, out.as_mut_ptr()) };
        told(status, out)
    }

    fn lookup(&mut self, ids: &[i64], threads: usize) -> Told<Vec<f32>> {
        let mut out = vec![9.0; ids.len() * self.length];
        let view = self.view();
        let status = unsafe { lacuna_quantized_lookup(&view, ids.as_ptr(), ids.len(), threads, out.as_mut_ptr()) };
        assert!(status == Status::Ok || out.iter().all(|&number| number == 9.0));
        told(status, out)
    }

    fn bags(
        &mut self,
        (indptr, ids, weights): (&[i64], &[i64], Option<&[f32]>),
        padding: i64,
        mean: bool,
        threads: usize,
    ) -> Told<Vec<f32>> {
        let count = indptr.len() - 1;
        let weights = weights.map_or(null(), <[f32]>::as_ptr);
        let bags = Bags { bags: count, indptr: indptr.as_ptr(), ids: ids.as_ptr(), weights, padding };
        let mut out = vec![9.0; count * self.length];
        let view = self.view();
        let status = unsafe { lacuna_quantized_bags(&view, &bags, mean, threads, out.as_mut_ptr()) };
        assert!(status == Status::Ok || out.iter().all(|&number| number == 9.0));
        told(status, out)
    }
}

/// Numbers between -1 and 1 that look random.
fn numbers(count: usize) -> Vec<f32> {
    let number = |place: u32| (place.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 23) as f32 - 1.0;
    (0..count as u32).map(number).collect()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn codes_are_those_of_the_formula() {
    let (rows, length) = (37, 19);
    let dense = numbers(rows * length);
    let mut table = Table::encode(&dense, rows, 1).unwrap();
    let found = table.decode(1).unwrap();
    for (row, (numbers, found)) in dense.chunks(length).zip(found.chunks(length)).enumerate() {
        let least = numbers.iter().copied().fold(f32::INFINITY, f32::min);
        let most = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (scale, offset) = (table.scales[2 * row], table.scales[2 * row + 1]);
        assert_eq!(offset, least);
        assert!((f64::from(scale) - f64::from(most - least) / 255.0).abs() <= 1e-7 * f64::from(scale));
        for (column, (&number, &found)) in numbers.iter().zip(found).enumerate() {
            let code = table.codes[row * length + column];
            assert_eq!(found, scale * f32::from(code) + offset);
            assert!((found - number).abs() <= scale * 0.5001, "{row} {column}: {found}, not {number}");
        }
    }
}

#[test]
fn rows_and_bags_are_those_of_floats() {
    let (rows, length) = (50, 33);
    let mut table = Table::encode(&numbers(rows * length), rows, 1).unwrap();
    let decoded = table.decode(1).unwrap();
    let ids: Vec<i64> = (0..160).map(|place| place * 37 % rows as i64).collect();
    let found = table.lookup(&ids, 1).unwrap();
    let expected: Vec<f32> =
        ids.iter().flat_map(|&id| decoded[id as usize * length..][..length].iter().copied()).collect();
    assert_eq!(bits(&found), bits(&expected));

    let indptr = [0, 3, 3, 60, 61, 160];
    let weights = numbers(ids.len());
    let weight = Dense::new(rows, length, &decoded).unwrap();
    for (weights, padding) in [(Some(&*weights), -1), (None, -1), (None, 37), (Some(&*weights), 0)] {
        let ones = vec![1.0; ids.len()];
        let bags = Csr::trusted(5, rows, &indptr, &ids, weights.unwrap_or(&ones)).unwrap();
        let place = usize::try_from(padding).unwrap_or(usize::MAX);
        for mean in [false, true] {
            let mut expected = vec![0.0; 5 * length];
            let out = DenseMut::new(5, length, &mut expected).unwrap();
            if mean {
                embedding::bag_mean(bags, place, weight, out).unwrap();
            } else {
                embedding::bag_sum(bags, place, weight, out).unwrap();
            }
            let found = table.bags((&indptr, &ids, weights), padding, mean, 1).unwrap();
            assert_eq!(bits(&found), bits(&expected), "padding {padding}, mean {mean}");
        }
    }
}

/// Large enough for threads to share the work.
#[test]
fn bits_do_not_depend_on_threads() {
    let (rows, length) = (3000, 128);
    let dense = numbers(rows * length);
    let ids: Vec<i64> = (0..6000).map(|place| place * 7919 % rows as i64).collect();
    let indptr: Vec<i64> = (0..=500).map(|bag| bag * 12).collect();
    let run = |threads| {
        let mut table = Table::encode(&dense, rows, threads).unwrap();
        let all = [
            table.decode(threads).unwrap(),
            table.lookup(&ids, threads).unwrap(),
            table.bags((&indptr, &ids, None), -1, true, threads).unwrap(),
        ];
        (table.codes, bits(&table.scales), all.map(|numbers| bits(&numbers)))
    };
    let alone = run(1);
    assert!(run(2) == alone && run(5) == alone);
}

#[test]
fn tables_without_rows_or_columns() {
    let mut table = Table::encode(&[], 0, 1).unwrap();
    assert!(table.decode(1).unwrap().is_empty());
    assert!(table.lookup(&[], 1).unwrap().is_empty());
    let mut table = Table { codes: Vec::new(), scales: vec![0.0; 6], rows: 3, length: 0 };
    assert!(table.lookup(&[2, 0], 1).unwrap().is_empty());
    assert!(table.bags((&[0, 1], &[2], None), -1, false, 1).unwrap().is_empty());
    // A bag without entries is zero.
    let mut table = Table::encode(&[1.0, 2.0], 1, 1).unwrap();
    assert_eq!(table.bags((&[0, 0, 1], &[0], None), -1, true, 1).unwrap(), [0.0, 0.0, 1.0, 2.0]);
}

#[test]
fn what_is_refused_writes_nothing() {
    let mut table = Table::encode(&numbers(12), 3, 1).unwrap();
    let message = |told: Told<Vec<f32>>| told.unwrap_err();
    let (status, text) = message(table.lookup(&[0, 3], 1));
    assert!(status == Status::Data && text.contains('3'), "{text}");
    assert_eq!(message(table.lookup(&[-1], 1)).0, Status::Data);
    assert_eq!(message(table.bags((&[0, 1], &[3], None), 3, false, 1)).0, Status::Data);
    for indptr in [[0, 2, 1], [1, 1, 2], [-1, 0, 2]] {
        let (status, text) = message(table.bags((&indptr, &[0, 1], None), -1, false, 1));
        assert!(status == Status::Data && text.starts_with("indptr does not ascend from 0: number "), "{text}");
    }
    let (status, text) = message(table.lookup(&[0], 1_000_000));
    assert!(status == Status::Argument && text.starts_with("threads is 1000000"), "{text}");
    let mut out = [9.0_f32; 4];
    let call = |view: *const Quantized, ids: *const i64, to: *mut f32| {
        told(unsafe { lacuna_quantized_lookup(view, ids, 1, 1, to) }, ()).unwrap_err()
    };
    let view = table.view();
    assert_eq!(call(null(), &0, out.as_mut_ptr()), (Status::Argument, "table is null".to_owned()));
    assert_eq!(call(&view, null(), out.as_mut_ptr()), (Status::Argument, "ids is null".to_owned()));
    assert_eq!(call(&view, &0, null_mut()), (Status::Argument, "out is null".to_owned()));
    let without = Quantized { codes: null_mut(), ..view };
    assert_eq!(call(&without, &0, out.as_mut_ptr()), (Status::Argument, "codes is null".to_owned()));
    let large = Quantized { rows: usize::MAX / 2, row_length: 3, ..view };
    assert_eq!(call(&large, &0, out.as_mut_ptr()).0, Status::Argument);
    let large = Quantized { rows: usize::MAX, row_length: 1, ..view };
    assert_eq!(call(&large, &0, out.as_mut_ptr()).0, Status::Argument);
    assert_eq!(out, [9.0; 4]);
}

/// A row that 256 numbers cannot stand for is not a number as a whole, and the others are as they were.
#[test]
fn rows_with_infinities_become_nan() {
    let mut table = Table::encode(&[1.0, f32::INFINITY, 0.5, 0.25, f32::NAN, 0.0], 3, 1).unwrap();
    let found = table.decode(1).unwrap();
    assert!(found[0].is_nan() && found[1].is_nan() && found[4].is_nan() && found[5].is_nan());
    assert!((found[2] - 0.5).abs() < 1e-3 && (found[3] - 0.25).abs() < 1e-3);
}
