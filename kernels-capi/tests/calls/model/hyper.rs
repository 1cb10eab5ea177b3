//! Hyper-parameters as the header means them.

/// What a hyper-parameter of an optimizer is where its field is 0.
pub fn default(kernel: &str, field: &str) -> f64 {
    match (kernel, field) {
        (_, "rescale_gradient" | "beta" | "correction1" | "correction2" | "gradient_share") => 1.0,
        ("adagrad" | "row_adagrad", "epsilon") => 1e-7,
        ("lamb" | "lamb_direction" | "row_lamb", "epsilon") => 1e-6,
        ("adadelta" | "group_adagrad", "epsilon") => 1e-5,
        (_, "epsilon") => 1e-8,
        ("ftml", "beta1") => 0.6,
        (_, "beta1") => 0.9,
        (_, "beta2") => 0.999,
        ("rmsprop" | "rmsprop_centered", "rho") => 0.95,
        (_, "rho") => 0.9,
        ("rmsprop_centered", "momentum") => 0.9,
        ("lars", "eta") => 0.001,
        (_, "eta") => 1.0,
        (_, "lambda1") => 0.01,
        (_, "clip_weights") => f64::INFINITY,
        (_, "lower_bound" | "upper_bound") => -1.0,
        (_, "learning_rate" | "weight_decay" | "clip_gradient" | "momentum" | "mean_share" | "decoupled_decay") => 0.0,
        (kernel, field) => panic!("{field} of {kernel} has no default yet"),
    }
}

/// What a field means: 0 is the default, -0.0 is 0.
pub fn meant(kernel: &str, field: &str, number: f64) -> f64 {
    match number {
        0.0 if number.is_sign_negative() => 0.0,
        0.0 => default(kernel, field),
        number => number,
    }
}
