//! The workloads of the benchmark kit, run by this project's kernels.
//!
//! Names, inputs and what counts as one run are the kit's: products and optimizers of W1 to W7 in f32, csr with i32
//! indices, row_sparse with i64 ids. Outputs and scratch are allocated once and reused, as memory belongs to the caller
//! here.
mod cast;
mod check;
mod logistic;
mod operators;
mod optim;
mod parse;
mod product;
mod rows;
mod train;
mod transposed;
mod whole;

use crate::source::Source;
use anyhow::Result;
use cast::{csr_to_dense, dense_to_csr, dense_to_csr_two_pass, dense_to_row_sparse, row_sparse_to_dense};
use product::Batched;
use std::sync::LazyLock;
use whole::Form;

/// A workload with its operands in memory.
pub trait Workload {
    /// What is timed. Every call does the same work.
    fn run(&mut self) -> Result<()>;
    /// Runs, and compares a sample of the result with plain loops in f64.
    fn check(&mut self) -> Result<()>;
}

/// Receives an opened workload.
pub type Visitor<'v> = &'v mut dyn FnMut(&mut dyn Workload) -> Result<()>;

/// Loads the operands and shows the workload to the visitor.
type Open = Box<dyn Fn(&Source, Visitor) -> Result<()> + Send + Sync>;

/// One line of the results.
pub struct Entry {
    /// The kit's name.
    pub name: String,
    /// `lacuna`, or `lacuna_` and the form of the kernel where there are several.
    pub peer: &'static str,
    /// Remarks for the results.
    pub notes: &'static str,
    /// Batches in one run.
    pub batches: usize,
    /// Loads the operands.
    pub open: Open,
}

const MILLION: usize = 1_000_000;
/// Batches of rows, as many as the second number, and the widths of what they are multiplied by.
const BATCHED: [(Batched, usize, &[usize]); 3] = [
    (Batched { set: "w1", rows: 10, columns: MILLION }, 100, &[128]),
    (Batched { set: "w2", rows: 64, columns: 20_216_830 }, 50, &[1, 8, 32]),
    (Batched { set: "w3", rows: 128, columns: MILLION }, 20, &[1, 1000]),
];
/// Square matrices and their rows.
const SQUARE: [(&str, usize); 4] = [("w4u", MILLION), ("w4p", MILLION), ("w4l", MILLION), ("w4su", 40_000)];

/// The forms of a transposed product of a whole matrix.
const FORMS: [(Form, &str, &str); 5] = [
    (Form::Unprepared, "lacuna", "i32; nothing prepared: block ends and scatter; dense result reused"),
    (Form::Scatter, "lacuna_scatter", "i32; block ends at hand; dense result reused"),
    (Form::Plan, "lacuna_plan", "i32; plan at hand; dense result reused"),
    (Form::InOrder, "lacuna_in_order", "i32; plan and permuted values at hand; dense result reused"),
    (Form::Analysed, "lacuna_analysed", "i32; transposed matrix at hand, sliced for one column; dense result reused"),
];

const FORWARD: &str = "i32; per batch; output reused";
const BACKWARD: &str =
    "i32; plan (sort of columns) and values; row-sparse with ascending ids; per batch; output and scratch reused";
const WHOLE: &str = "i32; output reused";
const ROWS: &str = "i64 ids; output reused";

