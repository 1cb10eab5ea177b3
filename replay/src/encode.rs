//! Records from views, and results back into them.
use crate::arena::Fault;
use crate::reader::Element;
use crate::{Answer, Hash, call};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;
use core::marker::PhantomData;
use core::slice;
use lacuna::dot::{BlockEnds, BlockShape, SlicedPlan, SlicedShape};
use lacuna::optim::{Common, Hyper, Update};
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use lacuna::{Broadcast, Csr, CsrMut, Dense, DenseMut, Index, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_capi::Function;
use lacuna_capi::types::{Form, Storage};

/// Brings the bytes of a result to its place.
type Output<'a> = Box<dyn FnMut(&[u8]) + 'a>;

/// A call that is being recorded, and the places of its results.
pub struct Call<'a> {
    record: Vec<u8>,
    outputs: Vec<Output<'a>>,
    /// Bytes of scratch.
    scratch: usize,
}

/// An argument of a call.
pub trait Encode<'a> {
    /// Adds it.
    fn encode(self, call: &mut Call<'a>);
}

/// The element that a type is. `None` for types that the C ABI does not know.
fn element<T: 'static>() -> Option<Element> {
    let types = [
        (TypeId::of::<f32>(), Element::F32),
        (TypeId::of::<f64>(), Element::F64),
        (TypeId::of::<i32>(), Element::I32),
        (TypeId::of::<i64>(), Element::I64),
        (TypeId::of::<u32>(), Element::U32),
        (TypeId::of::<usize>(), Element::Size),
    ];
    types.into_iter().find(|(id, _)| *id == TypeId::of::<T>()).map(|(_, element)| element)
}

fn bytes<T: 'static>(elements: &[T]) -> (Element, &[u8]) {
    match element::<T>() {
        // SAFETY: the memory of numbers, which have no padding.
        Some(element) => (element, unsafe { slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }),
        None => (Element::F32, &[]),
    }
}

fn bytes_mut<T: 'static>(elements: &mut [T]) -> &mut [u8] {
    match element::<T>() {
        // SAFETY: the memory of numbers, for which any bits will do.
        Some(_) => unsafe { slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) },
        None => &mut [],
    }
}

impl<'a> Call<'a> {
    /// A call of the function of this name, without arguments yet.
    pub fn new(name: &str) -> Self {
        let mut call = Self { record: Vec::new(), outputs: Vec::new(), scratch: 0 };
        call.text(name);
        call
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, argument: impl Encode<'a>) -> Self {
        argument.encode(&mut self);
        self
    }

    /// Puts what a call has written into the views that it was recorded from.
    fn bring_back(&mut self, answer: &Answer<'_>) {
        for (output, (_, bytes)) in self.outputs.iter_mut().zip(answer.written()) {
            output(bytes);
        }
    }

    fn number(&mut self, number: u64) {
        self.record.extend_from_slice(&number.to_le_bytes());
    }

    /// A size. The largest stands for itself on every processor.
    fn size(&mut self, size: usize) {
        self.number(if size == usize::MAX { u64::MAX } else { size as u64 });
    }

    fn sizes(&mut self, sizes: &[usize]) {
        sizes.iter().for_each(|size| self.size(*size));
    }

    fn pad(&mut self) {
        self.record.resize(self.record.len().next_multiple_of(8), 0);
    }

    fn text(&mut self, text: &str) {
        self.size(text.len());
        self.record.extend_from_slice(text.as_bytes());
        self.pad();
    }

    fn array<T: Copy + 'static>(&mut self, elements: &[T]) {
        let (element, bytes) = bytes(elements);
        self.number(element.code());
        self.size(elements.len());
        if element == Element::Size {
            for chunk in bytes.as_chunks().0 {
                self.number(usize::from_le_bytes(*chunk) as u64);
            }
        } else {
            self.record.extend_from_slice(bytes);
        }
        self.pad();
    }

    /// An array that the call may write.
    fn output<T: Copy + 'static>(&mut self, elements: &'a mut [T]) {
        self.array(elements);
        self.outputs.push(Box::new(move |from| bytes_mut(elements).copy_from_slice(from)));
    }
}

