//! A call of a function of the table: its arguments, and the memory that they point to.
use super::element::Element;
use super::memory::{Memory, Pointer};
use super::record::{Array, Field, Record, Role};
use super::types::{Typed, values};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Function};

/// What a region holds before the call.
#[derive(Clone)]
pub enum Contents {
    /// Elements of arrays.
    Numbers(Element, Vec<u8>),
    /// Structs of arguments.
    Records(Vec<Record>),
    /// The place of an answer, or of the numbers of an error.
    Answer(usize),
}

/// Memory that arguments point to.
#[derive(Clone, Debug)]
pub struct Region {
    pub contents: Contents,
    /// How far above a multiple of 16 it starts.
    pub skew: usize,
}

impl Region {
    pub fn size(&self) -> usize {
        match &self.contents {
            Contents::Numbers(_, bytes) => bytes.len(),
            Contents::Records(records) => records.iter().map(Record::size).sum(),
            Contents::Answer(size) => *size,
        }
    }
}

/// One argument, which takes one parameter, or two if it has a length.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A struct, that of a list too: the only one of the region `home`, which `pointer` should point to.
    Record {
        home: usize,
        pointer: Pointer,
    },
    /// Scratch or sizes, and their length.
    Array(Array, usize),
    /// The structs of the region `home`.
    List {
        home: usize,
        pointer: Pointer,
        length: usize,
    },
    Size(usize),
    /// An array of one element, without a length.
    Scalar(Array),
    /// The place of a size, or of a struct of a kind whose fields are `shape`.
    Answer {
        pointer: Pointer,
        shape: Option<Record>,
    },
}

/// A call.
#[derive(Clone)]
pub struct Call {
    pub function: &'static Function,
    /// The types that it was made with. Its structs may have been changed since.
    pub made: Typed,
    pub arguments: Vec<Argument>,
    pub error: Pointer,
    pub regions: Vec<Region>,
}

/// An array of a call, and who names it.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub array: Array,
    pub length: usize,
    /// The parameter, from 1.
    pub argument: u32,
    /// Bytes of an element, and their alignment.
    pub size: usize,
    pub alignment: usize,
}

impl Use {
    /// Bytes of the array, if a pointer can reach all of them.
    pub fn bytes(&self, address: usize) -> Option<usize> {
        let bytes = self.length.checked_mul(self.size).filter(|&bytes| bytes <= isize::MAX as usize)?;
        address.checked_add(bytes).map(|_| bytes)
    }
}

pub const ERROR_BYTES: usize = size_of::<ErrorNumbers>();

impl Argument {
    /// Parameters of the function that it takes.
    pub fn parameters(&self) -> usize {
        match self {
            Self::Array(..) | Self::List { .. } => 2,
            _ => 1,
        }
    }

    /// Bytes of the answer that goes to it.
    pub fn answer_size(shape: &Option<Record>) -> usize {
        shape.as_ref().map_or(size_of::<usize>(), Record::size)
    }
}

impl Call {
    pub fn records(&self, region: usize) -> &[Record] {
        match &self.regions[region].contents {
            Contents::Records(records) => records,
            other => panic!("region {region} has no structs: {other:?}"),
        }
    }

    pub fn records_mut(&mut self, region: usize) -> &mut [Record] {
        match &mut self.regions[region].contents {
            Contents::Records(records) => records,
            other => panic!("region {region} has no structs: {other:?}"),
        }
    }

