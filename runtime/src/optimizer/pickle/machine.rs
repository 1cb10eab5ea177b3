//! Python's pickles, as far as MXNet writes them.
//!
//! A pickle is a program for a machine with a stack. This one knows the instructions that Python's pickler writes for
//! numbers, texts, bytes, containers and objects, and no class but those that MXNet's states have: it looks nothing up,
//! imports nothing and calls nothing. What it makes are views of the file.
use lacuna_arrays::array::file::PickleError;
use std::collections::HashMap;

/// Where a value is in the list of all.
pub(super) type Id = usize;

/// What the instructions make, without the values that nobody asks for. Containers hold the places of others.
#[derive(Clone, Debug)]
pub(super) enum Made<'a> {
    None,
    Bool,
    Int(i64),
    Float,
    Text(&'a str),
    Bytes(&'a [u8]),
    /// A tuple, or a list.
    Sequence(Vec<Id>),
    Dict(Vec<(Id, Id)>),
    Class(Class<'a>),
    /// Of a class, with what its dictionary was set to.
    Object(Class<'a>, Option<Id>),
}

impl Made<'_> {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Bool => "a bool",
            Self::Int(_) => "an int",
            Self::Float => "a float",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
            Self::Sequence(_) => "a tuple or list",
            Self::Dict(_) => "a dict",
            Self::Class(_) => "a class",
            Self::Object(..) => "an object",
        }
    }
}

/// The classes that such files have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class<'a> {
    /// An array of any storage type.
    Array,
    ByteArray,
    Optimizer(&'a str),
    Schedule,
}

impl<'a> Class<'a> {
    fn of(module: &'a str, name: &'a str, at: u64) -> Result<Self, PickleError> {
        Ok(match (module, name) {
            ("mxnet.ndarray.ndarray", "NDArray") => Self::Array,
            ("mxnet.ndarray.sparse", "RowSparseNDArray" | "CSRNDArray") => Self::Array,
            ("builtins", "bytearray") => Self::ByteArray,
            ("mxnet.optimizer.optimizer" | "mxnet.optimizer.contrib", _) => Self::Optimizer(name),
            (
                "mxnet.lr_scheduler",
                "FactorScheduler" | "MultiFactorScheduler" | "PolyScheduler" | "CosineScheduler",
            ) => Self::Schedule,
            _ => {
                let name = format!("{module}.{name}");
                let cut = name.char_indices().nth(80).map_or(name.len(), |(place, _)| place);
                return Err(PickleError::Class { at, name: name.get(..cut).unwrap_or_default().to_owned() });
            }
        })
    }
}

/// All that was made, and which of it the pickle is.
pub(super) struct Pickle<'a> {
    made: Vec<Made<'a>>,
    pub root: Id,
}

impl<'a> Pickle<'a> {
    pub fn get(&self, id: Id) -> &Made<'a> {
        self.made.get(id).unwrap_or(&Made::None)
    }

    /// What a dictionary, or the dictionary of an object, has for a text.
    pub fn field(&self, id: Id, name: &str) -> Option<&Made<'a>> {
        let fields = match self.get(id) {
            Made::Dict(fields) => fields,
            Made::Object(_, Some(state)) => match self.get(*state) {
                Made::Dict(fields) => fields,
                _ => return None,
            },
            _ => return None,
        };
        let found = fields.iter().rev().find(|(key, _)| matches!(self.get(*key), Made::Text(text) if *text == name));
        found.map(|(_, value)| self.get(*value))
    }
}

struct Machine<'a> {
    file: &'a [u8],
    at: usize,
    made: Vec<Made<'a>>,
    stack: Vec<Id>,
    marks: Vec<usize>,
    memo: HashMap<u64, Id>,
}

/// Runs a pickle. Memory: a few words for each byte of the file.
pub(super) fn run(file: &[u8]) -> Result<Pickle<'_>, PickleError> {
    let mut machine = Machine { file, at: 0, made: vec![], stack: vec![], marks: vec![], memo: HashMap::new() };
    while !machine.instruction()? {}
    let root = machine.pop()?;
    if machine.at < file.len() {
        return Err(PickleError::Wrong { at: machine.at(), what: "the end of the file", found: "more bytes" });
    }
    Ok(Pickle { made: machine.made, root })
}

impl<'a> Machine<'a> {
    const fn at(&self) -> u64 {
        self.at as u64
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], PickleError> {
        let left = self.file.len() - self.at;
        let length = usize::try_from(count).ok().filter(|&count| count <= left);
        let Some(length) = length else {
            return Err(PickleError::Truncated { at: self.at(), needed: count, left: left as u64 });
        };
        let taken = self.file.get(self.at..self.at + length).unwrap_or_default();
        self.at += length;
        Ok(taken)
    }

