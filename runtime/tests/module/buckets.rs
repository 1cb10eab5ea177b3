//! Buckets that share their parameters: `user.json` of data/module/generate_user.py.
use super::user::{Buckets, Step, compare, known, params};
use lacuna_models::metric::{Accuracy, Metric};
use lacuna_models::module::{BindOptions, Bucket, BucketingModule, Fit, ModuleError};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches, DataError};
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime::symbol::{Apply, Symbol};

fn bucket(_: &usize) -> Result<Bucket, ModuleError> {
    let data = Symbol::variable("data");
    let sum = Apply::new("sum").operand(&data).parameter("axis", 1).parameter("keepdims", "True").symbol()?;
    let out = Apply::new("FullyConnected").named("out").operand(&sum).parameter("num_hidden", 3).symbol()?;
    let symbol = Apply::new("SoftmaxOutput").named("softmax").operand(&out).symbol()?;
    Ok(Bucket { symbol, inputs: vec!["data".to_owned()], labels: vec!["softmax_label".to_owned()] })
}

#[test]
fn buckets_share_their_parameters() {
    let Buckets { first, steps, last } = known().buckets;
    let options = BindOptions::default();
    let mut module = BucketingModule::bind(5, &steps[0].batch(), Context::new(), options, bucket).unwrap();
    module.module_mut().set_params(params(&first)).unwrap();
    module.module_mut().init_optimizer(Optimizer::create("adam", &[("learning_rate", 0.125), ("wd", 0.0625)]).unwrap());
    for step in &steps {
        let key = step.key.unwrap();
        module.forward(&key, &step.batch(), true).unwrap();
        assert_eq!(*module.key(), key);
        compare(&format!("output of {key}"), &step.output, module.module().output(0).unwrap());
        module.module_mut().backward().unwrap();
        module.module_mut().update().unwrap();
    }
    assert_eq!(module.keys(), [&2, &3, &5]);
    for (name, value) in module.module().params() {
        compare(name, &last[name], value);
    }
    // A bucket of other batches is bound anew.
    let few = Batch {
        data: vec![Array::dense(&[2, 3], vec![0.5_f32; 6]).unwrap()],
        label: vec![Array::dense(&[2], vec![1.0_f32; 2]).unwrap()],
        pad: 0,
    };
    module.forward(&3, &few, false).unwrap();
    assert_eq!(module.module().output(0).unwrap().shape(), [2, 3]);
}

/// The batches of the steps, one after the other.
struct InTurn {
    batches: Vec<Batch>,
    next: usize,
}

impl Batches for InTurn {
    fn batch_size(&self) -> usize {
        4
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let Some(next) = self.batches.get(self.next) else { return Ok(false) };
        batch.clone_from(next);
        self.next += 1;
        Ok(true)
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.restart()
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.next = 0;
        Ok(())
    }
}

/// An epoch of the loop is the steps one by one, and what it measures is each output before its step.
#[test]
fn buckets_are_fitted() {
    let Buckets { first, steps, last } = known().buckets;
    let mut batches = InTurn { batches: steps.iter().map(Step::batch).collect(), next: 0 };
    let key_of = |batch: &Batch| batch.data[0].shape()[1];
    let options = BindOptions::default();
    let mut module = BucketingModule::bind(5, &batches.batches[0], Context::new(), options, bucket).unwrap();
    module.module_mut().set_params(params(&first)).unwrap();
    module.module_mut().init_optimizer(Optimizer::create("adam", &[("learning_rate", 0.125), ("wd", 0.0625)]).unwrap());
    let epochs = module.fit(&key_of, &mut batches, &mut Accuracy::default(), Fit::new(1)).unwrap();
    for (name, value) in module.module().params() {
        compare(name, &last[name], value);
    }
    let mut expected = Accuracy::default();
    steps.iter().for_each(|step| expected.update(&step.label.array(), &step.output.array()).unwrap());
    assert_eq!(epochs[0].metric, expected.value());

    // What is predicted is what is scored.
    let predicted = module.predict(&key_of, &mut batches, None).unwrap();
    assert_eq!((predicted.shape(), module.keys().len()), (&[20, 3][..], 3));
    let labels: Vec<f32> = steps.iter().flat_map(|step| step.label.data.clone()).collect();
    let mut of_all = Accuracy::default();
    of_all.update(&Array::dense(&[20], labels).unwrap(), &predicted).unwrap();
    let score = module.score(&key_of, &mut batches, &mut Accuracy::default(), None).unwrap();
    assert_eq!(score, of_all.value());
}

/// A bucket whose graph has other parameters is refused, and what was before stays.
#[test]
fn buckets_that_do_not_fit() {
    let Buckets { first, steps, .. } = known().buckets;
    let generate = |key: &usize| {
        let mut own = bucket(key)?;
        if *key == 3 {
            let weight = Symbol::variable("other_weight");
            let data = Symbol::variable("data");
            let out = Apply::new("FullyConnected").named("out").operand(&data).operand_named("weight", &weight);
            let out = out.parameter("num_hidden", 3).symbol()?;
            own.symbol = Apply::new("SoftmaxOutput").named("softmax").operand(&out).symbol()?;
        }
        if *key == 4 {
            return Err(ModuleError::NoOptimizer);
        }
        Ok(own)
    };
    let batch = steps[0].batch();
    let mut module = BucketingModule::bind(5, &batch, Context::new(), BindOptions::default(), generate).unwrap();
    module.module_mut().set_params(params(&first)).unwrap();
    module.forward(&5, &batch, false).unwrap();
    let expected = module.module().output(0).unwrap().clone();
    let three = steps.iter().find(|step| step.key == Some(3)).unwrap().batch();
    let refused = module.forward(&3, &three, true).unwrap_err();
    assert_eq!(refused.to_string(), "there is no parameter `other_weight`");
    assert!(matches!(module.forward(&4, &three, true), Err(ModuleError::NoOptimizer)));
    assert_eq!(*module.key(), 5);
    module.forward(&5, &batch, false).unwrap();
    assert_eq!(module.module().output(0).unwrap(), &expected);
}
