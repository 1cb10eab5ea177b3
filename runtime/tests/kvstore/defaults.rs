//! Optimizers that are created without hyper-parameters have those of MXNet's classes.
use super::table_of_defaults::lines;
use lacuna::optim::NadamSchedule;
use lacuna_runtime::optimizer::Optimizer;

/// What `mx.optimizer.create` takes, and what here is an argument elsewhere: `KvStore::set_multi_precision`, and the
/// count of updates of a file of states.
const ELSEWHERE: [&str; 2] = ["multi_precision", "begin_num_update"];

#[test]
fn what_is_left_out_is_that_of_the_peers_class() {
    let (mut named, mut compared) = (Vec::new(), 0);
    for [name, parameter, default] in lines("optimizer") {
        // Of a class that tests have, and of a learning rate that MXNet has and does not use.
        if name == "test" || (name, parameter) == ("adadelta", "learning_rate") || ELSEWHERE.contains(&parameter) {
            continue;
        }
        let (number, other) = match default {
            "True" => (1.0, 0.0),
            "False" => (0.0, 1.0),
            number => (number.parse().unwrap(), number.parse::<f64>().unwrap() + 0.5),
        };
        let created = |parameters: &[(&str, f64)]| Optimizer::create(name, parameters);
        if (name, parameter) == ("nadam", "schedule_decay") {
            // There is no other one here.
            assert_eq!(NadamSchedule::DECAY, number);
            continue;
        }
        assert_eq!(created(&[(parameter, number)]), created(&[]), "{name} {parameter} {default}");
        assert!(created(&[]).is_ok(), "{name}");
        // Another one is heeded or refused, but the length of a run that MXNet does not look at. The momentum is that of
        // the centered form.
        let form = if parameter == "gamma2" { &[("centered", 1.0)][..] } else { &[] };
        if parameter != "num_epochs" {
            assert_ne!(created(&[form, &[(parameter, other)]].concat()), created(form), "{name} {parameter}");
            assert_eq!(created(&[form, &[(parameter, number)]].concat()), created(form), "{name} {parameter}");
        }
        compared += 1;
        named.push(name);
    }
    named.dedup();
    let mut known = Optimizer::mxnet_names();
    known.sort_unstable();
    assert_eq!(named, known);
    assert!(compared > 80, "{compared}");
}

/// Those that learn without a class: the steps of MXNet's operators.
#[test]
fn optimizers_by_the_names_of_kernels_have_the_defaults_of_the_peers_operator() {
    let mut compared = 0;
    for [kernel, parameter, default] in lines("kernel") {
        let Some(optimizer) = Optimizer::named(kernel, 0.5) else { continue };
        let expected = match (parameter, default) {
            ("clip_gradient", "-1") => None,
            ("clip_weights", "-1") => Some(f64::INFINITY),
            (_, number) => Some(number.parse().unwrap()),
        };
        assert_eq!(
            optimizer.get(parameter).map(|found| found as f32),
            expected.map(|number: f64| number as f32),
            "{kernel} {parameter}"
        );
        compared += 1;
    }
    assert!(compared > 70, "{compared}");
}
