//! The structs of the header, field by field, laid out by the rules of C.
use super::element::{Element, INDICES, NUMBERS};
use super::memory::Pointer;
use lacuna_capi::status::OperandCode;
use lacuna_capi::{Function, Kind};

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub enum Field {
    Size(usize),
    /// One of the numbers 0 to `highest`.
    Choice {
        value: u32,
        highest: u32,
    },
    /// A hyper-parameter.
    Real(f64),
    /// A `lacuna_type`.
    Type(u32),
    /// A number of 64 bits on every processor.
    Word(u64),
    Array(Array),
}

/// A pointer to an array.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    pub pointer: Pointer,
    pub element: Element,
    /// The name that an error gives it.
    pub operand: OperandCode,
    /// True if the call writes it.
    pub written: bool,
}

/// Which of the types of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Value,
    /// Of a cast, the type of its result.
    Index,
}

impl Role {
    /// The types that a struct of this kind names, in the order of its fields.
    pub fn of_kind(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Csr
            | Kind::CsrMut
            | Kind::RowSparse
            | Kind::RowSparseMut
            | Kind::RowSparseList
            | Kind::RowsMut
            | Kind::Broadcast => &[Self::Value, Self::Index],
            Kind::Dense | Kind::DenseMut | Kind::Values | Kind::ValuesMut => &[Self::Value],
            Kind::Plan | Kind::PlanBuffers | Kind::BlockEnds | Kind::SellPlan => &[Self::Index],
            Kind::Indices | Kind::IndicesMut | Kind::NumbersMut => &[Self::Index],
            _ => &[],
        }
    }

    /// True if an operand of the function names it.
    pub fn is_named(self, function: &Function) -> bool {
        function.parameters.iter().any(|parameter| Self::of_kind(parameter.kind).contains(&self))
    }
}

/// A struct of an argument: its kind, and its fields in order.
#[derive(Clone, Debug)]
pub struct Record {
    pub kind: Kind,
    pub fields: Vec<(&'static str, Field)>,
}

impl Field {
    /// Size and alignment.
    fn layout(&self) -> (usize, usize) {
        if let Self::Word(_) = self {
            return (8, align_of::<u64>());
        }
        let size = match self {
            Self::Size(_) => size_of::<usize>(),
            Self::Word(_) => size_of::<u64>(),
            Self::Choice { .. } | Self::Type(_) => 4,
            Self::Real(_) => size_of::<f64>(),
            Self::Array(_) => size_of::<*const u8>(),
        };
        (size, size)
    }
}

fn align_up(offset: usize, alignment: usize) -> usize {
    offset.next_multiple_of(alignment)
}

impl Record {
    /// Places of the fields, by the rules of C: each at the next multiple of its alignment.
    pub fn offsets(&self) -> Vec<usize> {
        let mut end = 0;
        let place = |(_, field): &(_, Field)| {
            let (size, alignment) = field.layout();
            let start = align_up(end, alignment);
            end = start + size;
            start
        };
        self.fields.iter().map(place).collect()
    }

    /// The largest alignment of a field.
    pub fn alignment(&self) -> usize {
        self.fields.iter().map(|(_, field)| field.layout().1).max().unwrap_or(1)
    }

    /// Bytes of the struct: up to the end of its last field, and to a multiple of its alignment.
    pub fn size(&self) -> usize {
        let last = self.fields.last().map_or(0, |(_, field)| field.layout().0);
        align_up(self.offsets().last().unwrap_or(&0) + last, self.alignment())
    }

