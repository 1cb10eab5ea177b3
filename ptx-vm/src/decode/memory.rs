//! Loads, stores, atomics and address spaces.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use super::values::Place;
use crate::fault::Space;
use crate::operation::{Class, Type};
use crate::parse::{Operand, Reason};
use crate::program::{Access, AtomicOperation, Instruction, SINK, Slot};

#[derive(Clone, Copy, PartialEq)]
enum StateSpace {
    Generic,
    In(Space),
}

const SPACES: [(&str, StateSpace); 9] = [
    ("global", StateSpace::In(Space::Global)),
    ("shared", StateSpace::In(Space::Shared)),
    ("shared::cta", StateSpace::In(Space::Shared)),
    ("local", StateSpace::In(Space::Local)),
    ("const", StateSpace::In(Space::Constant)),
    ("param", StateSpace::In(Space::Parameter)),
    ("param::entry", StateSpace::In(Space::Parameter)),
    ("param::func", StateSpace::In(Space::Parameter)),
    ("generic", StateSpace::Generic),
];

/// Who sees a strong operation in order. Every thread here sees one order, so the scopes need no distinction.
const SCOPES: [(&str, ()); 4] = [("cta", ()), ("cluster", ()), ("gpu", ()), ("sys", ())];

impl Modifiers<'_> {
    fn space(&mut self) -> Option<Space> {
        match self.take_one(&SPACES) {
            Some(StateSpace::In(space)) => Some(space),
            Some(StateSpace::Generic) | None => None,
        }
    }

    /// Advice about caches, which changes no value.
    fn take_cache_advice(&mut self, load: bool) {
        let operators: &[(&str, ())] = if load {
            &[("ca", ()), ("cg", ()), ("cs", ()), ("lu", ()), ("cv", ())]
        } else {
            &[("wb", ()), ("cg", ()), ("cs", ()), ("wt", ())]
        };
        self.take_one(operators);
        for name in [
            "L1::evict_normal",
            "L1::evict_unchanged",
            "L1::evict_first",
            "L1::evict_last",
            "L1::no_allocate",
            "L2::64B",
            "L2::128B",
            "L2::256B",
        ] {
            self.take(name);
        }
    }
}

