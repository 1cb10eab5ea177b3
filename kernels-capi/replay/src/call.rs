//! One call, from its record.
use crate::Hash;
use crate::arena::{Arena, Fault};
use crate::reader::{Array, Element, Reader};
use core::marker::PhantomData;
use core::slice;
use lacuna_capi::types::{Csr, CsrMut, Dense, DenseMut, Plan, PlanBuffers, RowSparse, RowSparseMut, RowsMut, Sgd, SgdMomentum};
use lacuna_capi::{ErrorNumbers, Function, Kind, Status};

/// Parameters that a function has at most, without the last.
const MOST_PARAMETERS: usize = 12;
/// Arrays that a call writes at most.
const MOST_WRITTEN: usize = 8;

/// An array that a call was allowed to write.
#[derive(Clone, Copy)]
struct Written {
    element: Element,
    start: *const u8,
    length: usize,
}

/// What a call has given.
pub struct Answer<'m> {
    /// The status.
    pub status: i32,
    /// The numbers behind it, if it is not 0.
    pub error: ErrorNumbers,
    /// The size that the call answers with.
    pub size: Option<usize>,
    /// The plan that the call answers with.
    pub plan: Option<Plan<i64>>,
    written: [Written; MOST_WRITTEN],
    count: usize,
    memory: PhantomData<&'m [u128]>,
}

impl Answer<'_> {
    /// The arrays that the call was allowed to write, as they are now, in the order of its arguments.
    pub fn written(&self) -> impl Iterator<Item = (Element, &[u8])> {
        self.written[..self.count].iter().map(|written| {
            let bytes = written.length * written.element.size();
            // SAFETY: a range of the arena, initialised from the record, borrowed for as long as this answer is; the call is over.
            (written.element, if bytes == 0 { &[][..] } else { unsafe { slice::from_raw_parts(written.start, bytes) } })
        })
    }

    /// Adds everything to a hash: status, numbers of an error, sizes of an answer, all that may have been written.
    pub fn add_to(&self, hash: &mut Hash) {
        hash.number(self.status as u64);
        if self.status != Status::Ok as i32 {
            let ErrorNumbers { argument, operand, fault, row, entry, expected, found, .. } = self.error;
            for number in [i64::from(argument), i64::from(operand), i64::from(fault), row, entry, expected, found] {
                hash.number(number as u64);
            }
        }
        let plan = self.plan.map(|plan| [plan.stored_rows, plan.terms, plan.values, plan.operand_rows, plan.output_rows, plan.first_row]);
        for size in self.size.into_iter().chain(plan.into_iter().flatten()) {
            hash.number(size as u64);
        }
        for (element, bytes) in self.written() {
            hash.array(element, bytes);
        }
    }
}

/// The arguments of a call while they are made.
struct Arguments<'m> {
    arena: Arena<'m>,
    words: [usize; MOST_PARAMETERS],
    count: usize,
    written: [Written; MOST_WRITTEN],
    written_count: usize,
    size: *mut usize,
    plan: *mut Plan<i64>,
}