/// A format that passes the checking door is recorded as one to be checked.
fn trusted<T, E>(checked: Result<T, E>) -> u64 {
    u64::from(checked.is_err())
}

impl<'a, V: Value, I: Index> Encode<'a> for Csr<'_, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        call.sizes(&[self.rows(), self.columns(), self.nnz()]);
        call.array(self.indptr());
        call.array(self.indices());
        call.array(self.values());
        call.number(trusted(Csr::new(self.rows(), self.columns(), self.indptr(), self.indices(), self.values())));
    }
}

impl<'a, V: Value, I: Index> Encode<'a> for CsrMut<'a, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        let trusted = u64::from(self.indptr().first().is_some_and(|first| first.to_usize() != 0));
        call.sizes(&[self.rows(), self.columns(), self.nnz()]);
        call.array(self.indptr());
        let (indices, values) = self.into_parts();
        call.output(indices);
        call.output(values);
        call.number(trusted);
    }
}

impl<'a, V: Value> Encode<'a> for Dense<'_, V> {
    fn encode(self, call: &mut Call<'a>) {
        call.sizes(&[self.rows(), self.columns(), self.stride()]);
        call.array(self.data());
    }
}

impl<'a, V: Value> Encode<'a> for DenseMut<'a, V> {
    fn encode(self, call: &mut Call<'a>) {
        call.sizes(&[self.rows(), self.columns(), self.stride()]);
        call.output(self.into_data());
    }
}

/// A row_sparse that passes the checking door is recorded as one to be checked.
fn trusted_rows<V: Value, I: Index>(rows: RowSparse<'_, V, I>) -> u64 {
    trusted(RowSparse::part(rows.first_row(), rows.rows(), rows.row_length(), rows.indices(), rows.data()))
}

impl<'a, V: Value, I: Index> Encode<'a> for RowSparse<'_, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        call.sizes(&[self.rows(), self.row_length(), self.stored_rows(), self.first_row()]);
        call.array(self.indices());
        call.array(self.data());
        call.number(trusted_rows(self));
    }
}

impl<'a, V: Value, I: Index> Encode<'a> for RowSparseMut<'a, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        let trusted = trusted_rows(self.as_row_sparse());
        call.sizes(&[self.rows(), self.row_length(), self.stored_rows(), self.first_row()]);
        call.array(self.indices());
        call.output(self.into_data());
        call.number(trusted);
    }
}

impl<'a, V: Value, I: Index> Encode<'a> for RowsMut<'a, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        match self {
            Self::Dense(dense) => {
                call.number(Storage::Dense as u64);
                call.number(0);
                call.sizes(&[dense.rows(), dense.columns(), dense.stride(), 0, 0]);
                call.array::<I>(&[]);
                call.output(dense.into_data());
            }
            Self::RowSparse(rows) => {
                call.number(Storage::RowSparse as u64);
                call.number(trusted_rows(rows.as_row_sparse()));
                call.sizes(&[rows.rows(), rows.row_length(), rows.row_length(), rows.stored_rows(), rows.first_row()]);
                call.array(rows.indices());
                call.output(rows.into_data());
            }
        }
    }
}

impl<'a, V: Value, I: Index> Encode<'a> for Broadcast<'_, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        let (form, trusted, sizes) = match self {
            Self::Dense(dense) => (Form::Dense, 0, [dense.rows(), dense.columns(), dense.stride(), 0, 0]),
            Self::RowSparse(rows) => {
                (Form::RowSparse, trusted_rows(rows), [rows.rows(), rows.row_length(), 0, rows.stored_rows(), rows.first_row()])
            }
            Self::Row(values) => (Form::Row, 0, [0, values.len(), 0, 0, 0]),
            Self::Column(values) => (Form::Column, 0, [values.len(), 0, 0, 0, 0]),
            Self::Scalar(_) => (Form::Scalar, 0, [0; 5]),
        };
        call.number(form as u64);
        call.number(trusted);
        call.sizes(&sizes);
        call.array(if let Self::RowSparse(rows) = self { rows.indices() } else { &[] });
        match self {
            Self::Dense(dense) => call.array(dense.data()),
            Self::RowSparse(rows) => call.array(rows.data()),
            Self::Row(values) | Self::Column(values) => call.array(values),
            Self::Scalar(value) => call.array(&[value]),
        }
    }
}

