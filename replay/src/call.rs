//! One call, from its record.
use crate::Hash;
use crate::arena::{Arena, Fault};
use crate::reader::{Array, Element, Reader};
use core::marker::PhantomData;
use core::slice;
use lacuna_capi::describe::{Parameter, Type};
use lacuna_capi::types::{self, BlockEnds, Plan, SellPlan};
use lacuna_capi::{ErrorNumbers, Function, Kind, MOST_ARRAYS, MOST_WORDS, Status, Struct, invoke};

/// An array that a call was allowed to write.
#[derive(Clone, Copy)]
struct Written {
    element: Element,
    start: *const u8,
    length: usize,
    is_scratch: bool,
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
    pub plan: Option<Plan>,
    /// The block ends that the call answers with.
    pub ends: Option<BlockEnds>,
    /// The SELL plan that the call answers with.
    pub sliced: Option<SellPlan>,
    written: [Written; MOST_ARRAYS],
    count: usize,
    memory: PhantomData<&'m [u128]>,
}

impl Answer<'_> {
    /// The arrays that the call was allowed to write, as they are now, in the order of its arguments.
    pub fn written(&self) -> impl Iterator<Item = (Element, &[u8])> {
        self.written[..self.count].iter().map(|written| {
            let bytes = written.length * written.element.size();
            // SAFETY: a range of the arena, initialised from the record, borrowed for as long as this answer is; the
            // call is over.
            (written.element, if bytes == 0 { &[][..] } else { unsafe { slice::from_raw_parts(written.start, bytes) } })
        })
    }

    /// Adds everything to a hash: status, numbers of an error, sizes of an answer, all that may have been written but
    /// scratch, where the panels of a product lie as the processor and the address say.
    pub fn add_to(&self, hash: &mut Hash) {
        hash.number(self.status as u64);
        if self.status != Status::Ok as i32 {
            let ErrorNumbers { argument, operand, fault, row, entry, expected, found, .. } = self.error;
            for number in [i64::from(argument), i64::from(operand), i64::from(fault), row, entry, expected, found] {
                // A size of 32 bits gives a number beyond it as its largest, which is -1.
                hash.number(if number >= i64::from(u32::MAX) { u64::MAX } else { number as u64 });
            }
        }
        let plan = self.plan.map(|plan| {
            [plan.stored_rows, plan.terms, plan.values, plan.operand_rows, plan.output_rows, plan.first_row]
        });
        let ends = self.ends.map(|ends| {
            [ends.columns_length, ends.entries_length, ends.matrix_rows, ends.matrix_columns, ends.matrix_nnz]
        });
        let sliced =
            self.sliced.map(|plan| [plan.rows, plan.columns, plan.nnz, plan.memory_length, plan.transposed as usize]);
        let sizes = self.size.into_iter().chain(plan.into_iter().flatten()).chain(ends.into_iter().flatten());
        for size in sizes.chain(sliced.into_iter().flatten()) {
            hash.number(size as u64);
        }
        for ((element, bytes), written) in self.written().zip(&self.written) {
            if !written.is_scratch {
                hash.array(element, bytes);
            }
        }
    }
}

/// The arguments of a call while they are made.
struct Arguments<'m> {
    arena: Arena<'m>,
    words: [usize; MOST_WORDS],
    count: usize,
    written: [Written; MOST_ARRAYS],
    written_count: usize,
    size: *mut usize,
    plan: *mut Plan,
    ends: *mut BlockEnds,
    sliced: *mut SellPlan,
}

