//! The row_sparse gradient of a table against burn's own dense gradient, and against finite differences.
use crate::common::{bits, curved, device, gradient, number, random, row_sparse, table, tensor, values};
use crate::support::{Random, Result, assert_close, dense, dense_bags, distinct, slopes, unit};
use burn::module::Param;
use burn::nn::EmbeddingConfig;
use burn::tensor::{Device, Int, Tensor};
use lacuna_burn::{Bags, Element, SparseEmbedding};
use std::sync::Arc;

/// The bags as a dense matrix of burn, as they are or by their magnitudes.
fn matrix_of<V: Element>(bags: &Bags<V>, magnitudes: bool) -> Tensor<2> {
    tensor::<V, 2>(&dense_bags(bags, magnitudes), [bags.len(), bags.vocabulary()], &device())
}

/// Sums and gradients are sums of the same products, in burn's matmul in an order and with a fusing of its own. A sum
/// of n products in any order and fusing is off by at most n units of the sum of their magnitudes, to first order; two
/// of them by twice that, and repeated ids are added in the matrix, with another rounding.
fn sums_are_burns<V: Element>() -> Result<()> {
    let mut numbers = Random::new(1);
    for (count, vocabulary, length) in [(1, 1, 1), (7, 5, 1), (40, 30, 3), (64, 1000, 16), (200, 50, 33)] {
        let bags = Arc::new(numbers.bags::<V>(count, vocabulary)?);
        let (embedding, table) = table::<V>(&mut numbers, [vocabulary, length])?;
        let above = random::<V, 2>(&mut numbers, [count, length]);
        let sums = embedding.sum_bags(bags.clone(), &device())?;
        let expected = matrix_of(&bags, false).matmul(table.clone());
        let bound = |magnitudes: Tensor<2>| {
            let (magnitudes, terms) = (values(&magnitudes), bags.ids().len() as f64);
            move |place: usize| 3.0 * (terms + 1.0) * magnitudes[place] * unit::<V>()
        };
        let absolute = matrix_of(&bags, true);
        assert_close(&values(&sums), &values(&expected), bound(absolute.clone().matmul(table.clone().abs())));

        (sums * above.clone()).sum().backward();
        let found = row_sparse(&embedding)?;
        assert_eq!(found.indices(), distinct(bags.ids()));
        let expected = (expected * above.clone()).sum().backward();
        assert_close(&dense(&found), &gradient(&expected, &table)?, bound(absolute.transpose().matmul(above.abs())));
    }
    Ok(())
}

#[test]
fn sums_and_their_gradient_are_burns() -> Result<()> {
    sums_are_burns::<f32>()?;
    sums_are_burns::<f64>()
}

/// Slopes up to 100 are compared to 1e-6: see [`slopes`]. A wrong sign, row, weight or term is off by 1e-2 or more.
#[test]
fn the_gradient_is_the_slope_of_the_loss() -> Result<()> {
    let mut numbers = Random::new(2);
    let bags = Arc::new(numbers.bags::<f64>(12, 9)?);
    let (start, direction) = (numbers.values(27, 1.0), random::<f64, 2>(&mut numbers, [12, 3]));
    let loss = |table: Vec<f64>| -> Result<(Tensor<1>, SparseEmbedding<f64>)> {
        let embedding = SparseEmbedding::from_vec((9, 3), table)?;
        Ok((curved(embedding.sum_bags(bags.clone(), &device())?, &direction), embedding))
    };
    let (value, embedding) = loss(start.clone())?;
    value.backward();
    let found = dense(&row_sparse(&embedding)?);
    assert!(found.iter().any(|slope| slope.abs() > 0.1));
    assert_close(&found, &slopes(&start, |moved| loss(moved).map(|(loss, _)| number(loss)))?, |_| 1e-6);
    Ok(())
}

/// Both gradients are sums of some tens of products of magnitude up to 100 in f64: equal to 1e-11 with a wide margin,
/// while a lost or doubled term is off by 1e-3 or more.
#[test]
fn uses_of_one_table_in_one_graph_are_added() -> Result<()> {
    let mut numbers = Random::new(3);
    let (embedding, table) = table::<f64>(&mut numbers, [20, 4])?;
    for uses in 1..=4 {
        let bags = (0..uses).map(|_| Ok(Arc::new(numbers.bags::<f64>(10, 20)?))).collect::<Result<Vec<_>>>()?;
        let total = |sums: Vec<Tensor<2>>| {
            sums[1..].iter().fold(sums[0].clone().tanh(), |product, sums| product * sums.clone().exp()).sum()
        };
        // This one never sees a backward pass.
        embedding.sum_bags(bags[0].clone(), &device())?;
        let sums = bags.iter().map(|bags| embedding.clone().sum_bags(bags.clone(), &device()));
        total(sums.collect::<lacuna_burn::Result<_>>()?).backward();
        let found = row_sparse(&embedding)?;
        assert!(embedding.take_gradient()?.is_none(), "it is taken once");
        assert_eq!(found.indices(), distinct(&bags.iter().flat_map(|bags| bags.ids().to_vec()).collect::<Vec<_>>()));

        let sums = bags.iter().map(|bags| matrix_of(bags, false).matmul(table.clone()));
        let expected = gradient(&total(sums.collect()).backward(), &table)?;
        assert_close(&dense(&found), &expected, |place| 1e-11 * expected[place].abs().max(1.0));
    }
    Ok(())
}