    /// The arguments, each with its first parameter, from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &Argument)> {
        let mut next = 1;
        self.arguments.iter().map(move |argument| {
            let number = next;
            next += argument.parameters() as u32;
            (number, argument)
        })
    }

    /// The structs that are there, each with its parameter and whether it may be the first to name the types of the
    /// call: of a list, only one may.
    pub fn structs(&self) -> Vec<(u32, &Record, bool)> {
        let of_argument = |(number, argument): (u32, &Argument)| {
            let (home, length) = match argument {
                Argument::Record { home, pointer } if *pointer == Pointer::to(*home) => (*home, 1),
                Argument::List { home, pointer, length } if *pointer == Pointer::to(*home) => (*home, *length),
                _ => return Vec::new(),
            };
            self.records(home)
                .iter()
                .take(length)
                .enumerate()
                .map(|(place, record)| (number, record, place == 0))
                .collect()
        };
        self.numbered().flat_map(of_argument).collect()
    }

    /// The type of the call: that of the first operand that names one.
    pub fn named(&self, role: Role) -> Option<Element> {
        let looked_at = |record: &Record| record.tags().iter().any(|(of_tag, _)| *of_tag == role);
        let may = self.structs().into_iter().filter(|(_, record, first)| *first && looked_at(record));
        may.into_iter().find_map(|(_, record, _)| record.named(role))
    }

    /// The type of the values, if the function does not support it.
    pub fn unmade(&self) -> Option<Element> {
        self.named(Role::Value).filter(|element| !values(self.function).contains(element))
    }

    /// True if a struct names a type that is not that of the call.
    pub fn is_of_another_type(&self, record: &Record) -> bool {
        record.tags().into_iter().any(|(role, tag)| self.named(role).is_none_or(|element| element.tag() != tag))
    }

    /// The elements of a region that was made for some: of values, those that the call takes them for.
    pub fn taken_for(&self, element: Element) -> Element {
        if Some(element) == self.made.value { self.named(Role::Value).unwrap_or(element) } else { element }
    }

    /// Every array that the call reads or writes, in the order of its parameters.
    pub fn uses(&self) -> Vec<Use> {
        let of_array = |array: Array, length, argument| {
            let size = array.element.size();
            Use { array, length, argument, size, alignment: size }
        };
        let mut uses = Vec::new();
        for (number, argument) in self.numbered() {
            // The struct itself is read, whatever it names.
            if let Argument::Record { home, pointer } = argument {
                let (operand, element) = (OperandCode::Struct, Element::Scratch);
                let array = Array { pointer: *pointer, element, operand, written: false };
                let record = &self.records(*home)[0];
                let (size, alignment) = (record.size(), record.alignment());
                uses.push(Use { array, length: 1, argument: number, size, alignment });
            }
            match argument {
                // What is of another type is not looked at.
                Argument::Record { home, .. }
                    if self.records(*home)[0].is_known() && !self.is_of_another_type(&self.records(*home)[0]) =>
                {
                    uses.extend(
                        self.records(*home)[0]
                            .arrays()
                            .into_iter()
                            .map(|(array, length)| of_array(array, length, number)),
                    );
                }
                Argument::Record { .. } | Argument::Size(_) => {}
                Argument::Array(array, length) => uses.push(of_array(*array, *length, number)),
                Argument::Scalar(array) => {
                    let element = self.named(Role::Value).unwrap_or(array.element);
                    uses.push(of_array(Array { element, ..*array }, 1, number));
                }
                Argument::List { home, pointer, length } => {
                    let records = self.records(*home);
                    let (operand, element) = (OperandCode::Input, Element::Scratch);
                    let (size, alignment) = super::base::row_sparse_layout();
                    let array = Array { pointer: *pointer, element, operand, written: false };
                    uses.push(Use { array, length: *length, argument: number, size, alignment });
                    // A list that begins elsewhere holds no structs that could be looked at.
                    let known =
                        if *pointer == Pointer::to(*home) { records.iter().take(*length) } else { [].iter().take(0) };
                    let known = known.filter(|record| !self.is_of_another_type(record));
                    uses.extend(
                        known.flat_map(|record| record.arrays()).map(|(array, length)| of_array(array, length, number)),
                    );
                }
                Argument::Answer { pointer, shape } => {
                    let (operand, element) = (OperandCode::Output, Element::Scratch);
                    let array = Array { pointer: *pointer, element, operand, written: true };
                    let (size, alignment) = (Argument::answer_size(shape), size_of::<usize>());
                    uses.push(Use { array, length: 1, argument: number, size, alignment });
                }
            }
        }
        uses
    }

    /// Bytes of each region up to the end of what the call may touch.
    pub fn needed(&self) -> Vec<usize> {
        let whole = |region: &Region| if matches!(region.contents, Contents::Numbers(..)) { 0 } else { region.size() };
        let mut needed: Vec<_> = self.regions.iter().map(whole).collect();
        let places = self.uses().into_iter().filter_map(|used| Some((used.array.pointer, used.bytes(0)?)));
        for (pointer, bytes) in places.chain([(self.error, ERROR_BYTES)]) {
            if let Some(region) = pointer.region {
                let end = pointer.offset.saturating_add(bytes);
                if end <= self.regions[region].size() {
                    needed[region] = needed[region].max(end);
                }
            }
        }
        needed
    }

    /// The arguments as machine words.
    pub fn words(&self, memory: &Memory) -> Vec<usize> {
        let mut words = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Record { pointer, .. } | Argument::Answer { pointer, .. } => {
                    words.push(memory.address(*pointer))
                }
                Argument::Array(array, length) => words.extend([memory.address(array.pointer), *length]),
                Argument::List { pointer, length, .. } => words.extend([memory.address(*pointer), *length]),
                Argument::Size(size) => words.push(*size),
                Argument::Scalar(array) => words.push(memory.address(array.pointer)),
            }
        }
        words.push(memory.address(self.error));
        words
    }

    /// Calls the function of the C ABI.
    ///
    /// # Safety
    /// The contract of the header: every pointer that is there and aligned has its length, in one allocation.
    pub unsafe fn by_c(&self, memory: &Memory, way: Way) -> i32 {
        let words = self.words(memory);
        assert_eq!(words.len(), self.function.parameters.len() + 1, "{}", self.function.name);
        match way {
            Way::Direct => {
                // SAFETY: the table has the function; it takes so many machine words, and gives a status; the rest is
                // the contract.
                unsafe { lacuna_capi::invoke(self.function.address, &words) }.expect("a function of the table")
            }
            #[cfg(feature = "threads")]
            Way::InParts => {
                let (error, words) = words.split_last().expect("the error is one");
                let error = std::ptr::with_exposed_provenance_mut(*error);
                // SAFETY: the words are what the function wants; the rest is the contract.
                unsafe { lacuna_capi::call_on(self.function, &LastFirst, 0, words, error) as i32 }
            }
        }
    }

    /// True if all patterns are checked: what kernels make of others is unspecified, and need not be the same in parts.
    pub fn trusts_nothing(&self) -> bool {
        let records = self.regions.iter().filter_map(|region| match &region.contents {
            Contents::Records(records) => Some(records),
            _ => None,
        });
        let is_trust =
            |(name, field): &(_, Field)| *name == "trusted" && matches!(field, Field::Choice { value: 1, .. });
        !records.flatten().any(|record| record.fields.iter().any(is_trust))
    }

    /// The function of `lacuna`: its module and name.
    pub fn path(&self) -> (&'static str, &'static str) {
        self.function.path
    }
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Direct,
    /// Each kernel that can be cut, in three parts.
    #[cfg(feature = "threads")]
    InParts,
}

