//! The functions of kernels, from the list, and of structure calls.
use super::super::call::{Argument, Call};
use super::super::element::Element;
use super::super::memory::Memory;
use super::super::numbers::sizes;
use super::super::record::Role;
use super::parts::{block_ends_answer, plan_answer, sell_plan_answer};
use super::views::{Told, Views};
use super::{Answer, Outcome, refused};
use half::{bf16, f16};
use lacuna::error::Operand;
use lacuna::optim::Update;
use lacuna::segments::SegmentPlan;
use lacuna::slice::{self, CanonicalBuffers};
use lacuna::{Index, KernelError, RowSparse, Storage, Value, binary, cast, dot, embedding, graph, random, rows};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Status};

fn answer<T: Into<Answer>>(result: Result<T, KernelError>) -> Outcome {
    result.map(Into::into).map_err(refused)
}

/// The views have been checked before; a panic here is a defect of the tests.
const CHECKED: &str = "formats have been checked";

/// The operand of a kernel that is the next argument.
macro_rules! operand {
    (Csr () $v:ident $next:ident) => { $v.csr($next()).expect(CHECKED) };
    (CsrMut () $v:ident $next:ident) => { $v.csr_mut($next()).expect(CHECKED) };
    (Dense () $v:ident $next:ident) => { $v.dense($next()).expect(CHECKED) };
    (DenseMut () $v:ident $next:ident) => { $v.dense_mut($next()).expect(CHECKED) };
    (RowSparse () $v:ident $next:ident) => { $v.row_sparse($next()).expect(CHECKED) };
    (RowSparseMut () $v:ident $next:ident) => { $v.row_sparse_mut($next()).expect(CHECKED) };
    (RowsMut ($($row_length:literal)?) $v:ident $next:ident) => { $v.rows_mut($next()).expect(CHECKED) };
    (Broadcast () $v:ident $next:ident) => { $v.broadcast($next()).expect(CHECKED) };
    (Plan () $v:ident $next:ident) => { &$v.plan($next()).expect(CHECKED) };
    (BlockEnds () $v:ident $next:ident) => { &$v.block_ends($next()).expect(CHECKED) };
    (SellPlan () $v:ident $next:ident) => { &$v.sell_plan($next()).expect(CHECKED) };
    (Scalar () $v:ident $next:ident) => { $v.scalar($next()) };
    (Size () $v:ident $next:ident) => { $v.size($next()) };
    (Stream () $v:ident $next:ident) => { $v.stream($next()) };
    (Values () $v:ident $next:ident) => { $v.list::<V>($next()) };
    (ValuesMut () $v:ident $next:ident) => { $v.list_mut::<V>($next()) };
    (Indices () $v:ident $next:ident) => { $v.list::<I>($next()) };
    (IndicesMut () $v:ident $next:ident) => { $v.list_mut::<I>($next()) };
    (RowSparseList () $v:ident $next:ident) => { &inputs($v, $next())? };
    (Cursors () $v:ident $next:ident) => { &mut vec![0; scratch($v, $next()).1 / size_of::<usize>()] };
    (Rule ($rule:ident [$($own:ident)*]) $v:ident $next:ident) => {
        &{
            let record = $v.record($next());
            lacuna::optim::$rule {
                learning_rate: $v.real(record, "learning_rate"),
                $($own: $v.real(record, stringify!($own)),)*
                weight_decay: $v.real(record, "weight_decay"),
                rescale_gradient: $v.real(record, "rescale_gradient"),
                clip_gradient: (record.choice_of("clips") == 1).then(|| $v.real(record, "clip_gradient")),
                update: if record.choice_of("update") == 0 { Update::Lazy } else { Update::Standard },
            }
        }
    };
}

