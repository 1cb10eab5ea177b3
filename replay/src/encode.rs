//! Records from calls, and results back into their operands.
use crate::arena::Fault;
use crate::reader::Element;
use crate::{Answer, Hash, call};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::take;
use core::slice;
use lacuna::call::{
    AnyDense, AnyOperand, AnyRowSparse, AnyRowSparseList, AnyRule, Array, ArrayMut, Call, ElementType, Erase, Scalar,
};
use lacuna::dot::{BlockEnds, BlockShape, SellShape};
use lacuna::optim::Update;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Index, RowSparse};
use lacuna_capi::types::{Form, Storage, Type};
use lacuna_capi::{Function, Kind};

/// Calls `$body` with the indices of an array as a slice of their type.
macro_rules! with_indices {
    ($array:expr, |$indices:ident: &[$I:ident]| $body:expr) => {
        match $array {
            Array::I32($indices) => {
                type $I = i32;
                $body
            }
            Array::I64($indices) => {
                type $I = i64;
                $body
            }
            Array::U32($indices) => {
                type $I = u32;
                $body
            }
            _ => false,
        }
    };
}

fn of<I: Index>(array: Array<'_>) -> &[I] {
    I::of_array(array).unwrap_or_default()
}

/// True if the checking constructor refuses a csr: then the record says that it is trusted.
fn csr_is_trusted([rows, columns]: [usize; 2], indptr: Array<'_>, indices: Array<'_>) -> bool {
    let values = vec![0_u8; indices.len()];
    with_indices!(indptr, |indptr: &[I]| Csr::<u8, I>::new(rows, columns, indptr, of(indices), &values).is_err())
}

/// As [`csr_is_trusted`], of a row_sparse.
fn rows_are_trusted(first_row: usize, rows: usize, indices: Array<'_>) -> bool {
    let data = vec![0_u8; indices.len()];
    with_indices!(indices, |indices: &[I]| RowSparse::<u8, I>::part(first_row, rows, 1, indices, &data).is_err())
}

/// The element that an array has. `None` for types that the C ABI does not record.
const fn element(element: ElementType) -> Option<Element> {
    Some(match element {
        ElementType::F32 => Element::F32,
        ElementType::F64 => Element::F64,
        ElementType::I32 => Element::I32,
        ElementType::I64 => Element::I64,
        ElementType::U32 => Element::U32,
        ElementType::Size => Element::Size,
        ElementType::F16 => Element::F16,
        ElementType::Bf16 => Element::Bf16,
        ElementType::I8 => Element::I8,
        ElementType::U8 => Element::U8,
        _ => return None,
    })
}

fn bytes_of<T>(elements: &[T]) -> &[u8] {
    // SAFETY: the memory of numbers, which have no padding.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

fn bytes_of_mut<T>(elements: &mut [T]) -> &mut [u8] {
    // SAFETY: the memory of numbers, for which any bits will do.
    unsafe { slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) }
}

fn bytes(array: Array<'_>) -> &[u8] {
    match array {
        Array::F32(elements) => bytes_of(elements),
        Array::F64(elements) => bytes_of(elements),
        Array::I32(elements) => bytes_of(elements),
        Array::I64(elements) => bytes_of(elements),
        Array::U32(elements) => bytes_of(elements),
        Array::F16(elements) => bytes_of(elements),
        Array::Bf16(elements) => bytes_of(elements),
        Array::I8(elements) => bytes_of(elements),
        Array::U8(elements) => elements,
        _ => &[],
    }
}

fn bytes_mut(array: ArrayMut<'_>) -> &mut [u8] {
    match array {
        ArrayMut::F32(elements) => bytes_of_mut(elements),
        ArrayMut::F64(elements) => bytes_of_mut(elements),
        ArrayMut::I32(elements) => bytes_of_mut(elements),
        ArrayMut::I64(elements) => bytes_of_mut(elements),
        ArrayMut::U32(elements) => bytes_of_mut(elements),
        ArrayMut::F16(elements) => bytes_of_mut(elements),
        ArrayMut::Bf16(elements) => bytes_of_mut(elements),
        ArrayMut::I8(elements) => bytes_of_mut(elements),
        ArrayMut::U8(elements) => elements,
        _ => &mut [],
    }
}