impl Arguments<'_> {
    fn word(&mut self, word: usize) -> Result<(), Fault> {
        *self.words.get_mut(self.count).ok_or(Fault::Function)? = word;
        self.count += 1;
        Ok(())
    }

    /// An array, its address and length.
    fn array(&mut self, written: bool, reader: &mut Reader<'_>) -> Result<(usize, usize), Fault> {
        let array: Array<'_> = reader.array()?;
        let start = self.arena.array(&array)?;
        if written {
            let place = self.written.get_mut(self.written_count).ok_or(Fault::Function)?;
            *place = Written { element: array.element, start, length: array.length, is_scratch: false };
            self.written_count += 1;
        }
        Ok((start.expose_provenance(), array.length))
    }

    /// Structs of one type, field by field.
    fn structs(&mut self, c: &Type, count: usize, reader: &mut Reader<'_>) -> Result<usize, Fault> {
        let Struct { fields, size, .. } = lacuna_capi::structs().find(|known| known.c == *c).ok_or(Fault::Function)?;
        let list = self.arena.bytes(count.checked_mul(*size).ok_or(Fault::Record)?)?;
        for k in 0..count {
            for field in *fields {
                // SAFETY: inside of the list, which has room for `count` structs.
                let place = unsafe { list.add(k * size + field.offset) };
                // SAFETY: the place of a field of that type, in memory that is aligned for every struct.
                unsafe {
                    match field.c {
                        Type::Pointer { written, .. } => {
                            // That of no elements is null, which says something of a plan.
                            let (start, length) = self.array(written, reader)?;
                            place.cast::<usize>().write(if length == 0 { 0 } else { start });
                        }
                        Type::Plain("size_t") => place.cast::<usize>().write(reader.size()?),
                        Type::Plain("double" | "uint64_t") => place.cast::<u64>().write(reader.number()?),
                        Type::Plain("uint32_t" | "float") => place.cast::<u32>().write(reader.choice()?),
                        _ => return Err(Fault::Function),
                    }
                }
            }
        }
        Ok(list.expose_provenance())
    }

    fn argument(&mut self, parameter: &Parameter, reader: &mut Reader<'_>) -> Result<(), Fault> {
        match (parameter.kind, parameter.c) {
            // Its word follows that of the array.
            (Kind::Length, _) => Ok(()),
            (Kind::Size, _) => {
                let size = reader.size()?;
                self.word(size)
            }
            (Kind::SizeOut, _) => {
                self.size = self.arena.place(0)?;
                self.word(self.size.expose_provenance())
            }
            (Kind::PlanOut, _) => {
                let null = core::ptr::null();
                let nothing = Plan {
                    index_type: 0,
                    trusted: 0,
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
                };
                self.plan = self.arena.place(nothing)?;
                self.word(self.plan.expose_provenance())
            }
            (Kind::BlockEndsOut, _) => {
                let null = core::ptr::null();
                let nothing = BlockEnds {
                    index_type: 0,
                    trusted: 0,
                    columns: null,
                    columns_length: 0,
                    entries: null,
                    entries_length: 0,
                    matrix_rows: 0,
                    matrix_columns: 0,
                    matrix_nnz: 0,
                };
                self.ends = self.arena.place(nothing)?;
                self.word(self.ends.expose_provenance())
            }
            (Kind::SellPlanOut, _) => {
                let null = core::ptr::null();
                let nothing = SellPlan {
                    index_type: 0,
                    rows: 0,
                    columns: 0,
                    nnz: 0,
                    memory: null,
                    memory_length: 0,
                    entries: null,
                    transposed: 0,
                };
                self.sliced = self.arena.place(nothing)?;
                self.word(self.sliced.expose_provenance())
            }
            (Kind::Scratch, _) => {
                // A record says what the scratch is for, where the processor decides how much that takes; else the
                // bytes.
                let (purpose, count) = (reader.number()?, reader.size()?);
                let length = match purpose {
                    0 => lacuna_capi::scratch::lacuna_add_n_scratch(count),
                    1 => count,
                    4 => lacuna_capi::scratch::lacuna_plan_scratch(types::Type::I32 as u32, count),
                    8 => lacuna_capi::scratch::lacuna_plan_scratch(types::Type::I64 as u32, count),
                    _ => return Err(Fault::Record),
                };
                let scratch = self.arena.bytes(length)?;
                self.word(scratch.expose_provenance())?;
                self.word(length)
            }
            (Kind::RowSparseList, Type::Pointer { to, .. }) => {
                let count = reader.size()?;
                let list = self.structs(to, count, reader)?;
                self.word(list)?;
                self.word(count)
            }
            (Kind::Scalar, _) => {
                let (start, _) = self.array(false, reader)?;
                self.word(start)
            }
            (_, Type::Pointer { to: Type::Plain(_), written }) => {
                let (start, length) = self.array(written, reader)?;
                self.word(start)?;
                self.word(length)
            }
            (_, Type::Pointer { to, written: false }) => {
                let argument = self.structs(to, 1, reader)?;
                self.word(argument)
            }
            // Parts are no calls of kernels.
            _ => Err(Fault::Function),
        }
    }
}

/// Makes the call of a record with the arguments in `memory`. `address` gives the function of a name; where it is not
/// that of [`lacuna_capi::functions`], it must be the function of that name in another library of the same version.
///
/// # Errors
/// [`Fault`], without a call.
///
/// # Safety
/// `address` gives the address of the function of the C ABI that the table's entry describes, or null.
pub unsafe fn call<'m>(
    record: &[u8],
    memory: &'m mut [u128],
    address: impl Fn(&Function) -> *const (),
) -> Result<Answer<'m>, Fault> {
    let mut reader = Reader::new(record);
    let name = reader.text()?;
    let function = lacuna_capi::functions().find(|function| function.name == name).ok_or(Fault::Function)?;
    let pointer = address(function);
    if pointer.is_null() {
        return Err(Fault::Function);
    }
    let nothing = Written { element: Element::F32, start: core::ptr::null(), length: 0, is_scratch: false };
    let mut arguments = Arguments {
        arena: Arena::new(memory),
        words: [0; MOST_WORDS],
        count: 0,
        written: [nothing; MOST_ARRAYS],
        written_count: 0,
        size: core::ptr::null_mut(),
        plan: core::ptr::null_mut(),
        ends: core::ptr::null_mut(),
        sliced: core::ptr::null_mut(),
    };
    for parameter in function.parameters {
        let before = arguments.written_count;
        arguments.argument(parameter, &mut reader)?;
        let new = arguments.written.get_mut(before..arguments.written_count).unwrap_or_default();
        new.iter_mut().for_each(|written| written.is_scratch = parameter.name == "scratch");
    }
    if !reader.is_empty() {
        return Err(Fault::Record);
    }
    let error = arguments.arena.place(ErrorNumbers::NONE)?;
    arguments.word(error.expose_provenance())?;
    // SAFETY: a function of the C ABI with these parameters, each of them a pointer or a size; what they point to lies
    // in the arena, as their types say.
    let status = unsafe { invoke(pointer, &arguments.words[..arguments.count]) }.ok_or(Fault::Function)?;
    let Arguments { written, written_count, size, plan, ends, sliced, .. } = arguments;
    // SAFETY: places of the arena; the call is over.
    let (error, size, plan, ends, sliced) = unsafe {
        (*error, size.as_ref().copied(), plan.as_ref().copied(), ends.as_ref().copied(), sliced.as_ref().copied())
    };
    let done = status == Status::Ok as i32;
    Ok(Answer {
        status,
        error,
        size: size.filter(|_| done),
        plan: plan.filter(|_| done),
        ends: ends.filter(|_| done),
        sliced: sliced.filter(|_| done),
        written,
        count: written_count,
        memory: PhantomData,
    })
}
