//! Products in every form: the same bits.
use lacuna::dispatch::{ColumnReads, force_column_reads};
use lacuna::dot::{Products, SpmmAlgorithm};
use lacuna::{Csr, Dense, DenseMut};
use lacuna_runtime::{Cpu, Product};

const ROWS: usize = 3000;
const COLUMNS: usize = 600;

/// A matrix whose first column has more terms than a block.
fn matrix() -> (Vec<i32>, Vec<i32>, Vec<f32>) {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..ROWS {
        if row % 5 > 0 {
            indices.push(0);
        }
        indices.extend((1..COLUMNS).filter(|column| (row * 31 + column * 17) % 97 == 0).map(|column| column as i32));
        indptr.push(indices.len() as i32);
    }
    let values = (0..indices.len()).map(|k| (k % 13) as f32 / 7.0 - 0.8).collect();
    (indptr, indices, values)
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn all_forms_give_the_same_bits() {
    let (indptr, indices, values) = matrix();
    let a = Csr::new(ROWS, COLUMNS, &indptr, &indices, &values).unwrap();
    let other: Vec<f32> = values.iter().map(|value| value * 1.1).collect();
    let mut forms = Vec::new();
    for transpose in [false, true] {
        for columns in [1, 2, 8, 17] {
            let (inner, outer) = if transpose { (ROWS, COLUMNS) } else { (COLUMNS, ROWS) };
            let b: Vec<f32> = (0..inner * columns).map(|k| (k % 17) as f32 / 3.0 - 2.5).collect();
            let b = Dense::new(inner, columns, &b).unwrap();
            let mut expected: Option<[Vec<u32>; 2]> = None;
            for (count, threads) in [(1, 1), (5, 1), (1000, 1), (1, 3), (1000, 3)] {
                let form = SpmmAlgorithm::of(Products { transpose, columns, count, threads });
                let mut product = Product::with_form(a, form).unwrap();
                forms.push(product.form());
                assert_eq!(product.nbytes() == 0, product.form() == SpmmAlgorithm::Csr);
                let mut found = [const { Vec::new() }; 2];
                for (values, found) in [&values, &other].into_iter().zip(&mut found) {
                    product.set_values(values).unwrap();
                    let mut out = vec![f32::NAN; outer * columns];
                    product.multiply(&Cpu { threads }, b, DenseMut::new(outer, columns, &mut out).unwrap()).unwrap();
                    *found = bits(&out);
                }
                assert!(
                    *expected.get_or_insert_with(|| found.clone()) == found,
                    "{:?}, {columns} columns, {threads} threads",
                    product.form()
                );
                assert!(product.set_values(&values[1..]).is_err());
                assert!(product.multiply(&Cpu { threads }, b, DenseMut::default()).is_err());
            }
        }
    }
    for form in [
        SpmmAlgorithm::Csr,
        SpmmAlgorithm::Sell,
        SpmmAlgorithm::Scatter,
        SpmmAlgorithm::ScatterColumn,
        SpmmAlgorithm::Transposed,
        SpmmAlgorithm::SellTransposed,
    ] {
        assert!(forms.contains(&form), "{form:?}");
    }
}

/// Without fast gathers, a SELL plan is made for a band alone.
#[test]
fn a_form_suits_the_processor_and_the_pattern() {
    let rows = 4000;
    let band = |row: usize| [row, row + 1, row + 64].map(|column| column as i32);
    let scattered = |row: usize| [row % 7, 10 + row * 31 % 1000, 2000 + row * 17 % 2000].map(|column| column as i32);
    let form = |of_row: &dyn Fn(usize) -> [i32; 3], transpose, threads| {
        let indptr: Vec<i32> = (0..=rows as i32).map(|row| 3 * row).collect();
        let indices: Vec<i32> = (0..rows).flat_map(of_row).collect();
        let values = vec![1.0_f32; indices.len()];
        let a = Csr::new(rows, rows + 64, &indptr, &indices, &values).unwrap();
        Product::new(a, Products { transpose, columns: 1, count: 1000, threads }).unwrap().form()
    };
    use SpmmAlgorithm::{Csr as Plain, Scatter, Sell, SellTransposed};
    let all = |of_row: &dyn Fn(usize) -> [i32; 3]| {
        [(false, 1), (false, 2), (true, 1), (true, 2)].map(|(transpose, threads)| form(of_row, transpose, threads))
    };
    let expected = [Sell, Sell, SellTransposed, SellTransposed];
    force_column_reads(Some(ColumnReads::Loads));
    let found = (all(&band), all(&scattered));
    force_column_reads(Some(ColumnReads::Gathers));
    let by_gathers = (all(&band), all(&scattered));
    force_column_reads(None);
    // A scatter of one column stays on one thread.
    assert_eq!(found, (expected, [Plain, Plain, Scatter, SellTransposed]));
    assert_eq!(by_gathers, (expected, expected));
}