    /// An unsigned number of so many bytes.
    fn number(&mut self, bytes: u64) -> Result<u64, PickleError> {
        Ok(self.take(bytes)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn counted(&mut self, bytes: u64) -> Result<&'a [u8], PickleError> {
        let count = self.number(bytes)?;
        self.take(count)
    }

    fn text(&mut self, text: &'a [u8]) -> Result<&'a str, PickleError> {
        std::str::from_utf8(text).map_err(|_| self.wrong("a text", "no UTF-8"))
    }

    fn line(&mut self) -> Result<&'a str, PickleError> {
        let rest = self.file.get(self.at..).unwrap_or_default();
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return Err(PickleError::Truncated {
                at: self.at(),
                needed: rest.len() as u64 + 1,
                left: rest.len() as u64,
            });
        };
        let line = self.take(length as u64)?;
        self.take(1)?;
        self.text(line)
    }

    const fn wrong(&self, what: &'static str, found: &'static str) -> PickleError {
        PickleError::Wrong { at: self.at(), what, found }
    }

    fn push(&mut self, made: Made<'a>) {
        self.stack.push(self.made.len());
        self.made.push(made);
    }

    /// What the stack has above the last mark.
    const NOTHING: &'static str = "an empty stack";

    fn pop(&mut self) -> Result<Id, PickleError> {
        if self.marks.last().is_some_and(|&mark| mark == self.stack.len()) {
            return Err(self.wrong("a value", "a mark"));
        }
        self.stack.pop().ok_or_else(|| self.wrong("a value", Self::NOTHING))
    }

    fn top(&self) -> Result<Id, PickleError> {
        self.stack.last().copied().ok_or_else(|| self.wrong("a value", Self::NOTHING))
    }

    fn popped<const N: usize>(&mut self) -> Result<[Id; N], PickleError> {
        let mut all = [0; N];
        for place in all.iter_mut().rev() {
            *place = self.pop()?;
        }
        Ok(all)
    }

    fn popped_to_mark(&mut self) -> Result<Vec<Id>, PickleError> {
        let mark = self.marks.pop().ok_or_else(|| self.wrong("a mark", Self::NOTHING))?;
        Ok(self.stack.split_off(mark.min(self.stack.len())))
    }

