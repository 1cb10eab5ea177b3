//! The row_sparse gradient against candle's own dense gradient, and against finite differences.
use anyhow::Result;
use candle_core::{DType, Device, Module, Tensor, Var};
use sparse_embedding::peers::sum_bags;
use sparse_embedding::random::Random;
use sparse_embedding::{Bags, Element, RowSparseGradient, SparseEmbedding};
use std::sync::Arc;

/// Random bags with weights, repeated ids and empty bags among them.
fn random_bags<V: Element>(random: &mut Random, bags: usize, vocabulary: usize) -> Result<Bags<V>> {
    let mut made = Bags::new(vocabulary);
    for bag in 0..bags {
        let length = if bag % 5 == 3 { 0 } else { 1 + random.below(8) };
        let entries: Vec<_> = (0..length)
            .map(|_| (random.below(vocabulary) as u32, V::from_f64(f64::from(random.uniform(2.0)))))
            .collect();
        made.push(&entries)?;
    }
    Ok(made)
}

/// A table of f32 or f64.
fn table<V: Element>(random: &mut Random, rows: usize, columns: usize) -> Result<Var> {
    Ok(Var::from_tensor(&random.matrix(rows, columns, 1.0)?.to_dtype(V::DTYPE)?)?)
}

/// The gradient as a table.
fn rows_of<V: Element>(gradient: &RowSparseGradient<V>, rows: usize, columns: usize) -> Vec<Vec<V>> {
    let mut dense = vec![vec![V::ZERO; columns]; rows];
    for (&id, row) in gradient.ids().iter().zip(gradient.data().chunks(columns)) {
        dense[id as usize].copy_from_slice(row);
    }
    dense
}