impl<'a, I: Index> Encode<'a> for &SegmentPlan<'_, I> {
    fn encode(self, call: &mut Call<'a>) {
        let PlanShape { values, operand_rows, output_rows } = self.shape();
        call.sizes(&[self.stored_rows(), self.terms(), values, operand_rows, output_rows, self.first_row()]);
        call.array(self.ids());
        call.array(self.segments());
        call.array(self.term_rows());
        call.array(self.entries());
        let all = PlanShape { output_rows: self.first_row().saturating_add(output_rows), ..self.shape() };
        call.number(trusted(SegmentPlan::new(self.ids(), self.segments(), self.term_rows(), self.entries(), all)));
    }
}

impl<'a, I: Index> Encode<'a> for &BlockEnds<'_, I> {
    fn encode(self, call: &mut Call<'a>) {
        let BlockShape { rows, columns, nnz } = self.shape();
        for places in [self.columns(), self.entries()] {
            call.array(places);
            call.size(places.len());
        }
        call.sizes(&[rows, columns, nnz]);
        call.number(trusted(BlockEnds::new(self.columns(), self.entries(), self.shape())));
    }
}

impl<'a, I: Index> Encode<'a> for &SlicedPlan<'_, I> {
    fn encode(self, call: &mut Call<'a>) {
        let SlicedShape { rows, columns, nnz, transposed } = self.shape();
        call.sizes(&[rows, columns, nnz]);
        call.array(self.memory());
        call.size(self.memory().len());
        // The entries, which no product looks at.
        call.array::<I>(&[]);
        call.number(u64::from(transposed));
    }
}

impl<'a, I: Index> Encode<'a> for PlanBuffers<'a, I> {
    fn encode(self, call: &mut Call<'a>) {
        for buffer in [self.ids, self.segments, self.rows, self.entries] {
            let length = buffer.len();
            call.output(buffer);
            call.size(length);
        }
    }
}

/// Hyper-parameters: a row for each rule of the list.
macro_rules! rules {
    ({} $(#[doc = $formula:literal] $family:ident::$kernel:ident $types:tt $operands:tt -> $output:tt, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        $(rules! { @row $operands })*
    };
    (@row ($hyper:ident: Rule($rule:ident [$($own:ident)*]) $($rest:tt)*)) => {
        impl<'a, V: Value> Encode<'a> for &lacuna::optim::$rule<V> {
            fn encode(self, call: &mut Call<'a>) {
                let Common { learning_rate, weight_decay, rescale_gradient, clip_gradient, update } = self.common();
                let clip = clip_gradient.unwrap_or(V::ZERO);
                for value in [learning_rate, $(self.$own,)* weight_decay, rescale_gradient, clip] {
                    call.record.extend_from_slice(bytes(&[value]).1);
                    call.pad();
                }
                call.number(u64::from(clip_gradient.is_some()));
                call.number(u64::from(update == Update::Standard));
            }
        }
    };
    (@row $without:tt) => {};
}
lacuna::for_each_kernel!(rules);

impl<'a, T: Copy + 'static> Encode<'a> for &[T] {
    fn encode(self, call: &mut Call<'a>) {
        call.array(self);
    }
}

/// Sizes are the cursors of a sum, in place of which the C ABI has scratch.
impl<'a, T: Copy + 'static> Encode<'a> for &'a mut [T] {
    fn encode(self, call: &mut Call<'a>) {
        if element::<T>() == Some(Element::Size) {
            call.number(0);
            call.size(self.len());
            call.scratch += lacuna_capi::scratch::lacuna_add_n_scratch(self.len());
        } else {
            call.output(self);
        }
    }
}

/// A list of arrays.
#[derive(Clone, Copy, Debug)]
pub struct List<'l, 'a, V, I>(pub &'l [RowSparse<'a, V, I>]);