/// A call as it is recorded, and the places of its results.
struct Record<'a> {
    record: Vec<u8>,
    outputs: Vec<ArrayMut<'a>>,
    /// Bytes of scratch.
    scratch: usize,
    /// What the record has no form for.
    lacks: Option<&'static str>,
}

impl<'a> Record<'a> {
    /// A record that begins with this text.
    fn new(text: &str) -> Self {
        let mut record = Self { record: Vec::new(), outputs: Vec::new(), scratch: 0, lacks: None };
        record.size(text.len());
        record.record.extend_from_slice(text.as_bytes());
        record.pad();
        record
    }

    /// A type, as a struct names it. That of no index is any.
    fn tag(&mut self, element: ElementType) {
        let tag = match element {
            ElementType::F32 => Type::F32,
            ElementType::F64 => Type::F64,
            ElementType::I32 => Type::I32,
            ElementType::I64 => Type::I64,
            ElementType::U32 => Type::U32,
            ElementType::F16 => Type::F16,
            ElementType::Bf16 => Type::Bf16,
            ElementType::I8 => Type::I8,
            ElementType::U8 => Type::U8,
            other => {
                self.lacks = Some(other.name());
                Type::F32
            }
        };
        self.number(tag as u64);
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

    fn array(&mut self, array: Array<'_>) {
        let Some(element) = element(array.element()) else {
            self.lacks = Some(array.element().name());
            return;
        };
        self.number(element.code());
        self.size(array.len());
        if let Array::Size(sizes) = array {
            self.sizes(sizes);
        } else {
            self.record.extend_from_slice(bytes(array));
        }
        self.pad();
    }

    /// An array that the call may write.
    fn output(&mut self, array: ArrayMut<'a>) {
        self.array(array.as_array());
        self.outputs.push(array);
    }

    fn row_sparse(&mut self, rows: &AnyRowSparse<'_>) {
        self.tag(rows.data().element());
        self.tag(rows.indices().element());
        self.number(u64::from(rows_are_trusted(rows.first_row(), rows.rows(), rows.indices())));
        self.sizes(&[rows.rows(), rows.row_length(), rows.indices().len(), rows.first_row()]);
        self.array(rows.indices());
        self.array(rows.data());
    }

    fn rule(&mut self, rule: &AnyRule) {
        let common = rule.common();
        let after = [common.weight_decay, common.rescale_gradient, common.clip_gradient.unwrap_or(0.0)];
        for number in [common.learning_rate].iter().chain(rule.own()).chain(&after) {
            // 0 would be the default.
            let number = if *number == 0.0 { -0.0 } else { *number };
            self.record.extend_from_slice(&number.to_le_bytes());
        }
        self.number(u64::from(common.clip_gradient.is_some()));
        self.number(u64::from(common.update == Update::Standard));
    }

    /// Scratch. Its length is that of the processor that makes the call, where it depends on that.
    fn scratch(&mut self, scratch: &ArrayMut<'_>, of_plan: bool) {
        let array = scratch.as_array();
        let length = array.len();
        let (purpose, count, bytes) = match array {
            Array::Size(_) => (0, length, lacuna_capi::scratch::lacuna_add_n_scratch(length)),
            Array::U64(keys) if of_plan => (4, length / 2, size_of_val(keys)),
            Array::U128(keys) => (8, length / 2, size_of_val(keys)),
            Array::U64(words) => (1, size_of_val(words), size_of_val(words)),
            other => (1, bytes(other).len(), bytes(other).len()),
        };
        self.number(purpose);
        self.size(count);
        self.scratch += bytes;
    }

    /// Dense or row_sparse rows.
    fn rows_mut(&mut self, operand: AnyOperand<'a>, value: ElementType, index: ElementType) {
        match operand {
            AnyOperand::DenseMut(dense) => {
                self.tag(value);
                self.tag(index);
                self.number(Storage::Dense as u64);
                self.number(0);
                self.sizes(&[dense.rows(), dense.columns(), dense.stride(), 0, 0]);
                self.no_indices(index);
                let [data] = dense.into_written();
                self.output(data);
            }
            AnyOperand::RowSparseMut(rows) => {
                self.tag(value);
                self.tag(rows.indices().element());
                self.number(Storage::RowSparse as u64);
                self.number(u64::from(rows_are_trusted(rows.first_row(), rows.rows(), rows.indices())));
                self.sizes(&[
                    rows.rows(),
                    rows.row_length(),
                    rows.row_length(),
                    rows.indices().len(),
                    rows.first_row(),
                ]);
                self.array(rows.indices());
                let [data] = rows.into_written();
                self.output(data);
            }
            _ => self.lacks = Some("rows"),
        }
    }

    fn broadcast(&mut self, operand: AnyOperand<'a>, value: ElementType, index: ElementType) {
        let (form, trusted, sizes) = match &operand {
            AnyOperand::Dense(dense) => (Form::Dense, false, [dense.rows(), dense.columns(), dense.stride(), 0, 0]),
            AnyOperand::RowSparse(rows) => {
                let trusted = rows_are_trusted(rows.first_row(), rows.rows(), rows.indices());
                (Form::RowSparse, trusted, [rows.rows(), rows.row_length(), 0, rows.indices().len(), rows.first_row()])
            }
            AnyOperand::Row(values) => (Form::Row, false, [0, values.len(), 0, 0, 0]),
            AnyOperand::Column(values) => (Form::Column, false, [values.len(), 0, 0, 0, 0]),
            _ => (Form::Scalar, false, [0; 5]),
        };
        self.tag(value);
        self.tag(index);
        self.number(form as u64);
        self.number(u64::from(trusted));
        self.sizes(&sizes);
        match operand {
            AnyOperand::RowSparse(rows) => {
                self.array(rows.indices());
                self.array(rows.data());
            }
            other => {
                self.no_indices(index);
                match other {
                    AnyOperand::Dense(dense) => self.array(dense.data()),
                    AnyOperand::Row(values) | AnyOperand::Column(values) => self.array(values),
                    other => self.operand(other, Kind::Scalar, [value, index], false),
                }
            }
        }
    }

    fn no_indices(&mut self, index: ElementType) {
        self.array(match index {
            ElementType::I32 => Array::I32(&[]),
            ElementType::U32 => Array::U32(&[]),
            _ => Array::I64(&[]),
        });
    }

    fn dense(&mut self, dense: &AnyDense<'_>) {
        self.tag(dense.data().element());
        self.sizes(&[dense.rows(), dense.columns(), dense.stride()]);
        self.array(dense.data());
    }

    /// An operand, for a parameter of this kind.
    fn operand(&mut self, operand: AnyOperand<'a>, kind: Kind, [value, index]: [ElementType; 2], of_plan: bool) {
        match (operand, kind) {
            (operand, Kind::RowsMut) => self.rows_mut(operand, value, index),
            (operand, Kind::Broadcast) => self.broadcast(operand, value, index),
            (AnyOperand::ArrayMut(scratch), Kind::Scratch) => self.scratch(&scratch, of_plan),
            (AnyOperand::Csr(csr), _) => {
                self.tag(csr.values().element());
                self.tag(csr.indices().element());
                self.number(u64::from(csr_is_trusted([csr.rows(), csr.columns()], csr.indptr(), csr.indices())));
                self.sizes(&[csr.rows(), csr.columns(), csr.indices().len()]);
                [csr.indptr(), csr.indices(), csr.values()].into_iter().for_each(|array| self.array(array));
            }
            (AnyOperand::CsrMut(csr), _) => {
                let trusted = with_indices!(csr.indptr(), |indptr: &[I]| indptr
                    .first()
                    .is_some_and(|first: &I| first.to_usize() != 0));
                let (rows, columns, indptr) = (csr.rows(), csr.columns(), csr.indptr());
                let [indices, values] = csr.into_written();
                self.tag(values.as_array().element());
                self.tag(indptr.element());
                self.number(u64::from(trusted));
                self.sizes(&[rows, columns, indices.as_array().len()]);
                self.array(indptr);
                self.output(indices);
                self.output(values);
            }
            (AnyOperand::Dense(dense), _) => self.dense(&dense),
            (AnyOperand::DenseMut(dense), _) => {
                let sizes = [dense.rows(), dense.columns(), dense.stride()];
                let [data] = dense.into_written();
                self.tag(data.as_array().element());
                self.sizes(&sizes);
                self.output(data);
            }
            (AnyOperand::RowSparse(rows), _) => self.row_sparse(&rows),
            (AnyOperand::RowSparseMut(rows), _) => {
                let (indices, sizes) =
                    (rows.indices(), [rows.rows(), rows.row_length(), rows.indices().len(), rows.first_row()]);
                let trusted = rows_are_trusted(rows.first_row(), rows.rows(), indices);
                let [data] = rows.into_written();
                self.tag(data.as_array().element());
                self.tag(indices.element());
                self.number(u64::from(trusted));
                self.sizes(&sizes);
                self.array(indices);
                self.output(data);
            }
            (AnyOperand::RowSparseList(list), _) => self.list(list),
            (AnyOperand::SegmentPlan(plan), _) => {
                let (rows, first_row) = (plan.output_rows(), plan.first_row());
                let (ids, segments, terms, entries) = (plan.ids(), plan.segments(), plan.rows(), plan.entries());
                let all = PlanShape {
                    values: plan.values(),
                    operand_rows: plan.operand_rows(),
                    output_rows: first_row.saturating_add(rows),
                };
                let trusted = with_indices!(ids, |ids: &[I]| SegmentPlan::<I>::new(
                    ids,
                    of(segments),
                    of(terms),
                    of(entries),
                    all
                )
                .is_err());
                self.tag(ids.element());
                self.number(u64::from(trusted));
                self.sizes(&[ids.len(), terms.len(), plan.values(), plan.operand_rows(), rows, first_row]);
                [ids, segments, terms, entries].into_iter().for_each(|array| self.array(array));
            }
            (AnyOperand::BlockEnds(ends), _) => {
                let (shape, columns, entries) = (ends.shape(), ends.columns(), ends.entries());
                let BlockShape { rows, columns: all, nnz } = shape;
                self.tag(columns.element());
                self.number(u64::from(with_indices!(columns, |columns: &[I]| BlockEnds::<I>::new(
                    columns,
                    of(entries),
                    shape
                )
                .is_err())));
                for places in [columns, entries] {
                    self.array(places);
                    self.size(places.len());
                }
                self.sizes(&[rows, all, nnz]);
            }
            (AnyOperand::SellPlan(plan), _) => {
                let SellShape { rows, columns, nnz, transposed } = plan.shape();
                self.tag(plan.memory().element());
                self.number(u64::from(transposed));
                self.sizes(&[rows, columns, nnz]);
                self.array(plan.memory());
                self.size(plan.memory().len());
                // The entries, which no product looks at.
                self.no_indices(index);
            }
            (AnyOperand::PlanBuffers(buffers), _) => {
                self.tag(index);
                for buffer in buffers.into_written() {
                    let length = buffer.as_array().len();
                    self.output(buffer);
                    self.size(length);
                }
            }
            (AnyOperand::Array(array), _) => {
                self.tag(array.element());
                self.size(array.len());
                self.array(array);
            }
            (AnyOperand::ArrayMut(array), _) => {
                self.tag(array.as_array().element());
                self.size(array.as_array().len());
                self.output(array);
            }
            (AnyOperand::Scalar(Scalar::F32(value)), _) => self.array(Array::F32(&[value])),
            (AnyOperand::Scalar(Scalar::F64(value)), _) => self.array(Array::F64(&[value])),
            (AnyOperand::Scalar(Scalar::F16(value)), _) => self.array(Array::F16(&[value])),
            (AnyOperand::Scalar(Scalar::Bf16(value)), _) => self.array(Array::Bf16(&[value])),
            (AnyOperand::Size(size), _) => self.size(size),
            (AnyOperand::Stream(stream), _) => {
                [stream.seed, stream.stream, stream.first].into_iter().for_each(|word| self.number(word))
            }
            (AnyOperand::Rule(rule), _) => self.rule(&rule),
            _ => self.lacks = Some("the operand"),
        }
    }

    fn list(&mut self, list: AnyRowSparseList<'_>) {
        fn each<'l, V: lacuna::Value, I: Index>(record: &mut Record<'_>, list: &'l [RowSparse<'l, V, I>]) {
            record.size(list.len());
            for rows in list {
                if let AnyOperand::RowSparse(rows) = rows.erase() {
                    record.row_sparse(&rows);
                }
            }
        }
        match list {
            AnyRowSparseList::F32I32(list) => each(self, list),
            AnyRowSparseList::F32I64(list) => each(self, list),
            AnyRowSparseList::F32U32(list) => each(self, list),
            AnyRowSparseList::F64I32(list) => each(self, list),
            AnyRowSparseList::F64I64(list) => each(self, list),
            AnyRowSparseList::F64U32(list) => each(self, list),
            _ => self.lacks = Some("the list"),
        }
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
        self.case = Record::new(title).record;
        self.hash = Hash::new();
    }

    /// The record of the case, and the hash of all answers.
    pub fn case(&self) -> (&[u8], u64) {
        (&self.case, self.hash.value())
    }

    /// Makes a call by the function of the C ABI, brings its results back into the operands, and adds it to the case.
    ///
    /// # Errors
    /// A sentence if there is no such function, or none that takes these operands.
    ///
    /// # Safety
    /// As [`call`].
    pub unsafe fn call(
        &mut self,
        made: &mut Call<'_, '_>,
        address: impl Fn(&Function) -> *const (),
    ) -> Result<Answer<'_>, String> {
        // SAFETY: passed on.
        unsafe { self.call_of(made.operator.path(), made.operands, [made.value, made.index], address) }
    }

    /// As [`call`](Self::call), of the function of a family, which may be no operator.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Safety
    /// As [`call`].
    pub unsafe fn call_of(
        &mut self,
        path: (&str, &str),
        operands: &mut [AnyOperand<'_>],
        types: [ElementType; 2],
        address: impl Fn(&Function) -> *const (),
    ) -> Result<Answer<'_>, String> {
        let function = lacuna_capi::functions().find(|function| function.path == path);
        let function = function.ok_or_else(|| alloc::format!("the C ABI has no {path:?}"))?;
        let mut record = Record::new(function.name);
        let of_plan = function.parameters.iter().any(|parameter| parameter.kind == Kind::PlanBuffers);
        let parameters = function.parameters.iter().filter(|parameter| parameter.kind != Kind::Length);
        let names_values = function.parameters.iter().any(|parameter| parameter.kind.names_value_type());
        for (operand, parameter) in operands.iter_mut().zip(parameters) {
            if let AnyOperand::Scalar(Scalar::F32(number)) = operand
                && !names_values
            {
                *operand = f64::from(*number).erase();
            }
            record.operand(take(operand), parameter.kind, types, of_plan);
        }
        if let Some(lacks) = record.lacks {
            return Err(alloc::format!("{}: a record has no form for {lacks}", function.name));
        }
        let Record { record, mut outputs, scratch, .. } = record;
        // Structs and the ends of arrays take no more than the numbers that describe them.
        let bytes = record.len().saturating_mul(3).saturating_add(scratch).saturating_add(4096);
        self.memory.resize(bytes.div_ceil(size_of::<u128>()), 0);
        // SAFETY: passed on.
        let answer = unsafe { call(&record, &mut self.memory, address) }
            .map_err(|fault: Fault| alloc::format!("{}: {fault}", function.name))?;
        for (output, (_, from)) in outputs.drain(..).zip(answer.written()) {
            let to = bytes_mut(output);
            if to.len() == from.len() {
                to.copy_from_slice(from);
            }
        }
        answer.add_to(&mut self.hash);
        self.case.extend_from_slice(&(record.len() as u64).to_le_bytes());
        self.case.extend_from_slice(&record);
        Ok(answer)
    }
}