fn distinct(ids: &[u32]) -> Vec<u32> {
    let mut distinct = ids.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// With the upstream gradient given, both gradients are the sum of the same products, in candle's matmul in an order
/// and with a fusing of its own. A sum of n products in any order and fusing is off by at most n units of 2^-24 of the
/// sum of their magnitudes, to first order; two of them by twice that.
#[test]
fn it_is_candles_dense_gradient_of_the_product_with_the_bags_as_a_dense_matrix() -> Result<()> {
    let mut random = Random::new(1);
    for (count, vocabulary, dimension) in [(1, 1, 1), (7, 5, 1), (40, 30, 3), (64, 1000, 16), (200, 50, 33)] {
        let bags = Arc::new(random_bags::<f32>(&mut random, count, vocabulary)?);
        let table = table::<f32>(&mut random, vocabulary, dimension)?;
        let upstream = random.matrix(count, dimension, 1.0)?.as_detached_tensor();

        let embedding = SparseEmbedding::<f32>::new(table.clone())?;
        let gradients = (embedding.sum_bags(bags.clone())? * &upstream)?.sum_all()?.backward()?;
        assert!(gradients.get(&table).is_none(), "no dense gradient is made");
        let gradient = embedding.take_gradient()?.unwrap();
        assert_eq!(gradient.ids(), distinct(bags.ids()));

        let mut matrix = vec![0.0_f32; count * vocabulary];
        for (bag, bounds) in bags.indptr().windows(2).enumerate() {
            for entry in bounds[0] as usize..bounds[1] as usize {
                matrix[bag * vocabulary + bags.ids()[entry] as usize] = bags.weights()[entry];
            }
        }
        let matrix = Tensor::from_vec(matrix, (count, vocabulary), &Device::Cpu)?;
        let expected = (matrix.matmul(&table)? * &upstream)?.sum_all()?.backward()?;
        let expected = expected.get(&table).unwrap().to_vec2::<f32>()?;
        let magnitude = matrix.abs()?.t()?.matmul(&upstream.abs()?)?.to_vec2::<f32>()?;
        let terms = (matrix.ne(0.0_f32)?.to_dtype(DType::F32)?).sum(0)?.to_vec1::<f32>()?;

        for (row, found) in rows_of(&gradient, vocabulary, dimension).iter().enumerate() {
            for column in 0..dimension {
                let bound = 2.0 * (terms[row] + 1.0) * magnitude[row][column] / (1 << 24) as f32;
                assert!(
                    (found[column] - expected[row][column]).abs() <= bound,
                    "row {row}, column {column}, bound {bound:e}"
                );
            }
        }
    }
    Ok(())
}

/// A loss that is not linear in the table.
fn curved_loss(sums: &Tensor, direction: &Tensor) -> candle_core::Result<Tensor> {
    (sums.tanh()? * direction)?.sum_all()?.sqr()
}

/// A central difference in f64 with a step of 1e-5 is off by about step^2 times the third derivative (some hundreds
/// here: 1e-8) and the rounding of the loss over the step (loss up to 1e3: 1e3 * 2^-53 / 1e-5 = 1e-8). A gradient up to
/// 100 is compared to 1e-6; a wrong sign, row, weight or term is off by 1e-2 or more.
#[test]
fn it_is_the_slope_of_the_loss() -> Result<()> {
    let mut random = Random::new(2);
    let (count, vocabulary, dimension) = (12, 9, 3);
    let bags = Arc::new(random_bags::<f64>(&mut random, count, vocabulary)?);
    let table = table::<f64>(&mut random, vocabulary, dimension)?;
    let direction = random.matrix(count, dimension, 1.0)?.as_detached_tensor().to_dtype(DType::F64)?;
    let loss = |table: Var| -> Result<(Tensor, SparseEmbedding<f64>)> {
        let embedding = SparseEmbedding::new(table)?;
        Ok((curved_loss(&embedding.sum_bags(bags.clone())?, &direction)?, embedding))
    };
    let (value, embedding) = loss(table.clone())?;
    value.backward()?;
    let gradient = rows_of(&embedding.take_gradient()?.unwrap(), vocabulary, dimension);
    assert!(gradient.iter().flatten().any(|slope| slope.abs() > 0.1));

    let values = table.flatten_all()?.to_vec1::<f64>()?;
    for place in 0..values.len() {
        let at = |step: f64| -> Result<f64> {
            let mut moved = values.clone();
            moved[place] += step;
            Ok(loss(Var::from_vec(moved, (vocabulary, dimension), &Device::Cpu)?)?.0.to_scalar::<f64>()?)
        };
        let (slope, found) = ((at(1e-5)? - at(-1e-5)?) / 2e-5, gradient[place / dimension][place % dimension]);
        assert!(
            (slope - found).abs() <= 1e-6,
            "row {}, column {}: {slope} by difference, {found}",
            place / dimension,
            place % dimension
        );
    }
    Ok(())
}

/// Both gradients are sums of some tens of products of magnitude up to 100 in f64: equal to 1e-11 with a wide margin,
/// while a lost or doubled term is off by 1e-3 or more.
#[test]
fn uses_of_one_table_in_one_graph_are_added() -> Result<()> {
    let mut random = Random::new(3);
    let (vocabulary, dimension) = (20, 4);
    let table = table::<f64>(&mut random, vocabulary, dimension)?;
    let embedding = SparseEmbedding::<f64>::new(table.clone())?;
    for uses in 1..=4 {
        let bags: Vec<_> =
            (0..uses).map(|_| random_bags::<f64>(&mut random, 10, vocabulary).map(Arc::new)).collect::<Result<_>>()?;
        let total = |sums: Vec<Tensor>| {
            sums[1..].iter().try_fold(sums[0].tanh()?, |product, sums| product * sums.exp()?)?.sum_all()
        };
        total(bags.iter().map(|bags| embedding.sum_bags(bags.clone())).collect::<candle_core::Result<_>>()?)?
            .backward()?;
        let gradient = embedding.take_gradient()?.unwrap();
        assert!(embedding.take_gradient()?.is_none(), "it is taken once");
        assert_eq!(gradient.ids(), distinct(&bags.iter().flat_map(|bags| bags.ids().to_vec()).collect::<Vec<_>>()));

        let expected =
            total(bags.iter().map(|bags| sum_bags(&table, bags)).collect::<candle_core::Result<_>>()?)?.backward()?;
        let expected = expected.get(&table).unwrap().to_vec2::<f64>()?;
        for (found, expected) in
            rows_of(&gradient, vocabulary, dimension).iter().flatten().zip(expected.iter().flatten())
        {
            assert!(
                (found - expected).abs() <= 1e-11 * expected.abs().max(1.0),
                "{uses} uses: {found}, expected {expected}"
            );
        }
    }
    Ok(())
}

/// A look-up copies rows, so it is equal by bits; its gradient adds the same numbers in the same order as candle's
/// `index_add` does, so it is too.
#[test]
fn a_look_up_is_index_select() -> Result<()> {
    let mut random = Random::new(4);
    let table = table::<f32>(&mut random, 11, 5)?;
    let embedding = SparseEmbedding::<f32>::new(table.clone())?;
    let ids = Tensor::new(&[[3_u32, 0, 10], [3, 3, 7]], &Device::Cpu)?;
    let direction = random.matrix(6, 5, 1.0)?.as_detached_tensor().reshape((2, 3, 5))?;

    let rows = embedding.forward(&ids)?;
    let expected = table.index_select(&ids.flatten_all()?, 0)?.reshape((2, 3, 5))?;
    assert_eq!(rows.to_vec3::<f32>()?, expected.to_vec3::<f32>()?);

    (&rows * &direction)?.sum_all()?.backward()?;
    let expected = (&expected * &direction)?.sum_all()?.backward()?;
    let gradient = embedding.take_gradient()?.unwrap();
    assert_eq!(gradient.ids(), [0, 3, 7, 10]);
    assert_eq!(rows_of(&gradient, 11, 5), expected.get(&table).unwrap().to_vec2::<f32>()?);
    Ok(())
}

#[test]
fn wrong_input_is_refused_with_its_numbers() -> Result<()> {
    let table = Var::zeros((4, 2), DType::F32, &Device::Cpu)?;
    assert!(SparseEmbedding::<f64>::new(table.clone()).unwrap_err().to_string().contains("F64"));
    assert!(SparseEmbedding::<f32>::new(Var::zeros((4, 2, 1), DType::F32, &Device::Cpu)?).is_err());

    let embedding = SparseEmbedding::<f32>::new(table)?;
    let outside = embedding.forward(&Tensor::new(&[1_u32, 4], &Device::Cpu)?).unwrap_err().to_string();
    assert_eq!(outside, "bag 1, entry 0: id 4 is not less than the size of the vocabulary, 4");
    let signed = embedding.forward(&Tensor::new(&[-1_i64], &Device::Cpu)?).unwrap_err().to_string();
    assert!(signed.contains("U32") && signed.contains("I64"), "{signed}");

    let mut bags = Bags::new(5);
    bags.push_sum(&[4])?;
    let wrong = embedding.sum_bags(Arc::new(bags)).unwrap_err().to_string();
    assert!(wrong.contains("should have 5 rows, has 4"), "{wrong}");
    Ok(())
}