impl<'t> Builder<'t, '_> {
    pub(super) fn load_store(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        if kind.class == Class::Predicate || kind.class == Class::Brain || (kind.float() && kind.bits == 16) {
            return modifiers.refuse_type(kind);
        }
        let load = name != "st";
        let count = modifiers.take_one(&[("v2", 2), ("v4", 4)]).unwrap_or(1);
        let space = modifiers.space();
        modifiers.take_cache_advice(load);
        let read_only = load && modifiers.take("nc");
        if read_only && space != Some(Space::Global) {
            return Err("`.nc` needs `.global`".to_owned());
        }
        let semantics: &[(&str, bool)] = if load {
            &[("weak", false), ("volatile", true), ("relaxed", true), ("acquire", true)]
        } else {
            &[("weak", false), ("volatile", true), ("relaxed", true), ("release", true)]
        };
        let strong = modifiers.take_one(semantics).unwrap_or(false);
        if strong {
            modifiers.take_one(&SCOPES);
        }
        modifiers.finish()?;
        if kind.bytes() * usize::from(count) > 16 {
            return Err("vectors have at most 16 bytes".to_owned());
        }
        let [first, second] = exactly(operands)?;
        let (value, address) = if load { (first, second) } else { (second, first) };
        let place = self.place(address)?;
        let mut sign_bits = 0;
        let mut slots = Vec::with_capacity(4);
        let single = std::slice::from_ref(value);
        let values: &[Operand<'t>] = match value {
            Operand::Vector(parts) if parts.len() == usize::from(count) => parts,
            _ if count == 1 => single,
            _ => return Err(format!("a vector of {count} registers is needed")),
        };
        for operand in values {
            if load {
                let (slot, register) = self.write_wide(operand, kind.bits)?;
                if kind.signed() && register > kind.bits {
                    sign_bits = register;
                }
                slots.push(slot);
            } else {
                slots.push(self.read_low(operand, kind)?);
            }
        }
        let access = Access { space, bytes: kind.bytes() as u8, count, sign_bits, strong, read_only };
        self.emit_access(load, place, &slots, access)
    }

    fn emit_access(&mut self, load: bool, place: Place, slots: &[Slot], access: Access) -> Result<(), Reason> {
        let first = slots.first().copied().unwrap_or(SINK);
        let bytes = usize::from(access.bytes);
        let in_parameters = access.space == Some(Space::Parameter);
        let check = |offset: usize, size: usize| {
            if !in_parameters {
                return Err("a parameter is reached through `.param` only".to_owned());
            }
            if bytes * slots.len() > size {
                return Err("the access goes beyond the parameter".to_owned());
            }
            if !offset.is_multiple_of(bytes * slots.len()) {
                return Err("the access to the parameter is misaligned".to_owned());
            }
            Ok(())
        };
        match place {
            Place::Argument { offset, size } => {
                check(offset, size)?;
                if !load {
                    return Err("parameters of an entry are read-only".to_owned());
                }
                for (index, &d) in slots.iter().enumerate() {
                    self.emit(Instruction::LoadArgument { d, offset: (offset + index * bytes) as u32, access });
                }
            }
            Place::Frame { offset, size } => {
                check(offset, size)?;
                for (index, &slot) in slots.iter().enumerate() {
                    let offset = (offset + index * bytes) as u32;
                    self.emit(if load {
                        Instruction::LoadFrame { d: slot, offset, access }
                    } else {
                        Instruction::StoreFrame { a: slot, offset, access }
                    });
                }
            }
            Place::Memory { base, offset } if slots.len() == 1 => {
                self.emit(if load {
                    Instruction::Load { d: first, address: base, offset, access }
                } else {
                    Instruction::Store { a: first, address: base, offset, access }
                });
            }
            Place::Memory { base, offset } => {
                let list =
                    u32::try_from(self.function.lists.len()).map_err(|_| "the function is too long".to_owned())?;
                self.function.lists.extend_from_slice(slots);
                self.emit(if load {
                    Instruction::LoadVector { list, address: base, offset, access }
                } else {
                    Instruction::StoreVector { list, address: base, offset, access }
                });
            }
        }
        Ok(())
    }

    pub(super) fn atomic(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        modifiers.take_one(&[("relaxed", ()), ("acquire", ()), ("release", ()), ("acq_rel", ())]);
        modifiers.take_one(&SCOPES);
        let space = modifiers.space();
        if !matches!(space, None | Some(Space::Global | Space::Shared)) {
            return Err("atomics work on global and shared memory".to_owned());
        }
        if kind.float() {
            return Err(
                "atomics on floats are not supported: their result depends on the order of the threads".to_owned()
            );
        }
        let operation = modifiers.choose(&[
            ("add", (AtomicOperation::Add, AtomicOperation::Add)),
            ("min", (AtomicOperation::MinimumUnsigned, AtomicOperation::MinimumSigned)),
            ("max", (AtomicOperation::MaximumUnsigned, AtomicOperation::MaximumSigned)),
            ("and", (AtomicOperation::And, AtomicOperation::And)),
            ("or", (AtomicOperation::Or, AtomicOperation::Or)),
            ("xor", (AtomicOperation::Xor, AtomicOperation::Xor)),
            ("exch", (AtomicOperation::Exchange, AtomicOperation::Exchange)),
            ("cas", (AtomicOperation::CompareExchange, AtomicOperation::CompareExchange)),
            ("inc", (AtomicOperation::Increment, AtomicOperation::Increment)),
            ("dec", (AtomicOperation::Decrement, AtomicOperation::Decrement)),
        ])?;
        let operation = if kind.signed() { operation.1 } else { operation.0 };
        let exists = match operation {
            AtomicOperation::And
            | AtomicOperation::Or
            | AtomicOperation::Xor
            | AtomicOperation::Exchange
            | AtomicOperation::CompareExchange => kind.class == Class::Bits,
            AtomicOperation::Increment | AtomicOperation::Decrement => {
                kind == Type { class: Class::Unsigned, bits: 32 }
            }
            _ => kind.integer(),
        };
        if !exists || !matches!(kind.bits, 32 | 64) {
            return modifiers.refuse_type(kind);
        }
        modifiers.finish()?;
        let (d, rest) = match operands.split_first() {
            Some((d, rest)) if name == "atom" => (self.write(d, kind.bits)?, rest),
            _ => (SINK, operands),
        };
        let (address, b, c) = match (rest, operation == AtomicOperation::CompareExchange) {
            ([address, b], false) => (address, b, None),
            ([address, b, c], true) if name == "atom" => (address, b, Some(c)),
            _ => return Err("the number of operands is wrong".to_owned()),
        };
        let b = self.read(b, kind)?;
        let c = c.map_or(Ok(SINK), |operand| self.read(operand, kind))?;
        let Place::Memory { base, offset } = self.place(address)? else {
            return Err("atomics work on global and shared memory".to_owned());
        };
        self.emit(Instruction::Atomic { operation, wide: kind.bits == 64, space, d, address: base, b, c, offset });
        Ok(())
    }

    pub(super) fn space(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        if name == "isspacep" {
            let Some(space) = modifiers.space() else { return Err("`isspacep` needs a space".to_owned()) };
            modifiers.finish()?;
            let [d, a] = exactly(operands)?;
            let (a, d) = (self.read(a, Type { class: Class::Unsigned, bits: 64 })?, self.write(d, 1)?);
            self.emit(Instruction::IsSpace { d, a, space });
            return Ok(());
        }
        let kind = modifiers.last_type()?;
        let to = modifiers.take("to");
        let Some(space) = modifiers.space() else { return Err("`cvta` needs a space".to_owned()) };
        if kind != (Type { class: Class::Unsigned, bits: 64 }) {
            return modifiers.refuse_type(kind);
        }
        modifiers.finish()?;
        let [d, a] = exactly(operands)?;
        let a = match self.address_of(a)? {
            Some(address) => address,
            None => self.read(a, kind)?,
        };
        let d = self.write(d, 64)?;
        match space {
            // Addresses of these spaces are generic addresses.
            Space::Global | Space::Constant => self.emit(Instruction::Move { d, a }),
            space if to => self.emit(Instruction::FromGeneric { d, a, space }),
            space => self.emit(Instruction::ToGeneric { d, a, space }),
        }
        Ok(())
    }

    /// Memory here is sequentially consistent: what orders memory needs no work.
    pub(super) fn ordering(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        match name {
            "fence" => {
                modifiers.take_one(&[("sc", ()), ("acq_rel", ()), ("acquire", ()), ("release", ())]);
                modifiers.choose(&SCOPES)?;
            }
            "membar" => modifiers.choose(&[("cta", ()), ("gl", ()), ("sys", ())])?,
            _ => {
                let kind = modifiers.last_type()?;
                modifiers.finish()?;
                let [time] = exactly(operands)?;
                self.read(time, kind)?;
                self.emit(Instruction::Nothing);
                return Ok(());
            }
        }
        modifiers.finish()?;
        exactly::<0>(operands)?;
        self.emit(Instruction::Nothing);
        Ok(())
    }
}
