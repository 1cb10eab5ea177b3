//! The kernels through the functions of the C ABI.
mod library;

use super::Backend;
use lacuna::call::{Answer, AnyOperand, Array, ArrayMut, Call, ElementType};
use lacuna::dispatch::Level;
use lacuna::dot::{BlockShape, SellShape};
use lacuna::error::Operand;
use lacuna::segments::PlanShape;
use lacuna::{Error, KernelError};
use lacuna_capi::types::{BlockEnds, Plan, SellPlan};
use lacuna_capi::{ErrorNumbers, Status};
use lacuna_capi_replay::Recording;
use library::Library;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Runs the kernels through the C ABI, whose calls it can record.
#[derive(Debug)]
pub struct Capi {
    library: Library,
    recording: Mutex<Recording>,
    fault: Mutex<Option<String>>,
}

/// What a function answers with beside its arrays.
struct Answered {
    size: Option<usize>,
    plan: Option<Plan>,
    ends: Option<BlockEnds>,
    sliced: Option<SellPlan>,
}

impl From<Answered> for Answer {
    fn from(answered: Answered) -> Self {
        match answered {
            Answered { plan: Some(plan), .. } => Self::Plan {
                stored_rows: plan.stored_rows,
                terms: plan.terms,
                shape: PlanShape {
                    values: plan.values,
                    operand_rows: plan.operand_rows,
                    output_rows: plan.output_rows,
                },
            },
            Answered { ends: Some(ends), .. } => Self::BlockEnds {
                columns: ends.columns_length,
                entries: ends.entries_length,
                shape: BlockShape { rows: ends.matrix_rows, columns: ends.matrix_columns, nnz: ends.matrix_nnz },
            },
            Answered { sliced: Some(plan), .. } => Self::SellPlan {
                length: plan.memory_length,
                shape: SellShape {
                    rows: plan.rows,
                    columns: plan.columns,
                    nnz: plan.nnz,
                    transposed: plan.transposed == 1,
                },
            },
            Answered { size: Some(size), .. } => Self::Size(size),
            _ => Self::None,
        }
    }
}

impl Default for Capi {
    fn default() -> Self {
        Self::new()
    }
}

impl Capi {
    /// The functions that this program is linked with.
    pub fn new() -> Self {
        Self::of(Library::linked())
    }

    /// The library in a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(file: &Path) -> Result<Self, String> {
        Library::open(file).map(Self::of)
    }

    fn of(library: Library) -> Self {
        Self { library, recording: Mutex::default(), fault: Mutex::default() }
    }

    /// What reports call it.
    pub fn describe(&self) -> String {
        format!("capi ({}, {})", self.library.name(), self.library.version())
    }

    /// Makes the library's kernels run at a level.
    ///
    /// # Errors
    /// If the processor does not have it.
    pub fn force_level(&self, level: Level) -> Result<(), String> {
        self.library.force_level(level)
    }

    /// Begins the record of a case.
    pub fn begin(&self, title: &str) {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner).begin(title);
    }

    /// The record of the case, and the hash of its answers.
    pub fn recorded(&self) -> (Vec<u8>, u64) {
        let recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        let (case, hash) = recording.case();
        (case.to_vec(), hash)
    }

    /// Calls the function of a family.
    fn call(
        &self,
        path: (&str, &str),
        operands: &mut [AnyOperand<'_>],
        types: [ElementType; 2],
    ) -> Result<Answer, Error> {
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = self.library.call(&mut recording, path, operands, types);
        drop(recording);
        let (status, error, answered) = verdict.map_err(|fault| self.failed(fault))?;
        match error.kernel_error() {
            _ if status == Status::Ok as i32 => Ok(answered.into()),
            Some(refusal) => Err(refusal.into()),
            None => Err(self.failed(format!("{}::{}: status {status}: {error}", path.0, path.1))),
        }
    }

    /// What went wrong has no place among the errors of kernels: it waits in [`take_fault`](Backend::take_fault).
    fn failed(&self, fault: String) -> Error {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
        KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }.into()
    }
}

impl Backend for Capi {
    fn name(&self) -> String {
        "capi".to_owned()
    }

    fn take_fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
        self.call(call.operator.path(), call.operands, [call.value, call.index])
    }

    fn cast(&self, input: Array<'_>, out: ArrayMut<'_>) -> Result<(), Error> {
        let types = [input.element(), out.as_array().element()];
        let operands = &mut [AnyOperand::Array(input), AnyOperand::ArrayMut(out)];
        self.call(("cast", "cast"), operands, types).map(|_| ())
    }
}

/// What a call gave: status, numbers of the error, sizes.
type Verdict = (i32, ErrorNumbers, Answered);
