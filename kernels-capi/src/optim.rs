//! Optimizers on row_sparse gradients.
use crate::raw::exports;

exports! {
    /// `w = (1 - lr wd) w - lr g`, in place.
    optim::sgd(hyper: Sgd, gradient: RowSparse, weight: RowsMut) { Ok(lacuna::optim::sgd(&hyper, gradient, weight)?) } as {
        lacuna_optim_sgd_f32_i32: f32, i32;
        lacuna_optim_sgd_f32_i64: f32, i64;
        lacuna_optim_sgd_f32_u32: f32, u32;
        lacuna_optim_sgd_f64_i32: f64, i32;
        lacuna_optim_sgd_f64_i64: f64, i64;
        lacuna_optim_sgd_f64_u32: f64, u32;
    }

    /// `m = mu m - lr wd w - lr g`, then `w = w + m`, in place.
    optim::sgd_momentum(hyper: SgdMomentum, gradient: RowSparse, weight: RowsMut, momentum: RowsMut) { Ok(lacuna::optim::sgd_momentum(&hyper, gradient, weight, momentum)?) } as {
        lacuna_optim_sgd_momentum_f32_i32: f32, i32;
        lacuna_optim_sgd_momentum_f32_i64: f32, i64;
        lacuna_optim_sgd_momentum_f32_u32: f32, u32;
        lacuna_optim_sgd_momentum_f64_i32: f64, i32;
        lacuna_optim_sgd_momentum_f64_i64: f64, i64;
        lacuna_optim_sgd_momentum_f64_u32: f64, u32;
    }
}