    /// The bytes of the struct, of which gaps are 0.
    pub fn encode(&self, address: impl Fn(Pointer) -> usize) -> Vec<u8> {
        let mut bytes = vec![0; self.size()];
        for (&start, (_, field)) in self.offsets().iter().zip(&self.fields) {
            let field = match *field {
                Field::Size(size) => size.to_ne_bytes().to_vec(),
                Field::Word(word) => word.to_ne_bytes().to_vec(),
                Field::Choice { value, .. } | Field::Type(value) => value.to_ne_bytes().to_vec(),
                Field::Real(real) => real.to_ne_bytes().to_vec(),
                Field::Array(array) => address(array.pointer).to_ne_bytes().to_vec(),
            };
            bytes[start..start + field.len()].copy_from_slice(&field);
        }
        bytes
    }

    /// The struct of this kind that `bytes` hold. Its pointers are addresses.
    pub fn decode(&self, bytes: &[u8]) -> Self {
        let mut record = self.clone();
        for (&start, (_, field)) in self.offsets().iter().zip(&mut record.fields) {
            let word = |length: usize| {
                bytes[start..start + length].iter().rev().fold(0_u64, |word, &byte| word << 8 | u64::from(byte))
            };
            match field {
                Field::Size(size) => *size = word(size_of::<usize>()) as usize,
                Field::Word(number) => *number = word(8),
                Field::Choice { value, .. } | Field::Type(value) => *value = word(4) as u32,
                Field::Real(real) => *real = f64::from_bits(word(8)),
                Field::Array(array) => array.pointer = Pointer::at(word(size_of::<usize>()) as usize),
            }
        }
        record
    }

