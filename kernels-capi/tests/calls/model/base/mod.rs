//! A good call of every function, of random shape.
mod binary;
mod casts;
mod embedding;
mod graph;
mod loss;
mod operands;
mod parts;
mod patterns;
mod products;
mod random;
mod reduce;
mod rows;
mod slice;

use super::call::{Argument, Call, Contents, ERROR_BYTES, Region};
use super::element::{Element, Number};
use super::memory::Pointer;
use super::record::{Array, Field, Record};
use super::types::Typed;
use lacuna_capi::describe::{Parameter, Type};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{Function, Kind};
use lacuna_testing::Random;

/// What takes down the arguments of a call.
pub struct Builder<'r> {
    function: &'static Function,
    pub random: &'r mut Random,
    pub value: Element,
    pub index: Element,
    /// Pointers of trusted arrays count from 0, too.
    pub whole: bool,
    arguments: Vec<Argument>,
    regions: Vec<Region>,
}

/// Elements of a region that lie behind those of its array, so that another array, or a longer one, has room.
const SPARE: usize = 24;

impl Builder<'_> {
    fn region(&mut self, contents: Contents, skew: usize) -> usize {
        self.regions.push(Region { contents, skew });
        self.regions.len() - 1
    }

    /// An array of these numbers, in a region of its own. One without elements may have any pointer.
    fn array(&mut self, element: Element, numbers: &[Number], operand: OperandCode, written: bool) -> Array {
        let spare = if element == Element::Scratch { 64 } else { SPARE };
        let more = |k: usize| {
            numbers.get(k % numbers.len().max(1)).copied().unwrap_or(match element {
                _ if operand == OperandCode::Values => Number::Real(1.0),
                Element::F32 | Element::F64 | Element::F16 | Element::Bf16 => Number::Real(1.0),
                _ => Number::Integer(0),
            })
        };
        let count = numbers.len() + spare;
        let mut bytes = Vec::with_capacity(count * element.size());
        (0..count).for_each(|k| element.append(more(k), &mut bytes));
        // Scratch for 64-bit indices is aligned to 16 bytes.
        let skew =
            if element == Element::Scratch { 0 } else { self.random.within(0..16 / element.size()) * element.size() };
        let region = self.region(Contents::Numbers(element, bytes), skew);
        let pointer = match (numbers.len(), self.random.within(0..4)) {
            (0, 0) => Pointer::NULL,
            (0, 1) => Pointer::at(element.size()),
            _ => Pointer::to(region),
        };
        Array { pointer, element, operand, written }
    }

    pub fn reals(&mut self, numbers: &[f64], operand: OperandCode, written: bool) -> Array {
        self.numbers(self.value, numbers, operand, written)
    }

    /// Numbers of any type, the nearest that it has.
    pub fn numbers(&mut self, element: Element, numbers: &[f64], operand: OperandCode, written: bool) -> Array {
        let numbers: Vec<_> = numbers.iter().map(|&number| Number::Real(number)).collect();
        self.array(element, &numbers, operand, written)
    }

    pub fn integers(&mut self, element: Element, numbers: &[i64], operand: OperandCode, written: bool) -> Array {
        let numbers: Vec<_> = numbers.iter().map(|&number| Number::Integer(number)).collect();
        self.array(element, &numbers, operand, written)
    }

    pub fn values(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.random.quarter()).collect()
    }

    /// Passes a struct.
    pub fn record(&mut self, record: Record) {
        let home = self.region(Contents::Records(vec![record]), 0);
        self.arguments.push(Argument::Record { home, pointer: Pointer::to(home) });
    }

    /// Passes an array and its length: scratch and sizes as they are, all others in a struct.
    pub fn list(&mut self, of_list: Array, length: usize) {
        if matches!(of_list.element, Element::Scratch | Element::Size) {
            return self.arguments.push(Argument::Array(of_list, length));
        }
        let kind = kinds(self.function).nth(self.arguments.len()).expect("a parameter");
        let fields =
            vec![("element_type", Field::Type(of_list.element.tag())), size("length", length), array("data", of_list)];
        self.record(Record { kind, fields });
    }

    /// Passes structs and their number.
    pub fn records(&mut self, records: Vec<Record>) {
        let length = records.len();
        let home = self.region(Contents::Records(records), 0);
        self.arguments.push(Argument::List { home, pointer: Pointer::to(home), length });
    }

    /// Passes the address of one value.
    pub fn scalar(&mut self) {
        let value = self.random.quarter();
        self.scalar_of(value);
    }

    /// Passes the address of this value.
    pub fn scalar_of(&mut self, value: f64) {
        let array = self.reals(&[value], OperandCode::Values, false);
        self.arguments.push(Argument::Scalar(array));
    }

    pub fn size(&mut self, size: usize) {
        self.arguments.push(Argument::Size(size));
    }

    /// Scratch of so many bytes.
    pub fn scratch(&mut self, bytes: usize) {
        let stale: Vec<_> = (0..bytes).map(|_| 0xa7).collect();
        let array = self.integers(Element::Scratch, &stale, OperandCode::Scratch, true);
        self.list(array, bytes);
    }

    /// The place of a size.
    pub fn answer(&mut self) {
        let region = self.region(Contents::Answer(size_of::<usize>()), 8);
        self.arguments.push(Argument::Answer { pointer: Pointer::to(region), shape: None });
    }

    /// The place of the struct that the function answers with, of which nothing is known yet but its fields.
    pub fn answer_of(&mut self) {
        let of_kind = |parameter: &Parameter| answered(parameter.kind).map(|kind| (kind, parameter.c));
        let (kind, c) = self.function.parameters.iter().find_map(of_kind).expect("an answer");
        let Type::Pointer { to, .. } = c else { panic!("an answer is a pointer") };
        let described = lacuna_capi::structs().find(|known| known.c == *to).expect("a struct of the header");
        let field = |field: &lacuna_capi::describe::Field| match field.c {
            Type::Pointer { written, .. } => array(
                field.name,
                Array { pointer: Pointer::NULL, element: self.index, operand: OperandCode::None, written },
            ),
            Type::Plain("uint32_t") if field.name.ends_with("_type") => (field.name, Field::Type(0)),
            Type::Plain("uint32_t") => choice(field.name, 0),
            _ => size(field.name, 0),
        };
        let shape = Record { kind, fields: described.fields.iter().map(field).collect() };
        let region = self.region(Contents::Answer(shape.size()), 8);
        self.arguments.push(Argument::Answer { pointer: Pointer::to(region), shape: Some(shape) });
    }

    /// Bytes of scratch for a plan of so many entries.
    pub fn plan_scratch(&self, entries: usize) -> usize {
        lacuna_capi::scratch::lacuna_plan_scratch(self.index.tag(), entries)
    }

    /// Bytes of scratch for the block ends of a csr with so many columns.
    pub fn block_ends_scratch(&self, columns: usize) -> usize {
        lacuna_capi::scratch::lacuna_block_ends_scratch(self.index.tag(), columns)
    }
}