/// A look-up copies rows, so it is equal by bits; its gradient adds at most three numbers up to 1 in f32.
#[test]
fn a_look_up_is_burns_embedding() -> Result<()> {
    let mut numbers = Random::new(4);
    let (embedding, table) = table::<f32>(&mut numbers, [11, 5])?;
    let mut expected = EmbeddingConfig::new(11, 5).init(&device());
    expected.weight = Param::from_tensor(table.detach());
    let ids = Tensor::<2, Int>::from_data([[3, 0, 10], [3, 3, 7]], &device());
    let direction = random::<f32, 3>(&mut numbers, [2, 3, 5]);
    let (rows, expected_rows) = (embedding.forward(ids.clone())?, expected.forward(ids.clone()));
    assert_eq!((rows.dims(), bits(&rows)), ([2, 3, 5], bits(&expected_rows)));
    assert_eq!(embedding.forward(ids.transpose())?.dims(), [3, 2, 5]);

    (rows * direction.clone()).sum().backward();
    let gradients = (expected_rows * direction).sum().backward();
    let found = row_sparse(&embedding)?;
    assert_eq!(found.indices(), [0, 3, 7, 10]);
    assert_close(&dense(&found), &gradient(&gradients, &expected.weight.val())?, |_| 1e-6);
    Ok(())
}

/// Where the ids have no autodiff, rows are the same and leave nothing; a graph may recompute what lies before.
#[test]
fn the_device_says_whether_there_is_a_gradient() -> Result<()> {
    let (embedding, _) = table::<f32>(&mut Random::new(5), [6, 3])?;
    let ids = |device: &Device| Tensor::<2, Int>::from_data([[5, 1, 1], [2, 0, 5]], device);
    let rows = embedding.forward(ids(&Device::flex()))?;
    assert!(!rows.is_autodiff() && !rows.is_tracked());
    let balanced = device().gradient_checkpointing();
    let mut gradients = Vec::new();
    for device in [device(), balanced] {
        let tracked = embedding.forward(ids(&device))?;
        assert_eq!((bits(&tracked), tracked.is_tracked()), (bits(&rows), true));
        assert_eq!(tracked.gradient_checkpointing_strategy(), device.gradient_checkpointing_strategy());
        let scale = Tensor::<3>::ones([1, 1, 3], &device).require_grad();
        (tracked.exp() * scale).tanh().sum().backward();
        gradients.push(row_sparse(&embedding)?);
    }
    assert_eq!(gradients[0], gradients[1]);
    Ok(())
}

/// Four rows of one bag, so that the mean's weight is a power of two and nothing is rounded.
#[test]
fn means_are_sums_of_shares() -> Result<()> {
    let embedding = SparseEmbedding::from_vec((6, 1), vec![1.0_f64, 2.0, 4.0, 8.0, 16.0, 32.0])?;
    let mut bags = Bags::new(6);
    bags.push_mean(&[5, 1, 1, 2])?;
    bags.push_mean(&[])?;
    bags.push_mean(&[4])?;
    let means = embedding.sum_bags(Arc::new(bags), &device())?;
    assert_eq!(values(&means), [10.0, 0.0, 16.0]);
    means.sum().backward();
    assert_eq!(dense(&row_sparse(&embedding)?), [0.0, 0.5, 0.25, 0.0, 1.0, 0.25]);
    Ok(())
}

/// So large that threads share the work.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize| -> Result<(Vec<u64>, Vec<f64>)> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut numbers = Random::new(7);
            let (embedding, _) = table::<f32>(&mut numbers, [300, 40])?;
            let sums = embedding.sum_bags(Arc::new(numbers.bags::<f32>(900, 300)?), &device())?;
            let found = bits(&sums);
            sums.square().sum().backward();
            Ok((found, dense(&row_sparse(&embedding)?)))
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}
