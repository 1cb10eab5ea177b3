//! The row_sparse gradient of a table against candle's own dense gradient, and against finite differences.
use crate::common::{Draw, bits, curved, gradient_of, matrix_of, row_sparse, slopes, values};
use crate::support::{Random, Result, assert_close, dense, distinct, unit};
use candle_core::{DType, Device, Module, Tensor, Var};
use candle_nn::{Init, VarBuilder, VarMap};
use lacuna_candle::{Bags, Element, SparseEmbedding};
use std::sync::Arc;

/// Sums and gradients are sums of the same products, in candle's matmul in an order and with a fusing of its own. A sum
/// of n products in any order and fusing is off by at most n units of the sum of their magnitudes, to first order; two
/// of them by twice that.
fn sums_are_candles<V: Element>() -> Result<()> {
    let mut random = Random::new(1);
    for (count, vocabulary, length) in [(1, 1, 1), (7, 5, 1), (40, 30, 3), (64, 1000, 16), (200, 50, 33)] {
        let bags = Arc::new(Bags::from(random.bags::<V>(count, vocabulary)?));
        let (table, above) = (random.var::<V>((vocabulary, length))?, random.tensor::<V>((count, length))?);
        let embedding = SparseEmbedding::<V>::new(table.clone())?;
        let sums = embedding.sum_bags(bags.clone())?;
        let matrix = matrix_of(&bags, false)?;
        let expected = matrix.matmul(&table)?;
        let bound = |magnitude: &Tensor| -> Result<_> {
            let (magnitude, terms) = (values(magnitude)?, bags.ids().len() as f64);
            // Repeated ids are added in the matrix, with another rounding.
            Ok(move |place: usize| 3.0 * (terms + 1.0) * magnitude[place] * unit::<V>())
        };
        let absolute = matrix_of(&bags, true)?;
        assert_close(&values(&sums)?, &values(&expected)?, bound(&absolute.matmul(&table.abs()?)?)?);

        let gradients = (sums * &above)?.sum_all()?.backward()?;
        assert!(gradients.get(&table).is_none(), "no dense gradient is made");
        let gradient = row_sparse(&embedding)?;
        assert_eq!(gradient.indices(), distinct(bags.ids()));
        let expected = (expected * &above)?.sum_all()?.backward()?;
        let expected = values(gradient_of(&expected, &table)?)?;
        assert_close(&dense(&gradient), &expected, bound(&absolute.t()?.matmul(&above.abs()?)?)?);
    }
    Ok(())
}

#[test]
fn sums_and_their_gradient_are_candles() -> Result<()> {
    sums_are_candles::<f32>()?;
    sums_are_candles::<f64>()
}

/// Slopes up to 100 are compared to 1e-6: see [`slopes`]. A wrong sign, row, weight or term is off by 1e-2 or more.
#[test]
fn the_gradient_is_the_slope_of_the_loss() -> Result<()> {
    let mut random = Random::new(2);
    let bags = Arc::new(Bags::from(random.bags::<f64>(12, 9)?));
    let (table, direction) = (random.var::<f64>((9, 3))?, random.tensor::<f64>((12, 3))?);
    let loss = |table: Var| -> Result<(Tensor, SparseEmbedding<f64>)> {
        let embedding = SparseEmbedding::new(table)?;
        Ok((curved(&embedding.sum_bags(bags.clone())?, &direction)?, embedding))
    };
    let (value, embedding) = loss(table.clone())?;
    value.backward()?;
    let gradient = dense(&row_sparse(&embedding)?);
    assert!(gradient.iter().any(|slope| slope.abs() > 0.1));
    assert_close(&gradient, &slopes(&table, |moved| Ok(loss(moved)?.0))?, |_| 1e-6);
    Ok(())
}

/// Both gradients are sums of some tens of products of magnitude up to 100 in f64: equal to 1e-11 with a wide margin,
/// while a lost or doubled term is off by 1e-3 or more.
#[test]
fn uses_of_one_table_in_one_graph_are_added() -> Result<()> {
    let mut random = Random::new(3);
    let table = random.var::<f64>((20, 4))?;
    let embedding = SparseEmbedding::<f64>::new(table.clone())?;
    for uses in 1..=4 {
        let bags =
            (0..uses).map(|_| Ok(Arc::new(Bags::from(random.bags::<f64>(10, 20)?)))).collect::<Result<Vec<_>>>()?;
        let total = |sums: Vec<Tensor>| {
            sums[1..].iter().try_fold(sums[0].tanh()?, |product, sums| product * sums.exp()?)?.sum_all()
        };
        let sums = bags.iter().map(|bags| embedding.clone().sum_bags(bags.clone()));
        total(sums.collect::<candle_core::Result<_>>()?)?.backward()?;
        let gradient = row_sparse(&embedding)?;
        assert!(embedding.take_gradient()?.is_none(), "it is taken once");
        assert_eq!(gradient.indices(), distinct(&bags.iter().flat_map(|bags| bags.ids().to_vec()).collect::<Vec<_>>()));

        let sums = bags.iter().map(|bags| Ok(matrix_of(bags, false)?.matmul(&table)?));
        let expected = total(sums.collect::<Result<_>>()?)?.backward()?;
        let expected = values(gradient_of(&expected, &table)?)?;
        assert_close(&dense(&gradient), &expected, |place| 1e-11 * expected[place].abs().max(1.0));
    }
    Ok(())
}