impl Arguments<'_> {
    fn word(&mut self, word: usize) -> Result<(), Fault> {
        *self.words.get_mut(self.count).ok_or(Fault::Function)? = word;
        self.count += 1;
        Ok(())
    }

    /// An argument that points to `value`.
    fn structure<T: Copy>(&mut self, value: T) -> Result<(), Fault> {
        let place = self.arena.place(value)?;
        self.word(place.expose_provenance())
    }

    fn read<T>(&mut self, reader: &mut Reader<'_>) -> Result<*const T, Fault> {
        Ok(self.arena.array(&reader.array()?)?.cast_const().cast())
    }

    fn write<T>(&mut self, reader: &mut Reader<'_>) -> Result<(*mut T, usize), Fault> {
        let array: Array<'_> = reader.array()?;
        let start = self.arena.array(&array)?;
        let place = self.written.get_mut(self.written_count).ok_or(Fault::Function)?;
        *place = Written { element: array.element, start, length: array.length };
        self.written_count += 1;
        Ok((start.cast(), array.length))
    }

    /// Structs of arrays have one layout, whatever the types of their elements.
    fn row_sparse(&mut self, reader: &mut Reader<'_>) -> Result<RowSparse<f64, i64>, Fault> {
        let [rows, row_length, stored_rows, first_row] = sizes(reader)?;
        let trusted = reader.choice()?;
        Ok(RowSparse { rows, row_length, stored_rows, first_row, indices: self.read(reader)?, data: self.read(reader)?, trusted })
    }

    fn argument(&mut self, kind: Kind, value: &str, reader: &mut Reader<'_>) -> Result<(), Fault> {
        match kind {
            Kind::Csr => {
                let [rows, columns, nnz] = sizes(reader)?;
                let trusted = reader.choice()?;
                let (indptr, indices, values) = (self.read(reader)?, self.read(reader)?, self.read(reader)?);
                self.structure(Csr::<f64, i64> { rows, columns, nnz, indptr, indices, values, trusted })
            }
            Kind::CsrMut => {
                let [rows, columns, nnz] = sizes(reader)?;
                let trusted = reader.choice()?;
                let (indptr, indices, values) = (self.read(reader)?, self.write(reader)?.0, self.write(reader)?.0);
                self.structure(CsrMut::<f64, i64> { rows, columns, nnz, indptr, indices, values, trusted })
            }
            Kind::Dense => {
                let [rows, columns, stride] = sizes(reader)?;
                let data = self.read(reader)?;
                self.structure(Dense::<f64> { rows, columns, stride, data })
            }
            Kind::DenseMut => {
                let [rows, columns, stride] = sizes(reader)?;
                let data = self.write(reader)?.0;
                self.structure(DenseMut::<f64> { rows, columns, stride, data })
            }
            Kind::RowSparse => {
                let row_sparse = self.row_sparse(reader)?;
                self.structure(row_sparse)
            }
            Kind::RowSparseMut => {
                let [rows, row_length, stored_rows, first_row] = sizes(reader)?;
                let trusted = reader.choice()?;
                let (indices, data) = (self.read(reader)?, self.write(reader)?.0);
                self.structure(RowSparseMut::<f64, i64> { rows, row_length, stored_rows, first_row, indices, data, trusted })
            }
            Kind::RowsMut => {
                let (storage, trusted) = (reader.choice()?, reader.choice()?);
                let [rows, row_length, stride, stored_rows, first_row] = sizes(reader)?;
                let (indices, data) = (self.read(reader)?, self.write(reader)?.0);
                self.structure(RowsMut::<f64, i64> { storage, trusted, rows, row_length, stride, stored_rows, first_row, indices, data })
            }
            Kind::Plan => {
                let [stored_rows, terms, values, operand_rows, output_rows, first_row] = sizes(reader)?;
                let trusted = reader.choice()?;
                let (ids, segments) = (self.read(reader)?, self.read(reader)?);
                let (rows, entries) = (self.read(reader)?, self.read(reader)?);
                let plan = Plan { stored_rows, terms, values, operand_rows, output_rows, first_row, ids, segments, rows, entries, trusted };
                self.structure::<Plan<i64>>(plan)
            }
            Kind::PlanBuffers => {
                let ((ids, ids_length), (segments, segments_length)) = (self.write(reader)?, self.write(reader)?);
                let ((rows, rows_length), (entries, entries_length)) = (self.write(reader)?, self.write(reader)?);
                let buffers = PlanBuffers { ids, ids_length, segments, segments_length, rows, rows_length, entries, entries_length };
                self.structure::<PlanBuffers<i64>>(buffers)
            }
            Kind::Sgd | Kind::SgdMomentum if value == "f32" => {
                let mut float = || Ok(f32::from_bits(reader.choice()?));
                let [learning_rate, weight_decay, rescale_gradient, clip_gradient, momentum] =
                    [float()?, float()?, float()?, float()?, float()?];
                let (clips, update) = (reader.choice()?, reader.choice()?);
                let sgd = Sgd { learning_rate, weight_decay, rescale_gradient, clip_gradient, clips, update };
                if kind == Kind::Sgd { self.structure(sgd) } else { self.structure(SgdMomentum { sgd, momentum }) }
            }
            Kind::Sgd | Kind::SgdMomentum => {
                let mut float = || Ok(f64::from_bits(reader.number()?));
                let [learning_rate, weight_decay, rescale_gradient, clip_gradient, momentum] =
                    [float()?, float()?, float()?, float()?, float()?];
                let (clips, update) = (reader.choice()?, reader.choice()?);
                let sgd = Sgd { learning_rate, weight_decay, rescale_gradient, clip_gradient, clips, update };
                if kind == Kind::Sgd { self.structure(sgd) } else { self.structure(SgdMomentum { sgd, momentum }) }
            }
            Kind::Values | Kind::Indices => {
                let array = reader.array()?;
                let start = self.arena.array(&array)?;
                self.word(start.expose_provenance())?;
                self.word(array.length)
            }
            Kind::ValuesMut | Kind::IndicesMut | Kind::SizesMut => {
                let (start, length) = self.write::<u8>(reader)?;
                self.word(start.expose_provenance())?;
                self.word(length)
            }
            Kind::RowSparseList => {
                let count = reader.size()?;
                let list = self.arena.bytes(count.checked_mul(size_of::<RowSparse<f64, i64>>()).ok_or(Fault::Record)?)?;
                for k in 0..count {
                    let row_sparse = self.row_sparse(reader)?;
                    // SAFETY: inside the list, which has room for `count` of them.
                    unsafe { list.cast::<RowSparse<f64, i64>>().add(k).write(row_sparse) };
                }
                self.word(list.expose_provenance())?;
                self.word(count)
            }
            Kind::Scratch => {
                // A record tells what the scratch is for; how much that takes depends on the processor.
                let (purpose, count) = (reader.number()?, reader.size()?);
                let length = match purpose {
                    0 => lacuna_capi::scratch::lacuna_add_n_scratch(count),
                    4 => lacuna_capi::scratch::lacuna_plan_scratch_i32(count),
                    8 => lacuna_capi::scratch::lacuna_plan_scratch_i64(count),
                    _ => return Err(Fault::Record),
                };
                let scratch = self.arena.bytes(length)?;
                self.word(scratch.expose_provenance())?;
                self.word(length)
            }
            Kind::Size => {
                let size = reader.size()?;
                self.word(size)
            }
            Kind::SizeOut => {
                self.size = self.arena.place(0)?;
                self.word(self.size.expose_provenance())
            }
            Kind::PlanOut => {
                let null = core::ptr::null();
                let nothing = Plan {
                    stored_rows: 0,
                    terms: 0,
                    values: 0,
                    operand_rows: 0,
                    output_rows: 0,
                    first_row: 0,
                    ids: null,
                    segments: null,
                    rows: null,
                    entries: null,
                    trusted: 0,
                };
                self.plan = self.arena.place(nothing)?;
                self.word(self.plan.expose_provenance())
            }
            // Its word follows that of the array.
            Kind::Length => Ok(()),
            Kind::CsrOut | Kind::CsrMutOut | Kind::RowSparseOut | Kind::RowSparseMutOut => Err(Fault::Function),
        }
    }
}