    fn found(&self, id: Id) -> &'static str {
        self.made.get(id).map_or("nothing", Made::name)
    }

    fn set(&mut self, dict: Id, items: &[Id]) -> Result<(), PickleError> {
        let (pairs, rest) = items.as_chunks::<2>();
        let wrong = self.wrong("a dict", self.found(dict));
        match self.made.get_mut(dict) {
            Some(Made::Dict(all)) if rest.is_empty() => all.extend(pairs.iter().map(|&[key, value]| (key, value))),
            _ => return Err(wrong),
        }
        Ok(())
    }

    fn append(&mut self, list: Id, items: &[Id]) -> Result<(), PickleError> {
        let wrong = self.wrong("a list", self.found(list));
        match self.made.get_mut(list) {
            Some(Made::Sequence(all)) => all.extend(items),
            _ => return Err(wrong),
        }
        Ok(())
    }

    fn class(&mut self, module: &'a str, name: &'a str) -> Result<(), PickleError> {
        let class = Class::of(module, name, self.at())?;
        self.push(Made::Class(class));
        Ok(())
    }

    /// A call of a class: of an array with None, of a bytearray with bytes or nothing, of another one with nothing.
    fn object(&mut self) -> Result<(), PickleError> {
        let [class, arguments] = self.popped()?;
        let Some(Made::Class(class)) = self.made.get(class).cloned() else {
            return Err(self.wrong("a class", self.found(class)));
        };
        let Some(Made::Sequence(arguments)) = self.made.get(arguments) else {
            return Err(self.wrong("a tuple of arguments", self.found(arguments)));
        };
        let one = match **arguments {
            [] => None,
            [one] => self.made.get(one),
            _ => return Err(self.wrong("at most one argument", "more")),
        };
        let made = match (class, one) {
            (Class::ByteArray, Some(&Made::Bytes(bytes))) => Made::Bytes(bytes),
            (Class::ByteArray, None) => Made::Bytes(&[]),
            (Class::Array, Some(Made::None)) | (Class::Optimizer(_) | Class::Schedule, None) => {
                Made::Object(class, None)
            }
            (_, one) => return Err(self.wrong("the arguments of the class", one.map_or("nothing", Made::name))),
        };
        self.push(made);
        Ok(())
    }

    fn build(&mut self) -> Result<(), PickleError> {
        let state = self.pop()?;
        let object = self.top()?;
        let wrong = self.wrong("an object and its dict", self.found(object));
        match (self.made.get(state).is_some_and(|state| matches!(state, Made::Dict(_))), self.made.get_mut(object)) {
            (true, Some(Made::Object(_, own @ None))) => *own = Some(state),
            _ => return Err(wrong),
        }
        Ok(())
    }

    fn remember(&mut self, number: u64) -> Result<(), PickleError> {
        let top = self.top()?;
        self.memo.insert(number, top);
        Ok(())
    }

    fn recall(&mut self, number: u64) -> Result<(), PickleError> {
        let known = self.memo.get(&number).copied();
        self.stack.push(known.ok_or_else(|| self.wrong("something to recall", "nothing"))?);
        Ok(())
    }

    /// Runs one instruction; true for the last.
    fn instruction(&mut self) -> Result<bool, PickleError> {
        let at = self.at();
        let code = self.number(1)? as u8;
        match code {
            // PROTO, FRAME
            0x80 => {
                let protocol = self.number(1)?;
                if !(3..=5).contains(&protocol) {
                    return Err(PickleError::Protocol { found: protocol });
                }
            }
            0x95 => drop(self.number(8)?),
            b'.' => return Ok(true),
            // MARK, POP
            b'(' => self.marks.push(self.stack.len()),
            b'0' => drop(self.pop()?),
            b'N' => self.push(Made::None),
            // NEWTRUE, NEWFALSE
            0x88 | 0x89 => self.push(Made::Bool),
            // BININT, BININT1, BININT2, LONG1
            b'J' => {
                let number = self.number(4)? as u32;
                self.push(Made::Int(i64::from(number.cast_signed())));
            }
            b'K' | b'M' => {
                let number = self.number(if code == b'K' { 1 } else { 2 })?;
                self.push(Made::Int(number.cast_signed()));
            }
            0x8a => {
                let length = self.number(1)?;
                if length > 8 {
                    return Err(self.wrong("an int of 8 bytes", "a longer one"));
                }
                let number = self.number(length)?;
                // The sign is in the highest bit that there is.
                let unused = 64_u32.saturating_sub(8 * length as u32);
                let number = number.checked_shl(unused).unwrap_or(0).cast_signed();
                self.push(Made::Int(number.checked_shr(unused).unwrap_or(0)));
            }
            // BINFLOAT
            b'G' => {
                self.take(8)?;
                self.push(Made::Float);
            }
            // BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
            b'X' | 0x8c | 0x8d => {
                let text = self.counted(if code == b'X' {
                    4
                } else if code == 0x8c {
                    1
                } else {
                    8
                })?;
                let text = self.text(text)?;
                self.push(Made::Text(text));
            }
            // BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
            b'B' | b'C' | 0x8e | 0x96 => {
                let bytes = self.counted(if code == b'B' {
                    4
                } else if code == b'C' {
                    1
                } else {
                    8
                })?;
                self.push(Made::Bytes(bytes));
            }
            // EMPTY_TUPLE, EMPTY_LIST, EMPTY_DICT
            b')' | b']' => self.push(Made::Sequence(vec![])),
            b'}' => self.push(Made::Dict(vec![])),
            // TUPLE1, TUPLE2, TUPLE3, TUPLE
            0x85 => {
                let parts = self.popped::<1>()?.to_vec();
                self.push(Made::Sequence(parts));
            }
            0x86 => {
                let parts = self.popped::<2>()?.to_vec();
                self.push(Made::Sequence(parts));
            }
            0x87 => {
                let parts = self.popped::<3>()?.to_vec();
                self.push(Made::Sequence(parts));
            }
            b't' => {
                let parts = self.popped_to_mark()?;
                self.push(Made::Sequence(parts));
            }
            // APPEND, APPENDS, SETITEM, SETITEMS
            b'a' => {
                let item = self.popped::<1>()?;
                let list = self.top()?;
                self.append(list, &item)?;
            }
            b'e' => {
                let items = self.popped_to_mark()?;
                let list = self.top()?;
                self.append(list, &items)?;
            }
            b's' => {
                let items = self.popped::<2>()?;
                let dict = self.top()?;
                self.set(dict, &items)?;
            }
            b'u' => {
                let items = self.popped_to_mark()?;
                let dict = self.top()?;
                self.set(dict, &items)?;
            }
            // GLOBAL, STACK_GLOBAL
            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                self.class(module, name)?;
            }
            0x93 => {
                let [module, name] = self.popped()?;
                match (self.made.get(module), self.made.get(name)) {
                    (Some(&Made::Text(module)), Some(&Made::Text(name))) => self.class(module, name)?,
                    _ => return Err(self.wrong("the name of a class", self.found(name))),
                }
            }
            // REDUCE, NEWOBJ, BUILD
            b'R' | 0x81 => self.object()?,
            b'b' => self.build()?,
            // MEMOIZE, BINPUT, LONG_BINPUT, BINGET, LONG_BINGET
            0x94 => self.remember(self.memo.len() as u64)?,
            b'q' | b'r' => {
                let number = self.number(if code == b'q' { 1 } else { 4 })?;
                self.remember(number)?;
            }
            b'h' | b'j' => {
                let number = self.number(if code == b'h' { 1 } else { 4 })?;
                self.recall(number)?;
            }
            _ => return Err(PickleError::Opcode { at, found: code }),
        }
        Ok(false)
    }
}
