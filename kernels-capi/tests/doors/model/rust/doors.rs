//! The doors of kernels and structure calls.
use super::super::call::Argument;
use super::super::numbers::sizes;
use super::parts::plan_answer;
use super::views::{Real, Views};
use super::{Answer, Outcome, refused};
use lacuna::error::Operand;
use lacuna::index::SortKey;
use lacuna::rows::SegmentPlan;
use lacuna::{Index, KernelError, RowSparse, cast, dot, optim, rows};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Status};

fn done(result: Result<(), KernelError>) -> Outcome {
    result.map(|()| Answer::Nothing).map_err(refused)
}

fn size(result: Result<usize, KernelError>) -> Outcome {
    result.map(Answer::Size).map_err(refused)
}

/// The views have been checked before; a panic here is a defect of the tests.
const CHECKED: &str = "formats have been checked";

/// Calls the door of a kernel.
pub fn kernel<V: Real, I: Index>(door: (&str, &str), v: &Views<V, I>) -> Outcome {
    macro_rules! view {
        ($kind:ident $place:literal) => {
            v.$kind($place).expect(CHECKED)
        };
    }
    match door {
        ("dot", "csr_dense") => done(dot::csr_dense(view!(csr 0), view!(dense 1), view!(dense_mut 2))),
        ("dot", "csr_row_sparse") => done(dot::csr_row_sparse(view!(csr 0), view!(row_sparse 1), view!(dense_mut 2))),
        ("dot", "transpose_plan") => with_keys(v, 4, |keys| dot::transpose_plan(view!(csr 0), v.size(1)..v.size(2), v.buffers(3), keys)),
        ("dot", "transpose_plan_row_sparse") => with_keys(v, 5, |keys| {
            dot::transpose_plan_row_sparse(view!(csr 0), view!(row_sparse 1), v.size(2)..v.size(3), v.buffers(4), keys)
        }),
        ("dot", "csr_t_dense") => done(dot::csr_t_dense(&view!(plan 0), v.list(1), view!(dense 2), view!(row_sparse_mut 3))),
        ("dot", "csr_t_dense_to_dense") => done(dot::csr_t_dense_to_dense(&view!(plan 0), v.list(1), view!(dense 2), view!(dense_mut 3))),
        ("dot", "csr_t_row_sparse") => done(dot::csr_t_row_sparse(&view!(plan 0), v.list(1), view!(row_sparse 2), view!(row_sparse_mut 3))),
        ("cast", "dense_row_nnz") => done(cast::dense_row_nnz(view!(dense 0), v.list_mut::<I>(1))),
        ("cast", "accumulate_indptr") => size(cast::accumulate_indptr(v.list_mut::<I>(0))),
        ("cast", "dense_to_csr") => done(cast::dense_to_csr(view!(dense 0), view!(csr_mut 1))),
        ("cast", "dense_to_csr_one_pass") => {
            size(cast::dense_to_csr_one_pass(view!(dense 0), v.list_mut::<I>(1), v.list_mut(2), v.list_mut(3)))
        }
        ("cast", "csr_to_dense") => done(cast::csr_to_dense(view!(csr 0), view!(dense_mut 1))),
        ("cast", "dense_row_ids") => size(cast::dense_row_ids(view!(dense 0), v.size(1), v.list_mut::<I>(2))),
        ("cast", "dense_to_row_sparse") => done(cast::dense_to_row_sparse(view!(dense 0), view!(row_sparse_mut 1))),
        ("cast", "row_sparse_to_dense") => done(cast::row_sparse_to_dense(view!(row_sparse 0), view!(dense_mut 1))),
        ("rows", "retain_ids") => size(rows::retain_ids(view!(row_sparse 0), v.list(1)).map(<[I]>::len)),
        ("rows", "retain") => done(rows::retain(view!(row_sparse 0), view!(row_sparse_mut 1))),
        ("rows", "coalesce_plan") => with_keys(v, 2, |keys| rows::coalesce_plan(view!(row_sparse 0), v.buffers(1), keys)),
        ("rows", "coalesce") => done(rows::coalesce(&view!(plan 0), view!(row_sparse 1), view!(row_sparse_mut 2))),
        ("rows", "add_n_ids") => {
            let inputs = inputs(v)?;
            size(rows::add_n_ids(&inputs, &mut vec![0; inputs.len()], v.list_mut::<I>(2)))
        }
        ("rows", "add_n") => {
            let inputs = inputs(v)?;
            done(rows::add_n(&inputs, &mut vec![0; inputs.len()], view!(row_sparse_mut 2)))
        }
        ("optim", "sgd") => done(optim::sgd(&v.sgd(0), view!(row_sparse 1), view!(rows_mut 2))),
        ("optim", "sgd_momentum") => {
            done(optim::sgd_momentum(&v.sgd_momentum(0), view!(row_sparse 1), view!(rows_mut 2), view!(rows_mut 3)))
        }
        door => panic!("{door:?} is not called yet: add it here, and to `base`"),
    }
}