impl Way {
    pub const ALL: &[Self] = &[
        Self::Direct,
        #[cfg(feature = "threads")]
        Self::InParts,
    ];
}

/// Parts one after the other, the last one first.
#[cfg(feature = "threads")]
struct LastFirst;

#[cfg(feature = "threads")]
impl lacuna::call::Threads for LastFirst {
    fn count(&self) -> usize {
        3
    }
    fn both(&self, one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
        other();
        one();
    }
}

impl std::fmt::Debug for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Numbers(Element::Scratch, bytes) => write!(f, "{} bytes of scratch", bytes.len()),
            Self::Numbers(element, bytes) => write!(f, "{element:?} {:x?}", element.bits(bytes)),
            Self::Records(records) => write!(f, "{records:?}"),
            Self::Answer(size) => write!(f, "{size} bytes for an answer"),
        }
    }
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} with the error at {:?}", self.function.name, self.error)?;
        for (number, argument) in self.numbered() {
            writeln!(f, "  {number} {}: {argument:?}", self.function.parameters[number as usize - 1].name)?;
        }
        for (number, Region { contents, skew }) in self.regions.iter().enumerate() {
            writeln!(f, "  region {number}, {skew} above a multiple of 16: {contents:?}")?;
        }
        Ok(())
    }
}