/// Size and alignment of a row_sparse struct, by the rules of C: three numbers of 32 bits, a gap and six words.
pub const fn row_sparse_layout() -> (usize, usize) {
    (16 + 6 * size_of::<usize>(), align_of::<usize>())
}

/// The kinds of the arguments of a function.
fn kinds(function: &Function) -> impl Iterator<Item = Kind> {
    function.parameters.iter().map(|parameter| parameter.kind).filter(|kind| *kind != Kind::Length)
}

/// A good call of a function.
pub fn good(made: Typed, random: &mut Random) -> Call {
    let function = made.function;
    let (value, index) = (made.value.unwrap_or(Element::F32), made.index.unwrap_or(Element::I32));
    let mut b = Builder { function, random, value, index, whole: false, arguments: Vec::new(), regions: Vec::new() };
    match function.path {
        ("dot", name) => products::build(name, &mut b),
        ("cast", name) => casts::build(name, &mut b),
        ("embedding", name) => embedding::build(name, &mut b),
        ("rows", name) => rows::build(name, &mut b),
        ("slice", name) => slice::build(name, &mut b),
        ("optim", _) => rows::optimizer(function, &mut b),
        ("binary", name) if made.index.is_some() => binary::build(name, &mut b),
        ("graph", name) => graph::build(name, &mut b),
        ("random", name) => random::build(name, &mut b),
        ("loss", name)
            if function.parameters.iter().any(|parameter| matches!(parameter.kind, Kind::Dense | Kind::DenseMut)) =>
        {
            loss::build(name, &mut b)
        }
        ("map" | "binary" | "loss", _) => lists(function, &mut b),
        ("reduce", name) => reduce::build(name, &mut b),
        ("view" | "dispatch", name) => parts::build(name, &mut b),
        path => panic!("{path:?} has no good call yet"),
    }
    let error = b.region(Contents::Answer(ERROR_BYTES), 8);
    let error = if b.random.once_in(8) { Pointer::NULL } else { Pointer::to(error) };
    let call = Call { function, made, arguments: b.arguments, error, regions: b.regions };
    let mut kinds = kinds(function);
    let known = call.arguments.iter().all(|argument| kinds.next().is_some_and(|kind| is_of(&call, argument, kind)));
    assert!(known && kinds.next().is_none(), "{}", function.name);
    call
}

