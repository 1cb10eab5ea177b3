//! What is refused, with its numbers; and nothing is written then.
use crate::model::Table;
use crate::support::{Result, refused};
use lacuna_interop::training::{
    AdaGrad, Adam, AdamW, Bags, Error, Ftrl, Kernel, LazyOptimizer, Places, RowSparseGradient, Rule, Sgd, SgdMomentum,
    Update, narrow, zeros,
};

#[test]
fn products_of_arrays_that_do_not_fit() -> Result<()> {
    let a = Places::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
    let (values, b) = ([1.0_f32; 3], [1.0; 12]);
    refused(a.multiply(&values[..2], &b, 4), "2");
    refused(a.multiply(&values, &b[..11], 4), "11");
    refused(a.multiply(&values, &b, usize::MAX), "");
    refused(a.multiply_at_places(&b[..7], &b, 4), "7");
    refused(a.check_product(&[3, 1], &[3]), "values have shape [3, 1], not [3]");
    refused(a.check_product_at_places(&[2, 4], &[3, 5]), "left has shape [2, 4], right [3, 5]: their rows differ");
    refused(narrow("ids", [0, 1 << 32]), "ids: number 1 is 4294967296, not one of 32 bits");
    Ok(())
}

#[test]
fn bags_that_are_none() -> Result<()> {
    let mut bags = Bags::new(3);
    bags.push_sum(&[0, 2])?;
    refused(bags.push_mean(&[7]), "bag 1, entry 0: id 7 is not less than the size of the vocabulary, 3");
    assert_eq!((bags.len(), bags.ids(), bags.weights()), (1, &[0, 2][..], &[1.0_f32, 1.0][..]));
    refused(bags.sums(lacuna::Dense::new(2, 1, &[0.0; 2])?), "bags of a vocabulary of 3 for a table of 2 rows");
    refused(bags.gradient(lacuna::Dense::new(2, 1, &[0.0; 2])?), "");
    Ok(())
}

#[test]
fn numbers_that_make_no_update() -> Result<()> {
    fn of<R: Rule<f32, N>, const N: usize>(rule: R, expected: &str) {
        refused(LazyOptimizer::new(&Table::new((4, 2), vec![0.5; 8]), rule, Update::Lazy), expected);
    }
    of(Sgd { learning_rate: -1.0, ..Sgd::default() }, "learning_rate is -1: not a number from 0 on");
    of(Sgd { weight_decay: f64::NAN, ..Sgd::default() }, "weight_decay is NaN");
    of(SgdMomentum { momentum: 1.0, ..SgdMomentum::default() }, "momentum is 1: not a number from 0 to below 1");
    of(SgdMomentum { learning_rate: f64::INFINITY, ..SgdMomentum::default() }, "learning_rate is inf");
    of(AdaGrad { epsilon: -1e-3, ..AdaGrad::default() }, "epsilon is -0.001");
    of(Adam { beta1: -0.1, ..Adam::default() }, "beta1 is -0.1: not a number from 0 to below 1");
    of(AdamW { beta2: 1.5, ..AdamW::default() }, "beta2 is 1.5");
    of(Ftrl { learning_rate: 0.0, ..Ftrl::default() }, "learning_rate is 0: not a number above 0");
    of(Ftrl { lambda2: -1.0, ..Ftrl::default() }, "lambda2 is -1");
    Ok(())
}

#[test]
fn states_and_gradients_of_another_table() -> Result<()> {
    let table = Table::new((4, 2), vec![0.5_f32; 8]);
    let resumed = LazyOptimizer::resume(&table, Adam::default(), Update::Exact, 5, &[]);
    refused(resumed, r#"0 states, not 2: ["mean", "variance"]"#);
    for update in [Update::Lazy, Update::Exact] {
        let mut optimizer = LazyOptimizer::new(&table, Kernel(lacuna::optim::Sgd::new(0.5)), update)?;
        let rows = RowSparseGradient::new(5, 2, vec![1], vec![1.0; 2])?;
        refused(optimizer.apply(&rows), "a gradient of shape (5, 2) for a table of shape (4, 2)");
        let longer = RowSparseGradient::new(4, 3, vec![1], vec![1.0; 3])?;
        refused(optimizer.apply(&longer), "a gradient of shape (4, 3) for a table of shape (4, 2)");
        assert_eq!(optimizer.steps(), 0);
    }
    assert_eq!(table.values(), [0.5; 8]);
    assert_eq!(zeros::<f64>(usize::MAX, 2), Err(Error::Memory { rows: usize::MAX, columns: 2 }));
    Ok(())
}
