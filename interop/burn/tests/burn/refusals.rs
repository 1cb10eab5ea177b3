//! What is refused, with its numbers; and nothing is written then.
use crate::common::{bits, device, table};
use crate::support::{Random, Result, refused};
use burn::tensor::{DType, Device, Int, Shape, Tensor};
use lacuna_burn::{
    Adam, Bags, CsrMatrix, LazyAdam, LazyOptimizer, LazySgdMomentum, SgdMomentum, SparseEmbedding, Update,
};
use std::sync::Arc;

fn zeros<const D: usize>(shape: [usize; D], dtype: DType) -> Tensor<D> {
    Tensor::zeros(Shape::from(shape), (&device(), dtype))
}

fn whole(numbers: &[i64]) -> Tensor<1, Int> {
    Tensor::from_data(numbers, (&Device::flex(), DType::I64))
}

#[test]
fn patterns_that_are_none() {
    refused(CsrMatrix::new((2, 3), vec![0, 2], vec![0, 1]), "indptr");
    refused(CsrMatrix::new((2, 3), vec![0, 2, 1], vec![0, 1]), "indptr");
    refused(CsrMatrix::new((1, 3), vec![0, 2], vec![0, 3]), "3");
    refused(CsrMatrix::new((1, 3), vec![0, 2], vec![2, 1]), "1");
    let of = |indices: &[i64]| CsrMatrix::from_tensors((1, 3), whole(&[0, 1]), whole(indices));
    refused(of(&[-1]), "indices: number 0 is -1");
    refused(of(&[1 << 32]), "indices: number 0 is 4294967296");
    refused(CsrMatrix::from_tensors((1, 3), whole(&[0, -7]), whole(&[1])), "indptr: number 1 is -7");
}

#[test]
fn products_of_what_does_not_fit() -> Result<()> {
    let a = CsrMatrix::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
    let (values, b) = (zeros([3], DType::F32), zeros([3, 4], DType::F32));
    refused(a.matmul(zeros([2], DType::F32), b.clone()), "values have shape [2], not [3]");
    refused(a.matmul(values.clone(), zeros([2, 4], DType::F32)), "b has shape [2, 4]: 3 rows are needed");
    refused(a.t().matmul(values.clone(), b.clone()), "b has shape [3, 4]: 2 rows are needed");
    refused(a.matmul(values.clone(), zeros([3, 4, 1], DType::F32)), "b has shape [3, 4, 1]");
    refused(a.matmul(values.clone(), zeros([3, 4], DType::F64)), "values is of type F32, b of F64: two of F32");
    refused(a.matmul(zeros([3], DType::BF16), zeros([3, 4], DType::BF16)), "values is of type BF16, b of BF16");
    refused(a.matmul_at_places(zeros([3, 4], DType::F32), b.clone()), "left has shape [3, 4]: 2 rows are needed");
    refused(a.matmul_at_places(zeros([2, 4], DType::F32), zeros([4, 4], DType::F32)), "right has shape [4, 4]: 3 rows");
    let left = zeros([2, 5], DType::F32);
    refused(a.matmul_at_places(left, b.clone()), "left has shape [2, 5], right [3, 4]: their rows differ in length");
    let balanced = device().gradient_checkpointing();
    let other = Tensor::<1>::zeros([3], &balanced);
    refused(a.matmul(other, b), "values and b are on different strategies of checkpointing: Balanced");
    Ok(())
}

#[test]
fn tables_and_ids_of_another_kind() -> Result<()> {
    refused(SparseEmbedding::<f64>::new(zeros([4, 2], DType::F32)), "a table is of type F32, not F64");
    refused(SparseEmbedding::<f32>::new(zeros([4, 0], DType::F32)), "a table of 4 rows has rows without values");
    refused(SparseEmbedding::from_vec((4, 2), vec![0.0_f32; 7]), "7 values are no table of 4 rows of 2");
    refused(SparseEmbedding::from_vec((usize::MAX, 2), vec![0.0_f32; 7]), "7 values are no table");

    let embedding = SparseEmbedding::<f32>::new(zeros([4, 2], DType::F32))?;
    let look_up = |ids: &[i64]| embedding.forward(whole(ids).reshape([1, -1]));
    refused(look_up(&[1, 4]), "entry 1: id 4 is not less than the size of the vocabulary, 4");
    refused(look_up(&[1, 2, -1]), "ids: number 2 is -1");
    let mut bags = Bags::new(5);
    bags.push_sum(&[4])?;
    refused(embedding.sum_bags(Arc::new(bags), &device()), "bags of a vocabulary of 5 for a table of 4 rows");
    Ok(())
}

