//! A step of a bound graph allocates nothing.
use super::counting::{allocations, counter};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Function};
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::symbol::{Apply, Bind, Symbol};

#[test]
fn a_step_allocates_nothing() {
    let (x, w, bias) = (
        Symbol::variable("x").with_stype(Stype::Csr),
        Symbol::variable("w").with_stype(Stype::RowSparse),
        Symbol::variable("bias"),
    );
    let hidden = x.dot(&w).unwrap().add_row(&bias).unwrap();
    let rows =
        Symbol::variable("ids").embedding(&Symbol::variable("table").with_stype(Stype::RowSparse), 5, 8).unwrap();
    let hidden = hidden.add(&rows).unwrap();
    // Used twice, so that gradients are added.
    let active = hidden.map(Function::Relu).unwrap().multiply(&hidden).unwrap();
    let logits = Apply::new("FullyConnected").named("fc").operand(&active).parameter("num_hidden", 2).symbol().unwrap();
    let loss = logits.softmax_output(&Symbol::variable("labels")).unwrap();
    let group = Symbol::group(&[&loss, &hidden.mean().unwrap()]).unwrap();
    let null = ["x", "ids", "labels"];
    let bind = null.iter().fold(Bind::new(&group), |bind, name| bind.request_of(name, GradientRequest::Null));
    let mut executor = bind.simple(&[("x", &[4, 50]), ("w", &[50, 8]), ("bias", &[8]), ("ids", &[4])]).unwrap();
    executor
        .set(
            "x",
            Array::csr(Some([4, 50]), vec![0, 2, 4, 5, 7], vec![3, 40, 3, 7, 9, 40, 49], vec![1.0_f32; 7]).unwrap(),
        )
        .unwrap();
    executor.set("ids", Array::dense(&[4], vec![3.0_f32, 1.0, 3.0, 0.0]).unwrap()).unwrap();
    executor.set("bias", Array::dense(&[8], vec![0.5_f32; 8]).unwrap()).unwrap();
    executor.set("fc_weight", Array::dense(&[2, 8], vec![0.25_f32; 16]).unwrap()).unwrap();
    let heads = [Array::dense(&[4, 2], vec![1.0_f32; 8]).unwrap(), Array::dense(&[1], vec![2.0_f32]).unwrap()];
    let mut step = || {
        executor.forward(true).unwrap();
        executor.backward(&[&heads[0], &heads[1]]).unwrap();
        assert_eq!(executor.gradient("w").unwrap().nnz(), 5 * 8);
        assert_eq!(executor.gradient("table").unwrap().nnz(), 3 * 8);
    };
    let counter = counter(None);
    (0..9).for_each(|_| step());
    assert_eq!(allocations(counter, step), 0);
}