/// A look-up copies rows, so it is equal by bits; its gradient adds the same numbers in the same order as candle's
/// `index_add` does, so it is too.
#[test]
fn a_look_up_is_index_select() -> Result<()> {
    let mut random = Random::new(4);
    let table = random.var::<f32>((11, 5))?;
    let embedding = SparseEmbedding::<f32>::new(table.clone())?;
    let ids = Tensor::new(&[[3_u32, 0, 10], [3, 3, 7]], &Device::Cpu)?;
    let direction = random.tensor::<f32>((2, 3, 5))?;

    let rows = embedding.forward(&ids)?;
    let expected = table.index_select(&ids.flatten_all()?, 0)?.reshape((2, 3, 5))?;
    assert_eq!(rows.dims(), [2, 3, 5]);
    assert_eq!(bits(&rows)?, bits(&expected)?);
    assert_eq!(embedding.forward(&ids.t()?)?.dims(), [3, 2, 5]);

    (&rows * &direction)?.sum_all()?.backward()?;
    let expected = (&expected * &direction)?.sum_all()?.backward()?;
    let gradient = row_sparse(&embedding)?;
    assert_eq!(gradient.indices(), [0, 3, 7, 10]);
    assert_eq!(dense(&gradient), values(gradient_of(&expected, &table)?)?);
    Ok(())
}

/// Four rows of one bag, so that the mean's weight is a power of two and nothing is rounded.
#[test]
fn means_are_sums_of_shares() -> Result<()> {
    let mut random = Random::new(5);
    let embedding = SparseEmbedding::<f64>::new(random.var::<f64>((6, 3))?)?;
    let mut bags = Bags::new(6);
    bags.push_mean(&[5, 1, 1, 2])?;
    bags.push_mean(&[])?;
    bags.push_mean(&[4])?;
    let means = embedding.sum_bags(Arc::new(bags))?;
    let of = |ids: &[u32]| embedding.table().index_select(&Tensor::new(ids, &Device::Cpu)?, 0);
    let expected = Tensor::cat(
        &[of(&[5, 1, 1, 2])?.mean_keepdim(0)?, Tensor::zeros((1, 3), DType::F64, &Device::Cpu)?, of(&[4])?],
        0,
    )?;
    assert_close(&values(&means)?, &values(&expected)?, |_| 1e-15);
    means.sum_all()?.backward()?;
    let gradient = dense(&row_sparse(&embedding)?);
    assert_eq!(gradient.chunks(3).map(|row| row[0]).collect::<Vec<_>>(), [0.0, 0.5, 0.25, 0.0, 1.0, 0.25]);
    Ok(())
}

#[test]
fn bags_of_a_csr_are_those_that_are_pushed() -> Result<()> {
    let bags: Bags<f32> = Random::new(6).bags(9, 40)?.into();
    let parts = (bags.indptr().to_vec(), bags.ids().to_vec(), bags.weights().to_vec());
    assert_eq!(Bags::from_csr(40, parts.0, parts.1, parts.2)?, bags);
    assert_eq!(bags.select(&(0..9).collect::<Vec<_>>())?, bags);
    let selected = bags.select(&[8, 3, 8])?;
    assert_eq!((selected.len(), selected.vocabulary(), selected.is_empty()), (3, 40, false));
    let last = bags.indptr()[8] as usize..;
    assert_eq!(selected.ids(), [&bags.ids()[last.clone()], &bags.ids()[last]].concat());
    assert!(Bags::<f32>::new(0).is_empty());
    Ok(())
}

/// The table of a `VarMap` is the same variable, so what a `VarMap` saves is what was trained.
#[test]
fn a_table_of_a_var_map_is_the_same_variable() -> Result<()> {
    let variables = VarMap::new();
    let builder = VarBuilder::from_varmap(&variables, DType::F32, &Device::Cpu);
    let table = builder.get_with_hints((10, 4), "table", Init::Const(0.5))?;
    let embedding = SparseEmbedding::<f32>::new(Var::from_tensor(&table)?)?;
    embedding.table().set(&Tensor::ones((10, 4), DType::F32, &Device::Cpu)?)?;
    assert_eq!(values(&variables.all_vars()[0])?, vec![1.0; 40]);
    assert_eq!(values(&embedding.forward(&Tensor::new(&[3_u32], &Device::Cpu)?)?)?, vec![1.0; 4]);
    Ok(())
}

/// So large that threads share the work.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize| -> Result<(Vec<u64>, Vec<f64>)> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut random = Random::new(7);
            let embedding = SparseEmbedding::<f32>::new(random.var::<f32>((300, 40))?)?;
            let sums = embedding.sum_bags(Arc::new(Bags::from(random.bags::<f32>(900, 300)?)))?;
            sums.sqr()?.sum_all()?.backward()?;
            Ok((bits(&sums)?, dense(&row_sparse(&embedding)?)))
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}