#[test]
fn states_of_another_table() -> Result<()> {
    let (embedding, before) = table::<f32>(&mut Random::new(1), [4, 2])?;
    let resume = |states: &[Tensor<2>]| LazyAdam::resume(&embedding, Adam::default(), Update::Exact, 5, states);
    let state = zeros([4, 2], DType::F32);
    refused(resume(&[]), r#"0 states, not 2: ["mean", "variance"]"#);
    refused(resume(&[state.clone(), state.clone(), state.clone()]), "3 states, not 2");
    refused(resume(&[state.clone(), zeros([4, 3], DType::F32)]), "state variance has shape [4, 3], the table [4, 2]");
    refused(resume(&[zeros([4, 2], DType::F64), state.clone()]), "state mean is of type F64, not F32");
    assert_eq!(resume(&[state.clone(), state])?.steps(), 5);

    assert_eq!(bits(&embedding.table(&device())?), bits(&before));
    Ok(())
}

#[test]
fn numbers_that_make_no_update() -> Result<()> {
    let (e, before) = table::<f32>(&mut Random::new(2), [4, 2])?;
    let rule = SgdMomentum { momentum: 1.0, ..SgdMomentum::default() };
    refused(LazyOptimizer::new(&e, rule, Update::Lazy), "momentum is 1: not a number from 0 to below 1");

    // In the middle of a run: the gradient waits, and nothing is written.
    let mut optimizer = LazySgdMomentum::new(&e, SgdMomentum::default(), Update::Exact)?;
    e.forward(Tensor::from_data([[1]], &device()))?.sum().backward();
    optimizer.rule_mut().learning_rate = f64::NAN;
    refused(optimizer.step(), "learning_rate is NaN");
    assert_eq!((bits(&e.table(&device())?), optimizer.steps()), (bits(&before), 0));
    optimizer.rule_mut().learning_rate = 0.5;
    assert_eq!(optimizer.step()?, 1);
    assert_ne!(bits(&e.table(&device())?), bits(&before));
    Ok(())
}

/// Nothing is refused of operands without rows, entries or ids.
#[test]
fn nothing_is_no_fault() -> Result<()> {
    for shape in [(0, 0), (2, 3), (3, 0), (0, 2)] {
        let a = CsrMatrix::new(shape, vec![0; shape.0 + 1], vec![])?;
        let values = zeros([0], DType::F32).require_grad();
        let product = a.matmul(values.clone(), zeros([shape.1, 2], DType::F32))?;
        assert_eq!(bits(&product), vec![0; shape.0 * 2]);
        assert_eq!(a.t().matmul(values, zeros([shape.0, 2], DType::F32))?.dims(), [shape.1, 2]);
        assert_eq!(a.matmul_at_places(zeros([shape.0], DType::F32), zeros([shape.1], DType::F32))?.dims(), [0]);
    }
    let (embedding, before) = table::<f32>(&mut Random::new(3), [4, 2])?;
    let mut optimizer = LazyAdam::new(&embedding, Adam::default(), Update::Exact)?;
    assert_eq!(embedding.sum_bags(Arc::new(Bags::new(4)), &device())?.dims(), [0, 2]);
    let mut bags = Bags::new(4);
    bags.push_mean(&[])?;
    let sums = embedding.sum_bags(Arc::new(bags), &device())?;
    assert_eq!(bits(&sums), [0, 0]);
    sums.sum().backward();
    assert_eq!((optimizer.step()?, optimizer.steps()), (0, 1));
    optimizer.flush()?;
    assert_eq!(bits(&embedding.table(&device())?), bits(&before));
    Ok(())
}
