//! Products in every form: the same bits.
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
                let mut product = Product::new(a, Products { transpose, columns, count, threads }).unwrap();
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