/// Lists of values of one length.
fn lists(function: &Function, b: &mut Builder) {
    let length = b.random.one_of(&[0, 1, 3, 16, 17]);
    for kind in kinds(function) {
        if kind == Kind::Scalar {
            b.scalar();
            continue;
        }
        let values = b.values(length);
        let array = b.reals(&values, OperandCode::Values, kind == Kind::ValuesMut);
        b.list(array, length);
    }
}

/// The kind of struct that a place is for.
fn answered(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::CsrOut => Some(Kind::Csr),
        Kind::CsrMutOut => Some(Kind::CsrMut),
        Kind::RowSparseOut => Some(Kind::RowSparse),
        Kind::RowSparseMutOut => Some(Kind::RowSparseMut),
        Kind::PlanOut => Some(Kind::Plan),
        Kind::BlockEndsOut => Some(Kind::BlockEnds),
        Kind::SellPlanOut => Some(Kind::SellPlan),
        _ => None,
    }
}

/// True if an argument is what the table says of its parameter.
fn is_of(call: &Call, argument: &Argument, kind: Kind) -> bool {
    match argument {
        Argument::Record { home, .. } => {
            let record = &call.records(*home)[0];
            let of_values = |written| {
                let data = record.array_of("data");
                (data.operand == OperandCode::Values, data.written) == (true, written)
            };
            record.kind == kind
                && match kind {
                    Kind::Values => of_values(false),
                    Kind::ValuesMut => of_values(true),
                    Kind::Indices => {
                        record.array_of("data").operand == OperandCode::Ids && !record.array_of("data").written
                    }
                    Kind::IndicesMut | Kind::NumbersMut => {
                        record.array_of("data").operand == OperandCode::Output && record.array_of("data").written
                    }
                    _ => true,
                }
        }
        Argument::Size(_) => kind == Kind::Size,
        Argument::Scalar(_) => kind == Kind::Scalar,
        Argument::List { .. } => kind == Kind::RowSparseList,
        Argument::Answer { shape: None, .. } => kind == Kind::SizeOut,
        Argument::Answer { shape: Some(shape), .. } => answered(kind) == Some(shape.kind),
        Argument::Array(array, _) => {
            kind == if array.element == Element::Size { Kind::SizesMut } else { Kind::Scratch }
        }
    }
}

/// A field that holds a size.
fn size(name: &'static str, size: usize) -> (&'static str, Field) {
    (name, Field::Size(size))
}

fn array(name: &'static str, array: Array) -> (&'static str, Field) {
    (name, Field::Array(array))
}

fn choice(name: &'static str, value: usize) -> (&'static str, Field) {
    (name, Field::Choice { value: value as u32, highest: 1 })
}