fn sizes<const N: usize>(reader: &mut Reader<'_>) -> Result<[usize; N], Fault> {
    let mut sizes = [0; N];
    for size in &mut sizes {
        *size = reader.size()?;
    }
    Ok(sizes)
}

/// Makes the call of a record with the arguments in `memory`. `address` gives the function of a name; where it is not that of [`lacuna_capi::functions`], it must be the function
/// of that name in another library of the same version.
///
/// # Errors
/// [`Fault`], without a call.
///
/// # Safety
/// `address` gives the address of the function of the C ABI that the table's entry describes, or null.
pub unsafe fn call<'m>(record: &[u8], memory: &'m mut [u128], address: impl Fn(&Function) -> *const ()) -> Result<Answer<'m>, Fault> {
    let mut reader = Reader::new(record);
    let name = reader.text()?;
    let function = lacuna_capi::functions().find(|function| function.name == name).ok_or(Fault::Function)?;
    let pointer = address(function);
    if pointer.is_null() {
        return Err(Fault::Function);
    }
    let nothing = Written { element: Element::F32, start: core::ptr::null(), length: 0 };
    let mut arguments = Arguments {
        arena: Arena::new(memory),
        words: [0; MOST_PARAMETERS],
        count: 0,
        written: [nothing; MOST_WRITTEN],
        written_count: 0,
        size: core::ptr::null_mut(),
        plan: core::ptr::null_mut(),
    };
    for (_, kind) in function.parameters {
        arguments.argument(*kind, function.value, &mut reader)?;
    }
    if !reader.is_empty() {
        return Err(Fault::Record);
    }
    let error =
        arguments.arena.place(ErrorNumbers { status: 0, argument: 0, operand: 0, fault: 0, row: 0, entry: 0, expected: 0, found: 0 })?;
    arguments.word(error.expose_provenance())?;
    // SAFETY: a function of the C ABI with these parameters, each of them a pointer or a size; what they point to lies in the arena, as their types say.
    let status = unsafe { invoke(pointer, &arguments.words[..arguments.count]) }?;
    let Arguments { written, written_count, size, plan, .. } = arguments;
    // SAFETY: places of the arena; the call is over.
    let (error, size, plan) = unsafe { (*error, size.as_ref().copied(), plan.as_ref().copied()) };
    let done = status == Status::Ok as i32;
    Ok(Answer {
        status,
        error,
        size: size.filter(|_| done),
        plan: plan.filter(|_| done),
        written,
        count: written_count,
        memory: PhantomData,
    })
}

/// Calls a function of so many words.
///
/// # Safety
/// `pointer` is a C function of that many pointers and sizes which gives a status, and the words are what it wants.
unsafe fn invoke(pointer: *const (), words: &[usize]) -> Result<i32, Fault> {
    macro_rules! of {
        ($($word:ident),*) => {{
            // SAFETY: pointers and sizes are passed like words on every processor that this builds for.
            let function: unsafe extern "C" fn($(of!(@word $word)),*) -> i32 = unsafe { core::mem::transmute(pointer) };
            // SAFETY: the caller's promise.
            Ok(unsafe { function($($word),*) })
        }};
        (@word $word:ident) => { usize };
    }
    match *words {
        [a, b] => of!(a, b),
        [a, b, c] => of!(a, b, c),
        [a, b, c, d] => of!(a, b, c, d),
        [a, b, c, d, e] => of!(a, b, c, d, e),
        [a, b, c, d, e, f] => of!(a, b, c, d, e, f),
        [a, b, c, d, e, f, g] => of!(a, b, c, d, e, f, g),
        [a, b, c, d, e, f, g, h] => of!(a, b, c, d, e, f, g, h),
        [a, b, c, d, e, f, g, h, i] => of!(a, b, c, d, e, f, g, h, i),
        [a, b, c, d, e, f, g, h, i, j] => of!(a, b, c, d, e, f, g, h, i, j),
        _ => Err(Fault::Function),
    }
}