    fn field(&self, name: &str) -> &Field {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, field)| field).expect("a field of this kind")
    }

    pub fn field_mut(&mut self, name: &str) -> &mut Field {
        self.fields.iter_mut().find(|(known, _)| *known == name).map(|(_, field)| field).expect("a field of this kind")
    }

    pub fn size_of(&self, name: &str) -> usize {
        match self.field(name) {
            Field::Size(size) => *size,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn word_of(&self, name: &str) -> u64 {
        match self.field(name) {
            Field::Word(word) => *word,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn choice_of(&self, name: &str) -> u32 {
        match self.field(name) {
            Field::Choice { value, .. } => *value,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn real_of(&self, name: &str) -> f64 {
        match self.field(name) {
            Field::Real(real) => *real,
            other => panic!("{name} is {other:?}"),
        }
    }

    pub fn array_of(&self, name: &str) -> Array {
        match self.field(name) {
            Field::Array(array) => *array,
            other => panic!("{name} is {other:?}"),
        }
    }

    /// The type that the struct names, if it is one of those that it can be.
    pub fn named(&self, role: Role) -> Option<Element> {
        let place = Role::of_kind(self.kind).iter().position(|known| *known == role)?;
        let tags =
            self.fields.iter().filter_map(|(_, field)| if let Field::Type(tag) = field { Some(*tag) } else { None });
        let element = tags.clone().nth(place).and_then(Element::of_tag)?;
        let is_index = role == Role::Index && self.kind != Kind::NumbersMut;
        let allowed = if is_index { INDICES.contains(&element) } else { NUMBERS.contains(&element) };
        allowed.then_some(element)
    }

    /// The types that are looked at, with what the struct has there: of dense rows, and of others that have no indices,
    /// none of these.
    pub fn tags(&self) -> Vec<(Role, u32)> {
        let tags =
            self.fields.iter().filter_map(|(_, field)| if let Field::Type(tag) = field { Some(*tag) } else { None });
        let has_indices = self.form().is_none_or(|(_, number, _)| number == 1);
        Role::of_kind(self.kind)
            .iter()
            .copied()
            .zip(tags)
            .filter(|(role, _)| *role == Role::Value || has_indices)
            .collect()
    }

    /// An array of the type that the struct says.
    fn with_type(&self, name: &str) -> Array {
        let array = self.array_of(name);
        let role = if matches!(name, "values" | "data") && Role::of_kind(self.kind)[0] == Role::Value {
            Role::Value
        } else {
            Role::Index
        };
        Array { element: self.named(role).unwrap_or(array.element), ..array }
    }

    /// The arrays that the struct names, and how long the header says that they are. A length that no size can hold is
    /// `usize::MAX`.
    pub fn arrays(&self) -> Vec<(Array, usize)> {
        let size = |name| self.size_of(name);
        let array = |name, length| (self.with_type(name), length);
        let dense = |columns| match (size("rows"), size(columns)) {
            (0, _) | (_, 0) => 0,
            (rows, columns) => (rows - 1).saturating_mul(size("stride")).saturating_add(columns),
        };
        let row_sparse = || {
            let data = size("stored_rows").saturating_mul(size("row_length"));
            vec![array("indices", size("stored_rows")), array("data", data)]
        };
        match self.kind {
            Kind::Csr | Kind::CsrMut => {
                let nnz = size("nnz");
                vec![array("indptr", size("rows").saturating_add(1)), array("indices", nnz), array("values", nnz)]
            }
            Kind::Dense | Kind::DenseMut => vec![array("data", dense("columns"))],
            Kind::RowSparse | Kind::RowSparseMut => row_sparse(),
            Kind::RowsMut if self.choice_of("storage") == 0 => vec![array("data", dense("row_length"))],
            Kind::RowsMut => row_sparse(),
            Kind::Broadcast => match self.choice_of("form") {
                0 => vec![array("data", dense("row_length"))],
                1 => row_sparse(),
                2 => vec![array("data", size("row_length"))],
                3 => vec![array("data", size("rows"))],
                _ => vec![array("data", 1)],
            },
            Kind::Plan => vec![
                array("ids", size("stored_rows")),
                array("segments", size("stored_rows").saturating_add(1)),
                array("rows", size("terms")),
                // Without entries, the plan is in order.
                array("entries", if self.array_of("entries").pointer == Pointer::NULL { 0 } else { size("terms") }),
            ],
            Kind::BlockEnds => vec![array("columns", size("columns_length")), array("entries", size("entries_length"))],
            Kind::Values | Kind::ValuesMut | Kind::Indices | Kind::IndicesMut | Kind::NumbersMut => {
                vec![array("data", size("length"))]
            }
            // Its entries are returned, and not looked at.
            Kind::SellPlan => vec![array("memory", size("memory_length"))],
            Kind::PlanBuffers => [
                ("ids", "ids_length"),
                ("segments", "segments_length"),
                ("rows", "rows_length"),
                ("entries", "entries_length"),
            ]
            .map(|(name, length)| array(name, size(length)))
            .to_vec(),
            _ => vec![],
        }
    }

    /// The arrays that an answer names: those of the struct, and what it returns beside them.
    pub fn told(&self) -> Vec<(Array, usize)> {
        let entries = (self.kind == Kind::SellPlan).then(|| (self.array_of("entries"), self.size_of("nnz")));
        self.arrays().into_iter().chain(entries).collect()
    }

    /// The choices that the struct makes: value and highest. `trusted` says nothing of dense rows, and nothing at all
    /// can be said of rows of unknown storage.
    pub fn choices(&self) -> Vec<(u32, u32)> {
        let form = self.form();
        let counts = |name: &str| form.is_none_or(|(of_form, number, _)| name == of_form || number == 1);
        let choice = |(name, field): &(&str, Field)| match *field {
            Field::Choice { value, highest } if counts(name) => Some((value, highest)),
            _ => None,
        };
        self.fields.iter().filter_map(choice).collect()
    }

    /// True if its arrays are known.
    pub fn is_known(&self) -> bool {
        self.form().is_none_or(|(_, number, highest)| number <= highest)
    }

    /// The choice that says which of its arrays count, with the highest: 1 is row_sparse.
    fn form(&self) -> Option<(&'static str, u32, u32)> {
        match self.kind {
            Kind::RowsMut => Some(("storage", self.choice_of("storage"), 1)),
            Kind::Broadcast => Some(("form", self.choice_of("form"), 4)),
            _ => None,
        }
    }
}