/// All workloads.
pub static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut add = |name: String, batches: usize, notes: &'static str, open: Open| {
        all.push(Entry { name, peer: "lacuna", notes, batches, open });
    };
    for (shape, batches, widths) in BATCHED {
        let set = shape.set;
        for &width in widths {
            // The kit's w1 has one width, and shares its operand with other workloads.
            let (operand, gradient) = match set {
                "w1" => ("d1m_128".to_owned(), "w1_g".to_owned()),
                _ => (format!("{set}_dense_{width}"), format!("{set}_g_{width}")),
            };
            let forward: Open = Box::new(move |source, visit| product::batched(source, shape, &operand, width, visit));
            let backward: Open =
                Box::new(move |source, visit| transposed::batched(source, shape, &gradient, width, visit));
            add(format!("{set}_fwd_m{width}"), batches, FORWARD, forward);
            add(format!("{set}_bwd_m{width}"), batches, BACKWARD, backward);
        }
    }
    for (set, rows) in SQUARE {
        for width in [1, 8, 32, 128] {
            add(
                format!("{set}_m{width}"),
                1,
                WHOLE,
                Box::new(move |source, visit| product::square(source, set, rows, width, visit)),
            );
        }
    }
    let mut plain =
        |name: &str, notes, open: fn(&Source, Visitor) -> Result<()>| add(name.to_owned(), 1, notes, Box::new(open));
    plain("w5_d2csr_1", "i32; one pass; output reused", |s, v| dense_to_csr(s, "w5_dense_1", v));
    plain("w5_csr2d_1", WHOLE, |s, v| csr_to_dense(s, "w5_dense_1", v));
    plain("w5_d2csr_10", "i32; one pass; output reused", |s, v| dense_to_csr(s, "w5_dense_10", v));
    plain("w5_csr2d_10", WHOLE, |s, v| csr_to_dense(s, "w5_dense_10", v));
    plain("w5_d2rsp", ROWS, dense_to_row_sparse);
    plain("w5_rsp2d", ROWS, row_sparse_to_dense);
    plain("w6_rsp_add", ROWS, rows::add);
    plain("w6_retain", ROWS, rows::retain);
    all.extend(optim::entries());
    let mut add = |name: String, notes: &'static str, open: Open| {
        all.push(Entry { name, peer: "lacuna", notes, batches: 1, open })
    };
    let mut plain =
        |name: &str, notes, open: fn(&Source, Visitor) -> Result<()>| add(name.to_owned(), notes, Box::new(open));
    plain("w8_lr", "i32; 10 epochs of 1000 batches; SGD with momentum 0.9", train::linear_regression);
    plain("agaricus_lr", "i32; 10 epochs of batches of 256 rows; scatter into a dense gradient", logistic::mushrooms);
    plain("w9_parse", "i32; whole file in batches of 1000 rows; 1000000 features", parse::whole);
    for percentage in [1, 10] {
        let open: Open =
            Box::new(move |source, visit| dense_to_csr_two_pass(source, &format!("w5_dense_{percentage}"), visit));
        let name = format!("w5_d2csr_{percentage}");
        all.push(Entry {
            name,
            peer: "lacuna_two_pass",
            notes: "i32; count and fill; output reused",
            batches: 1,
            open,
        });
    }
    let mut add = |name: String, peer: &'static str, notes: &'static str, open: Open| {
        all.push(Entry { name, peer, notes, batches: 1, open })
    };
    for (set, rows) in [("w6", 100_000), ("w6s", 40_000)] {
        let first = format!("{set}a");
        for (peer, one_pass, notes) in
            [("lacuna", false, "i32; count and add; output reused"), ("lacuna_one_pass", true, WHOLE)]
        {
            add(
                format!("{set}_csr_add"),
                peer,
                notes,
                Box::new(move |s, v| operators::csr_add(s, one_pass, set, rows, v)),
            );
        }
        for axis in [0, 1] {
            let (sum, norm) = (first.clone(), first.clone());
            add(
                format!("{set}_sum{axis}"),
                "lacuna",
                WHOLE,
                Box::new(move |s, v| operators::reduce(s, false, axis, &sum, rows, v)),
            );
            add(
                format!("{set}_norm{axis}"),
                "lacuna",
                WHOLE,
                Box::new(move |s, v| operators::reduce(s, true, axis, &norm, rows, v)),
            );
        }
    }
    for axis in [0, 1] {
        let open: Open = Box::new(move |s, v| operators::reduce(s, false, axis, "w4u", MILLION, v));
        add(format!("w6_bigsum{axis}"), "lacuna", WHOLE, open);
    }
    add(
        "w12_csr_csr".to_owned(),
        "lacuna",
        "i32; count, columns and values; output reused",
        Box::new(|s, v| operators::csr_csr(s, "w6s", 40_000, v)),
    );
    add(
        "w12_take".to_owned(),
        "lacuna",
        "i32; pointers and entries; output reused",
        Box::new(|s, v| operators::take(s, "w4u", MILLION, v)),
    );
    add(
        "w12_columns".to_owned(),
        "lacuna",
        "i32; pointers and entries; output reused",
        Box::new(|s, v| operators::columns(s, "w4u", MILLION, v)),
    );
    for (name, backward) in [("w12_bag_fwd", false), ("w12_bag_fwdbwd", true)] {
        add(
            name.to_owned(),
            "lacuna",
            "i32; sum with weights; gradient with ascending ids; output reused",
            Box::new(move |s, v| operators::bags(s, backward, v)),
        );
    }
    for function in operators::FUNCTIONS {
        add(
            format!("w12_{}", function.0),
            "lacuna",
            "16 Mi numbers; output reused",
            Box::new(move |s, v| operators::map(s, function, v)),
        );
    }
    for (set, rows) in SQUARE {
        let open: Open = Box::new(move |source, visit| whole::sliced(source, set, rows, visit));
        all.push(Entry {
            name: format!("{set}_m1"),
            peer: "lacuna_analysed",
            notes: "i32; SELL plan at hand; output reused",
            batches: 1,
            open,
        });
        for width in [1, 8, 64] {
            for (form, peer, notes) in FORMS {
                let open: Open = Box::new(move |source, visit| whole::square(source, form, set, rows, width, visit));
                all.push(Entry { name: format!("w10{}_m{width}", &set[2..]), peer, notes, batches: 1, open });
            }
        }
    }
    all
});
