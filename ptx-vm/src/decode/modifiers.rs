//! The parts of an opcode after its name. Each decoder takes those that it knows; what is left is refused.

use crate::operation::Type;
use crate::parse::Reason;

pub(crate) struct Modifiers<'t> {
    opcode: &'t str,
    parts: Vec<&'t str>,
}

impl<'t> Modifiers<'t> {
    /// The name of the instruction and its modifiers.
    pub(crate) fn new(opcode: &'t str) -> (&'t str, Self) {
        let mut parts = opcode.split('.');
        let name = parts.next().unwrap_or_default();
        (name, Modifiers { opcode, parts: parts.collect() })
    }

    pub(crate) fn take(&mut self, name: &str) -> bool {
        match self.parts.iter().position(|part| *part == name) {
            Some(position) => {
                self.parts.remove(position);
                true
            }
            None => false,
        }
    }

    /// The first of the alternatives that is there.
    pub(crate) fn take_one<T: Copy>(&mut self, alternatives: &[(&str, T)]) -> Option<T> {
        alternatives.iter().find(|(name, _)| self.take(name)).map(|&(_, value)| value)
    }

    pub(crate) fn choose<T: Copy>(&mut self, alternatives: &[(&str, T)]) -> Result<T, Reason> {
        self.take_one(alternatives).ok_or_else(|| {
            let names: Vec<_> = alternatives.iter().map(|(name, _)| format!("`.{name}`")).collect();
            format!("`{}` needs one of {}", self.opcode, names.join(", "))
        })
    }

    /// The last modifier if it is a type.
    pub(crate) fn last_type(&mut self) -> Result<Type, Reason> {
        match self.parts.last().and_then(|part| Type::parse(part)) {
            Some(kind) => {
                self.parts.pop();
                Ok(kind)
            }
            None => Err(format!("`{}` does not end in a type that is supported", self.opcode)),
        }
    }

    pub(crate) fn finish(self) -> Result<(), Reason> {
        match self.parts.first() {
            None => Ok(()),
            Some(part) => Err(format!("the modifier `.{part}` of `{}` is not supported", self.opcode)),
        }
    }

    pub(crate) fn refuse_type<T>(&self, kind: Type) -> Result<T, Reason> {
        Err(format!("`{}` is not supported for {} bits of this type", self.opcode, kind.bits))
    }
}