/// The functions of the kernels whose operands may be of the types that a trait has.
macro_rules! kernels {
    ({ $function:ident $bound:path, $rest:ident }
        $(#[doc = $formula:literal] $family:ident::$name:ident $types:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:tt, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        kernels! {
            @arms { $function ($bound) $rest v next } [] $($types $family $name [$($kind ($($($detail)*)?)),*];)*
        }
    };
    // All types have the kernels that any number may be an operand of, and so on.
    (@arms { kernel $($state:tt)* } [$($arms:tt)*] $types:tt $family:ident $name:ident $operands:tt; $($rest:tt)*) => {
        kernels! { @arms { kernel $($state)* } [$($arms)* { $family $name $operands }] $($rest)* }
    };
    (@arms { stored $($state:tt)* } [$($arms:tt)*] [S I] $family:ident $name:ident $operands:tt; $($rest:tt)*) => {
        kernels! { @arms { stored $($state)* } [$($arms)* { $family $name $operands }] $($rest)* }
    };
    (@arms $state:tt [$($arms:tt)*] [N $($I:ident)?] $family:ident $name:ident $operands:tt; $($rest:tt)*) => {
        kernels! { @arms $state [$($arms)* { $family $name $operands }] $($rest)* }
    };
    (@arms $state:tt $arms:tt $types:tt $family:ident $name:ident $operands:tt; $($rest:tt)*) => {
        kernels! { @arms $state $arms $($rest)* }
    };
    (
        @arms { $function:ident ($bound:path) $rest:ident $v:ident $next:ident } [
            $({ $family:ident $name:ident [$($kind:ident ($($detail:tt)*)),*] })*
        ]
    ) => {
        /// Calls the function of a kernel, or of a structure call.
        pub fn $function<V: Told + $bound, I: Index>(path: (&str, &str), $v: &Views<V, I>) -> Outcome {
            let mut places = 0..;
            let mut $next = || places.next().expect("there is no end");
            match path {
                $(
                    (stringify!($family), stringify!($name)) =>
                    answer(lacuna::$family::$name($(operand!($kind ($($detail)*) $v $next)),*)),
                )*
                path => $rest(path, $v),
            }
        }
    };
}
lacuna::for_each_kernel!(kernels { kernel lacuna::Value, structure });
lacuna::for_each_kernel!(kernels { stored lacuna::Storage, structure_of_stored });
lacuna::for_each_kernel!(kernels { moved lacuna::Number, structure_of_moved });

macro_rules! pairs {
    ($($from:ident)*; $to:tt) => {
        /// Calls the function that casts.
        pub fn cast(call: &Call, memory: &Memory) -> Outcome {
            let (from, to) = (call.named(Role::Value).map(Element::name), call.named(Role::Index).map(Element::name));
            match from.as_deref().unwrap_or_default() {
                $(stringify!($from) => pairs!(@to call memory to $from $to),)*
                other => panic!("{other} is no type of numbers"),
            }
        }
    };
    (@to $call:ident $memory:ident $of_out:ident $from:ident [$($to:ident)*]) => {
        match $of_out.as_deref().unwrap_or_default() {
            $(stringify!($to) => {
                let v = Views::<$from, i32>::new($call, $memory);
                answer(cast::cast(v.list::<$from>(0), v.list_mut::<$to>(1)))
            })*
            other => panic!("{other} is no type of numbers"),
        }
    };
}
pairs!(f32 f64 f16 bf16 i32 i64 u8 i8; [f32 f64 f16 bf16 i32 i64 u8 i8]);

/// The structure calls of kernels that move numbers.
fn structure_of_moved<V: Told, I: Index>(path: (&str, &str), v: &Views<V, I>) -> Outcome {
    let csr = |place| v.csr(place).expect(CHECKED);
    match path {
        ("dot", "transpose_plan") => {
            with_keys(v, 4, |keys| dot::transpose_plan(csr(0), v.size(1)..v.size(2), v.buffers(3), keys))
        }
        ("dot", "transpose") => {
            let buffers = dot::TransposeBuffers {
                indptr: v.list_mut::<I>(1),
                indices: v.list_mut::<I>(2),
                entries: v.list_mut::<I>(3),
            };
            answer(dot::transpose(csr(0), buffers).map(drop))
        }
        ("rows", "retain_ids") => answer(rows::retain_ids(v.row_sparse(0).expect(CHECKED), v.list(1)).map(<[I]>::len)),
        ("slice", "take_indptr") => answer(slice::take_indptr(csr(0), v.list(1), v.list_mut::<I>(2))),
        path => panic!("{path:?} is not called yet: add it here, and to `base`"),
    }
}

/// The structure calls of kernels whose operands may be of any storage.
fn structure_of_stored<V: Told + Storage, I: Index>(path: (&str, &str), v: &Views<V, I>) -> Outcome {
    match path {
        ("rows", "coalesce_plan") => {
            with_keys(v, 2, |keys| rows::coalesce_plan(v.row_sparse(0).expect(CHECKED), v.buffers(1), keys))
        }
        ("embedding", "bag_plan") => {
            with_keys(v, 3, |keys| embedding::bag_plan(v.csr(0).expect(CHECKED), v.size(1), v.buffers(2), keys))
        }
        path => structure_of_moved(path, v),
    }
}

