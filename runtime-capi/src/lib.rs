//! Readers and learners of [`lacuna_runtime`] and [`lacuna_models`] through a C ABI: what `include/lacuna_runtime.h` declares.
//!
//! A model is an opaque [`Learner`], made of [settings] in JSON or of a file; text is read into an opaque
//! [`Text`]. Functions give a [`Status`]; [`lacuna_runtime_message`] says in a sentence why a call was refused. They
//! may be called by any thread, each handle by one at a time.
//!
//! The kernels have a library of their own, `lacuna.h`, which allocates nothing; this one allocates, starts threads
//! where it is asked to, and reads and writes files.
#![deny(missing_docs)]
#![warn(clippy::undocumented_unsafe_blocks)]

mod exact;
mod failure;
mod gpu;
mod learner;
mod mixed;
mod pool;
mod quantized;
mod raw;
mod rows;
mod rules;
pub mod settings;
mod slots;
mod text;
mod threads;

pub use exact::{
    Exact, lacuna_exact_catch_up, lacuna_exact_flush, lacuna_exact_free, lacuna_exact_new, lacuna_exact_set,
    lacuna_exact_step, lacuna_exact_update,
};
pub use failure::{Status, lacuna_runtime_message};
pub use gpu::{
    Gpu, GpuKind, GpuOperand, GpuPlan, lacuna_gpu_call, lacuna_gpu_finish, lacuna_gpu_free, lacuna_gpu_open,
    lacuna_gpu_plan_free, lacuna_gpu_plan_ids, lacuna_gpu_plan_new, lacuna_gpu_plan_room, lacuna_gpu_plan_rows,
    lacuna_mixed_update_gpu,
};
pub use learner::{
    Learner, Loss, lacuna_learner_array, lacuna_learner_columns, lacuna_learner_free, lacuna_learner_learn,
    lacuna_learner_learn_text, lacuna_learner_load, lacuna_learner_new, lacuna_learner_outputs, lacuna_learner_predict,
    lacuna_learner_predict_text, lacuna_learner_save, lacuna_learner_settings,
};
pub use mixed::{
    Mixed, Table, lacuna_mixed_free, lacuna_mixed_new, lacuna_mixed_set, lacuna_mixed_step, lacuna_mixed_update,
    lacuna_mixed_update_quantized,
};
pub use pool::{Both, Threads, lacuna_threads_call, lacuna_threads_free, lacuna_threads_new, lacuna_threads_of};
pub use quantized::{
    Bags, Quantized, lacuna_quantized_bags, lacuna_quantized_decode, lacuna_quantized_encode, lacuna_quantized_lookup,
};
pub use rows::{Rows, Type};
pub use slots::{
    SlotAssigned, Slots, SlotsAdmitted, SlotsUse, lacuna_slots_admit, lacuna_slots_evict_older_than, lacuna_slots_find,
    lacuna_slots_free, lacuna_slots_load, lacuna_slots_new, lacuna_slots_remove, lacuna_slots_use, lacuna_slots_words,
};
pub use text::{
    Text, TextScan, TextView, lacuna_text_free, lacuna_text_labels, lacuna_text_read, lacuna_text_scan,
    lacuna_text_view, lacuna_text_write,
};

use std::ffi::{CStr, c_char};

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of the library, such as `0.1.0`. Before 1.0.0 the ABI stays where the second number stays.
#[unsafe(no_mangle)]
pub extern "C" fn lacuna_runtime_version() -> *const c_char {
    VERSION.as_ptr()
}
