//! A good call of every function, of random shape.
mod casts;
mod operands;
mod parts;
mod patterns;
mod products;
mod rows;

use super::call::{Argument, Call, Contents, ERROR_BYTES, Region};
use super::element::{Element, Number};
use super::memory::Pointer;
use super::random::Random;
use super::record::{Array, Field, Record};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{Function, Kind};

/// What takes down the arguments of a call.
pub struct Builder<'r> {
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
                Element::F32 | Element::F64 => Number::Real(1.0),
                _ => Number::Integer(0),
            })
        };
        let bytes = (0..numbers.len() + spare).flat_map(|k| element.encode(more(k))).collect();
        // Scratch for 64-bit indices is aligned to 16 bytes.
        let skew = if element == Element::Scratch { 0 } else { self.random.within(0..16 / element.size()) * element.size() };
        let region = self.region(Contents::Numbers(element, bytes), skew);
        let pointer = match (numbers.len(), self.random.within(0..4)) {
            (0, 0) => Pointer::NULL,
            (0, 1) => Pointer::at(element.size()),
            _ => Pointer::to(region),
        };
        Array { pointer, element, operand, written }
    }

    pub fn reals(&mut self, numbers: &[f64], operand: OperandCode, written: bool) -> Array {
        let numbers: Vec<_> = numbers.iter().map(|&number| Number::Real(number)).collect();
        self.array(self.value, &numbers, operand, written)
    }

    pub fn integers(&mut self, element: Element, numbers: &[i64], operand: OperandCode, written: bool) -> Array {
        let numbers: Vec<_> = numbers.iter().map(|&number| Number::Integer(number)).collect();
        self.array(element, &numbers, operand, written)
    }

    pub fn values(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.random.value()).collect()
    }

    /// Passes a struct.
    pub fn record(&mut self, record: Record) {
        let home = self.region(Contents::Records(vec![record]), 0);
        self.arguments.push(Argument::Record { home, pointer: Pointer::to(home) });
    }

    /// Passes an array and its length.
    pub fn list(&mut self, array: Array, length: usize) {
        self.arguments.push(Argument::Array(array, length));
    }

    /// Passes structs and their number.
    pub fn records(&mut self, records: Vec<Record>) {
        let length = records.len();
        let home = self.region(Contents::Records(records), 0);
        self.arguments.push(Argument::List { home, pointer: Pointer::to(home), length });
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

    /// The place of a struct.
    pub fn answer_of(&mut self, shape: Record) {
        let region = self.region(Contents::Answer(shape.size()), 8);
        self.arguments.push(Argument::Answer { pointer: Pointer::to(region), shape: Some(shape) });
    }

    /// Bytes of scratch for a plan of so many entries.
    pub fn plan_scratch(&self, entries: usize) -> usize {
        match self.index {
            Element::I32 => lacuna_capi::scratch::lacuna_plan_scratch_i32(entries),
            Element::I64 => lacuna_capi::scratch::lacuna_plan_scratch_i64(entries),
            _ => lacuna_capi::scratch::lacuna_plan_scratch_u32(entries),
        }
    }
}

/// Size and alignment of a row_sparse struct, by the rules of C: six words and a number of 32 bits.
pub const fn row_sparse_layout() -> (usize, usize) {
    (7 * size_of::<usize>(), align_of::<usize>())
}

/// A good call of a function.
pub fn good(function: &'static Function, random: &mut Random) -> Call {
    let element = |name: &str, other| if name == "()" { other } else { Element::named(name) };
    let (value, index) = (element(function.value, Element::F32), element(function.index, Element::I32));
    let mut b = Builder { random, value, index, whole: false, arguments: Vec::new(), regions: Vec::new() };
    match function.door {
        ("dot", door) => products::build(door, &mut b),
        ("cast", door) => casts::build(door, &mut b),
        ("rows" | "optim", door) => rows::build(door, &mut b),
        ("view" | "dispatch", door) => parts::build(door, &mut b),
        door => panic!("{door:?} has no good call yet"),
    }
    let error = b.region(Contents::Answer(ERROR_BYTES), 8);
    let error = if b.random.once_in(8) { Pointer::NULL } else { Pointer::to(error) };
    let call = Call { function, arguments: b.arguments, error, regions: b.regions };
    assert_eq!(kinds(&call), function.parameters.iter().map(|(_, kind)| *kind).collect::<Vec<_>>(), "{}", function.name);
    call
}

/// The kinds of the parameters, as the arguments have them.
fn kinds(call: &Call) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for argument in &call.arguments {
        match argument {
            Argument::Record { home, .. } => kinds.push(call.records(*home)[0].kind),
            Argument::Size(_) => kinds.push(Kind::Size),
            Argument::List { .. } => kinds.extend([Kind::RowSparseList, Kind::Length]),
            Argument::Answer { shape: None, .. } => kinds.push(Kind::SizeOut),
            Argument::Answer { shape: Some(shape), .. } => kinds.push(match shape.kind {
                Kind::Csr => Kind::CsrOut,
                Kind::CsrMut => Kind::CsrMutOut,
                Kind::RowSparse => Kind::RowSparseOut,
                Kind::RowSparseMut => Kind::RowSparseMutOut,
                _ => Kind::PlanOut,
            }),
            Argument::Array(array, _) => kinds.extend([
                match (array.element, array.written) {
                    (Element::F32 | Element::F64, false) => Kind::Values,
                    (Element::F32 | Element::F64, true) => Kind::ValuesMut,
                    (Element::Size, _) => Kind::SizesMut,
                    (Element::Scratch, _) => Kind::Scratch,
                    (_, false) => Kind::Indices,
                    (_, true) => Kind::IndicesMut,
                },
                Kind::Length,
            ]),
        }
    }
    kinds
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