/// Address and bytes of the scratch that is argument `place`.
fn scratch<V: Real, I: Index>(v: &Views<V, I>, place: usize) -> (usize, usize) {
    match &v.call.arguments[place] {
        Argument::Array(array, bytes) => (v.memory.address(array.pointer), *bytes),
        other => panic!("{other:?} is no scratch"),
    }
}

fn misaligned(alignment: usize, address: usize) -> Vec<ErrorNumbers> {
    let refused = sizes(Status::MisalignedPointer, alignment, address % alignment);
    vec![ErrorNumbers { operand: OperandCode::Scratch as u32, ..refused }]
}

/// Makes a plan, with as many keys as the scratch can hold: its bytes count.
fn with_keys<'m, V: Real, I: Index>(
    v: &Views<'m, V, I>,
    place: usize,
    make: impl FnOnce(&mut [I::Key]) -> Result<SegmentPlan<'m, I>, KernelError>,
) -> Outcome {
    let (address, bytes) = scratch(v, place);
    let (size, alignment) = (size_of::<I::Key>(), align_of::<I::Key>());
    if bytes > 0 && !address.is_multiple_of(alignment) {
        return Err(misaligned(alignment, address));
    }
    let mut keys = vec![I::Key::pack(0, 0); bytes / size];
    match make(&mut keys) {
        Ok(plan) => Ok(plan_answer(v, plan)),
        Err(KernelError::Capacity { operand: Operand::Scratch, needed, .. }) => {
            let needed = needed.saturating_mul(size);
            Err(refused(KernelError::Capacity { operand: Operand::Scratch, needed, found: bytes }))
        }
        Err(error) => Err(refused(error)),
    }
}

/// The arrays of a list, if the scratch is good for them.
fn inputs<'m, V: Real, I: Index>(v: &Views<'m, V, I>) -> Result<Vec<RowSparse<'m, V, I>>, Vec<ErrorNumbers>> {
    let Argument::List { home, length, .. } = &v.call.arguments[0] else { panic!("the first argument is a list") };
    let (address, bytes) = scratch(v, 1);
    let needed = lacuna_capi::scratch::lacuna_add_n_scratch(*length);
    if bytes < needed {
        return Err(refused(KernelError::Capacity { operand: Operand::Scratch, needed, found: bytes }));
    }
    if *length > 0 && !address.is_multiple_of(align_of::<usize>()) {
        return Err(misaligned(align_of::<usize>(), address));
    }
    let views: Vec<_> = v.call.records(*home)[..*length].iter().map(|record| v.row_sparse_of(record)).collect();
    let faults: Vec<_> = views.iter().filter_map(|view| view.err()).collect();
    if faults.is_empty() { Ok(views.into_iter().flatten().collect()) } else { Err(faults) }
}