fn structure<V: Told + Value, I: Index>(path: (&str, &str), v: &Views<V, I>) -> Outcome {
    let csr = |place| v.csr(place).expect(CHECKED);
    let dense = |place| v.dense(place).expect(CHECKED);
    let row_sparse = |place| v.row_sparse(place).expect(CHECKED);
    match path {
        ("dot", "transpose_plan_row_sparse") => with_keys(v, 5, |keys| {
            dot::transpose_plan_row_sparse(csr(0), row_sparse(1), v.size(2)..v.size(3), v.buffers(4), keys)
        }),
        ("dot", "block_ends") => {
            let ends =
                with_scratch(v, 3, |counts: &mut [I]| dot::block_ends(csr(0), v.list_mut(1), v.list_mut(2), counts));
            ends.map(|ends| block_ends_answer(v, ends))
        }
        ("dot", "block_ends_row_sparse") => {
            let find = |counts: &mut [I]| {
                dot::block_ends_row_sparse(csr(0), row_sparse(1), v.list_mut(2), v.list_mut(3), counts)
            };
            with_scratch(v, 4, find).map(|ends| block_ends_answer(v, ends))
        }
        ("dot", "sell_plan") => sell_plan_answer(v, dot::sell_plan(csr(0), v.list_mut(1))),
        ("dot", "sell_plan_transposed") => {
            sell_plan_answer(v, dot::sell_plan_transposed(csr(0), v.list(1), v.list_mut(2)))
        }
        ("dot", "csr_csr_row_nnz") => {
            with_scratch(v, 3, |words: &mut [u64]| dot::csr_csr_row_nnz(csr(0), csr(1), v.list_mut::<I>(2), words))
                .map(Into::into)
        }
        ("dot", "csr_csr_indices") => with_scratch(v, 4, |words: &mut [u64]| {
            dot::csr_csr_indices(csr(0), csr(1), v.list::<I>(2), v.list_mut::<I>(3), words)
        })
        .map(Into::into),
        ("dot", "occurring_columns") => answer(dot::occurring_columns(csr(0), v.list_mut::<I>(1), v.list_mut::<I>(2))),
        ("cast", "dense_row_nnz") => answer(cast::dense_row_nnz(dense(0), v.list_mut::<I>(1))),
        ("cast", "accumulate_indptr") => answer(cast::accumulate_indptr(v.list_mut::<I>(0))),
        ("cast", "dense_row_ids") => answer(cast::dense_row_ids(dense(0), v.size(1), v.list_mut::<I>(2))),
        ("binary", "csr_union_nnz") => answer(binary::csr_union_nnz(csr(0), csr(1), v.list_mut::<I>(2))),
        ("binary", "csr_intersection_nnz") => answer(binary::csr_intersection_nnz(csr(0), csr(1), v.list_mut::<I>(2))),
        ("binary", "rows_intersection_ids") => {
            answer(binary::rows_intersection_ids(row_sparse(0), row_sparse(1), v.list_mut::<I>(2)))
        }
        ("rows", "add_n_ids") => {
            let inputs = inputs(v, 0)?;
            answer(rows::add_n_ids(&inputs, &mut vec![0; inputs.len()], v.list_mut::<I>(2)))
        }
        ("slice", "columns_indptr") => answer(slice::columns_indptr(csr(0), v.size(1)..v.size(2), v.list_mut::<I>(3))),
        ("slice", "add_row_nnz") => answer(slice::add_row_nnz(csr(0), v.list_mut::<I>(1))),
        ("slice", "prune_indptr") => answer(slice::prune_indptr(csr(0), v.list_mut::<I>(1))),
        ("slice", "prune_ids") => answer(slice::prune_ids(row_sparse(0), v.list_mut::<I>(1))),
        ("slice", "canonical_coo") => {
            let buffers =
                CanonicalBuffers { indptr: v.list_mut::<I>(4), indices: v.list_mut::<I>(5), plan: v.buffers(6) };
            let shape = (v.size(0), v.size(1));
            with_keys(v, 7, |keys| {
                slice::canonical_coo(shape, v.list(2), v.list(3), buffers, keys).map(|found| *found.plan())
            })
        }
        ("slice", "canonical_csr") => {
            let buffers =
                CanonicalBuffers { indptr: v.list_mut::<I>(1), indices: v.list_mut::<I>(2), plan: v.buffers(3) };
            with_keys(v, 4, |keys| slice::canonical_csr(csr(0), buffers, keys).map(|found| *found.plan()))
        }
        ("graph", "subgraph_indptr") => {
            answer(graph::subgraph_indptr(csr(0), v.list(1), v.list(2), v.list_mut::<I>(3)))
        }
        ("graph", "sample_indptr") => answer(graph::sample_indptr(csr(0), v.list(1), v.size(2), v.list_mut::<I>(3))),
        ("random", "log_uniform_unique") => {
            answer(random::log_uniform_unique(v.stream(0), v.size(1), v.list_mut::<I>(2)))
        }
        ("random", "uniform_pattern") => {
            answer(random::uniform_pattern(v.stream(0), v.size(1), v.scalar(2), v.list_mut::<I>(3), v.list_mut::<I>(4)))
        }
        ("random", "row_ids") => answer(random::row_ids(v.stream(0), v.size(1), v.scalar(2), v.list_mut::<I>(3))),
        ("random", "power_law_pattern") => {
            answer(random::power_law_pattern(v.size(0), v.list_mut::<I>(1), v.list_mut::<I>(2)))
        }
        path => structure_of_stored(path, v),
    }
}

