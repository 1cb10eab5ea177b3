//! Steps that can be computed by hand.
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::kvstore::{KvStore, Optimizer};

/// The weight, from `1, 1`, after gradients.
fn after(name: &str, gradients: &[[f32; 2]]) -> Vec<f32> {
    let mut optimizer = Optimizer::named(name, 0.25).unwrap();
    for (hyper, number) in [("beta1", 0.5), ("beta2", 0.75), ("epsilon", 0.0)] {
        // Not every one has all.
        let _ = optimizer.set(hyper, number);
    }
    let array = |numbers: &[f32; 2]| Array::dense(&[1, 2], numbers.to_vec()).unwrap();
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.set_optimizer(optimizer);
    store.init("w", array(&[1.0, 1.0])).unwrap();
    for gradient in gradients {
        store.push("w", &[&array(gradient)]).unwrap();
    }
    store.get("w").unwrap().data::<f32>().unwrap().to_vec()
}

/// With moments that are corrected for their start at zero, the first step is the learning rate along the sign of the
/// gradient.
#[test]
fn the_first_step_is_corrected() {
    for name in ["adam", "adamw", "adamax", "row_adam"] {
        assert_eq!(after(name, &[[4.0, -4.0]]), [0.75, 1.25], "{name}");
    }
}

/// Where all elements of a row have gradients of one size, their mean square is that of each.
#[test]
fn row_wise_steps_are_those_of_elements_of_one_size() {
    let gradients = [[4.0, -4.0], [0.5, 0.5], [-2.0, 2.0]];
    assert_eq!(after("row_lamb", &gradients), after("lamb", &gradients));
    assert_ne!(after("row_lamb", &gradients), after("row_lamb", &gradients[..2]));
}