impl<'a, V: Value, I: Index> Encode<'a> for List<'_, '_, V, I> {
    fn encode(self, call: &mut Call<'a>) {
        call.size(self.0.len());
        self.0.iter().for_each(|row_sparse| row_sparse.encode(call));
    }
}

/// One value, which the C ABI takes by its address.
#[derive(Clone, Copy, Debug)]
pub struct OneValue<V>(pub V);

impl<V: Value> Encode<'_> for OneValue<V> {
    fn encode(self, call: &mut Call<'_>) {
        call.array(&[self.0]);
    }
}

impl Encode<'_> for lacuna::random::Stream {
    fn encode(self, call: &mut Call<'_>) {
        for word in [self.seed, self.stream, self.first] {
            call.number(word);
        }
    }
}

impl Encode<'_> for usize {
    fn encode(self, call: &mut Call<'_>) {
        call.size(self);
    }
}

/// Arguments, in order.
macro_rules! arguments {
    ($($name:ident)*) => {
        impl<'a, $($name: Encode<'a>),*> Encode<'a> for ($($name,)*) {
            #[allow(non_snake_case)]
            fn encode(self, call: &mut Call<'a>) {
                let ($($name,)*) = self;
                $($name.encode(call);)*
            }
        }
    };
}
arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);
arguments!(A B C D E);
arguments!(A B C D E F);
arguments!(A B C D E F G);
arguments!(A B C D E F G H J K);

/// Scratch of a plan of so many entries, for indices of a type.
#[derive(Clone, Copy, Debug)]
pub struct PlanScratch<I> {
    entries: usize,
    index: PhantomData<I>,
}

impl<I> PlanScratch<I> {
    /// For so many entries.
    pub const fn new(entries: usize) -> Self {
        Self { entries, index: PhantomData }
    }
}

impl<I: Index> Encode<'_> for PlanScratch<I> {
    fn encode(self, call: &mut Call<'_>) {
        // 4 for indices of 32 bits, 8 for 64.
        call.number(size_of::<I>() as u64);
        call.size(self.entries);
        call.scratch += plan_scratch(self.entries).saturating_mul(size_of::<I::Key>());
    }
}

/// Scratch of so many bytes, on every processor.
#[derive(Clone, Copy, Debug)]
pub struct ScratchBytes(pub usize);

impl Encode<'_> for ScratchBytes {
    fn encode(self, call: &mut Call<'_>) {
        call.number(1);
        call.size(self.0);
        call.scratch += self.0;
    }
}

/// Makes recorded calls, and keeps the record of a case and the hash of its answers.
#[derive(Debug, Default)]
pub struct Recording {
    memory: Vec<u128>,
    case: Vec<u8>,
    hash: Hash,
}

impl Recording {
    /// Begins a case, and forgets the one before.
    pub fn begin(&mut self, title: &str) {
        let mut head = Call { record: Vec::new(), outputs: Vec::new(), scratch: 0 };
        head.text(title);
        self.case = head.record;
        self.hash = Hash::new();
    }

    /// The record of the case, and the hash of all answers.
    pub fn case(&self) -> (&[u8], u64) {
        (&self.case, self.hash.value())
    }

    /// Makes a call, brings its results back, and adds it to the case.
    ///
    /// # Errors
    /// [`Fault`] if the record is none of a function that `address` knows.
    ///
    /// # Safety
    /// As [`call`].
    pub unsafe fn call(&mut self, mut made: Call<'_>, address: impl Fn(&Function) -> *const ()) -> Result<Answer<'_>, Fault> {
        // Structs and the ends of arrays take no more than the numbers that describe them.
        let bytes = made.record.len().saturating_mul(3).saturating_add(made.scratch).saturating_add(4096);
        self.memory.resize(bytes.div_ceil(size_of::<u128>()), 0);
        // SAFETY: passed on.
        let answer = unsafe { call(&made.record, &mut self.memory, address) }?;
        made.bring_back(&answer);
        answer.add_to(&mut self.hash);
        self.case.extend_from_slice(&(made.record.len() as u64).to_le_bytes());
        self.case.extend_from_slice(&made.record);
        Ok(answer)
    }
}