/// Address and bytes of the scratch that is argument `place`.
fn scratch<V: Told, I: Index>(v: &Views<V, I>, place: usize) -> (usize, usize) {
    match &v.call.arguments[place] {
        Argument::Array(array, bytes) => (v.memory.address(array.pointer), *bytes),
        other => panic!("{other:?} is no scratch"),
    }
}

/// These errors, which are about the argument `place`.
fn about(call: &Call, place: usize, told: Vec<ErrorNumbers>) -> Vec<ErrorNumbers> {
    let argument = call.numbered().nth(place).map_or(0, |(number, _)| number);
    told.into_iter().map(|numbers| ErrorNumbers { argument, ..numbers }).collect()
}

fn misaligned(call: &Call, place: usize, alignment: usize, address: usize) -> Vec<ErrorNumbers> {
    let refused = sizes(Status::MisalignedPointer, alignment, address % alignment);
    about(call, place, vec![ErrorNumbers { operand: OperandCode::Scratch as u32, ..refused }])
}

/// What is found wrong with lists and scratch before a function is looked for.
pub fn unmade<V: Told, I: Index>(_: (&str, &str), v: &Views<V, I>) -> Outcome {
    let mut told = Vec::new();
    for (place, argument) in v.call.arguments.iter().enumerate() {
        match argument {
            Argument::List { .. } => told.extend(inputs(v, place).err().unwrap_or_default()),
            Argument::Array(array, bytes) if array.operand == OperandCode::Scratch && *bytes > 0 => {
                let address = v.memory.address(array.pointer);
                let alignments = [align_of::<I>(), align_of::<u64>(), align_of::<I::Key>()];
                told.extend(
                    alignments
                        .into_iter()
                        .filter(|&alignment| !address.is_multiple_of(alignment))
                        .flat_map(|alignment| misaligned(v.call, place, alignment, address)),
                );
            }
            _ => {}
        }
    }
    Err(told)
}

/// Makes something with as many numbers as the scratch can hold: its bytes count.
fn with_scratch<V: Told, I: Index, T: Clone + Default, R>(
    v: &Views<V, I>,
    place: usize,
    make: impl FnOnce(&mut [T]) -> Result<R, KernelError>,
) -> Result<R, Vec<ErrorNumbers>> {
    let (address, bytes) = scratch(v, place);
    let (size, alignment) = (size_of::<T>(), align_of::<T>());
    if bytes > 0 && !address.is_multiple_of(alignment) {
        return Err(misaligned(v.call, place, alignment, address));
    }
    make(&mut vec![T::default(); bytes / size]).map_err(|error| match error {
        KernelError::Capacity { operand: Operand::Scratch, needed, .. } => {
            let needed = needed.saturating_mul(size);
            refused(KernelError::Capacity { operand: Operand::Scratch, needed, found: bytes })
        }
        error => refused(error),
    })
}

/// Makes a plan, with the scratch as keys.
fn with_keys<'m, V: Told, I: Index>(
    v: &Views<'m, V, I>,
    place: usize,
    make: impl FnOnce(&mut [I::Key]) -> Result<SegmentPlan<'m, I>, KernelError>,
) -> Outcome {
    with_scratch(v, place, make).map(|plan| plan_answer(v, plan))
}

/// The arrays of a list, if the scratch behind it is good for them.
fn inputs<'m, V: Told, I: Index>(
    v: &Views<'m, V, I>,
    place: usize,
) -> Result<Vec<RowSparse<'m, V, I>>, Vec<ErrorNumbers>> {
    let Argument::List { home, length, .. } = &v.call.arguments[place] else { panic!("argument {place} is no list") };
    let (address, bytes) = scratch(v, place + 1);
    let needed = lacuna_capi::scratch::lacuna_add_n_scratch(*length);
    if bytes < needed {
        let refused = refused(KernelError::Capacity { operand: Operand::Scratch, needed, found: bytes });
        return Err(about(v.call, place + 1, refused));
    }
    if *length > 0 && !address.is_multiple_of(align_of::<usize>()) {
        return Err(misaligned(v.call, place + 1, align_of::<usize>(), address));
    }
    let views: Vec<_> = v.call.records(*home)[..*length].iter().map(|record| v.row_sparse_of(record)).collect();
    let faults: Vec<_> = views.iter().filter_map(|view| view.err()).collect();
    if faults.is_empty() { Ok(views.into_iter().flatten().collect()) } else { Err(about(v.call, place, faults)) }
}
