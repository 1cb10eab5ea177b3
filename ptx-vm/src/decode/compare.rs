//! Comparisons and selections.

use super::builder::Builder;
use super::instruction::exactly;
use super::modifiers::Modifiers;
use crate::operation::{Binary, Class, Comparison, Type, Unary};
use crate::parse::{Operand, Reason};
use crate::program::{Instruction, SINK, Slot};

#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Numbers,
    Nan,
}

/// Name, relation, and: true also for NaN, only for unsigned integers.
const RELATIONS: [(&str, (Relation, bool, bool)); 18] = [
    ("eq", (Relation::Equal, false, false)),
    ("ne", (Relation::NotEqual, false, false)),
    ("lt", (Relation::Less, false, false)),
    ("le", (Relation::LessEqual, false, false)),
    ("gt", (Relation::Greater, false, false)),
    ("ge", (Relation::GreaterEqual, false, false)),
    ("lo", (Relation::Less, false, true)),
    ("ls", (Relation::LessEqual, false, true)),
    ("hi", (Relation::Greater, false, true)),
    ("hs", (Relation::GreaterEqual, false, true)),
    ("equ", (Relation::Equal, true, false)),
    ("neu", (Relation::NotEqual, true, false)),
    ("ltu", (Relation::Less, true, false)),
    ("leu", (Relation::LessEqual, true, false)),
    ("gtu", (Relation::Greater, true, false)),
    ("geu", (Relation::GreaterEqual, true, false)),
    ("num", (Relation::Numbers, true, false)),
    ("nan", (Relation::Nan, true, false)),
];

/// The operation, and whether its operands are exchanged.
fn comparison((relation, or_nan, unsigned_only): (Relation, bool, bool), kind: Type) -> Option<(Comparison, bool)> {
    use Comparison as C;
    let exchange = matches!(relation, Relation::Greater | Relation::GreaterEqual);
    let relation = match relation {
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        other => other,
    };
    let operation = match (kind.class, kind.bits, relation, or_nan) {
        (Class::Float, ..) if unsigned_only => return None,
        (Class::Float, 32, Relation::Equal, false) => C::EqualF32,
        (Class::Float, 32, Relation::NotEqual, false) => C::NotEqualF32,
        (Class::Float, 32, Relation::Less, false) => C::LessF32,
        (Class::Float, 32, Relation::LessEqual, false) => C::LessEqualF32,
        (Class::Float, 32, Relation::Equal, true) => C::EqualOrNanF32,
        (Class::Float, 32, Relation::NotEqual, true) => C::NotEqualOrNanF32,
        (Class::Float, 32, Relation::Less, true) => C::LessOrNanF32,
        (Class::Float, 32, Relation::LessEqual, true) => C::LessEqualOrNanF32,
        (Class::Float, 32, Relation::Numbers, _) => C::NumbersF32,
        (Class::Float, 32, Relation::Nan, _) => C::NanF32,
        (Class::Float, 64, Relation::Equal, false) => C::EqualF64,
        (Class::Float, 64, Relation::NotEqual, false) => C::NotEqualF64,
        (Class::Float, 64, Relation::Less, false) => C::LessF64,
        (Class::Float, 64, Relation::LessEqual, false) => C::LessEqualF64,
        (Class::Float, 64, Relation::Equal, true) => C::EqualOrNanF64,
        (Class::Float, 64, Relation::NotEqual, true) => C::NotEqualOrNanF64,
        (Class::Float, 64, Relation::Less, true) => C::LessOrNanF64,
        (Class::Float, 64, Relation::LessEqual, true) => C::LessEqualOrNanF64,
        (Class::Float, 64, Relation::Numbers, _) => C::NumbersF64,
        (Class::Float, 64, Relation::Nan, _) => C::NanF64,
        (Class::Unsigned | Class::Signed | Class::Bits, 16.., Relation::Equal, false) => C::Equal,
        (Class::Unsigned | Class::Signed | Class::Bits, 16.., Relation::NotEqual, false) => C::NotEqual,
        (Class::Unsigned, 16.., Relation::Less, false) => C::LessUnsigned,
        (Class::Unsigned, 16.., Relation::LessEqual, false) => C::LessEqualUnsigned,
        (Class::Signed, ..) if unsigned_only => return None,
        (Class::Signed, 16, Relation::Less, false) => C::LessSigned16,
        (Class::Signed, 16, Relation::LessEqual, false) => C::LessEqualSigned16,
        (Class::Signed, 32, Relation::Less, false) => C::LessSigned32,
        (Class::Signed, 32, Relation::LessEqual, false) => C::LessEqualSigned32,
        (Class::Signed, 64, Relation::Less, false) => C::LessSigned64,
        (Class::Signed, 64, Relation::LessEqual, false) => C::LessEqualSigned64,
        _ => return None,
    };
    Some((operation, exchange))
}

impl<'t> Builder<'t, '_> {
    pub(super) fn comparison(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let kind = modifiers.last_type()?;
        match name {
            "selp" => {
                modifiers.finish()?;
                if kind.bits < 16 {
                    return Err("`selp` of this type does not exist".to_owned());
                }
                let [d, a, b, predicate] = exactly(operands)?;
                let (a, b, predicate) = (self.read(a, kind)?, self.read(b, kind)?, self.read_predicate(predicate)?);
                let d = self.write(d, kind.bits)?;
                self.emit(Instruction::Select { d, a, b, predicate });
                Ok(())
            }
            "slct" => self.slct(kind, modifiers, operands),
            "set" => {
                let result = modifiers.last_type()?;
                let operation = match (result.class, result.bits) {
                    (Class::Unsigned | Class::Signed, 32) => Unary::Fill32,
                    (Class::Float, 32) => Unary::OneF32,
                    _ => return modifiers.refuse_type(result),
                };
                let (relation, flush) = self.relation(kind, &mut modifiers)?;
                modifiers.finish()?;
                let [d, a, b] = exactly(operands)?;
                let predicate = self.compare(relation, flush, kind, a, b)?;
                let d = self.write(d, 32)?;
                self.emit(Instruction::Unary { operation, d, a: predicate });
                Ok(())
            }
            _ => self.setp(kind, modifiers, operands),
        }
    }

    fn relation(&mut self, kind: Type, modifiers: &mut Modifiers<'t>) -> Result<((Comparison, bool), bool), Reason> {
        let relation = modifiers.choose(&RELATIONS)?;
        let flush = modifiers.take("ftz");
        if flush && (kind.class != Class::Float || kind.bits != 32) {
            return Err("`.ftz` exists for f32 only".to_owned());
        }
        match comparison(relation, kind) {
            Some(found) => Ok((found, flush)),
            None => Err("this comparison does not exist for this type, or is not supported".to_owned()),
        }
    }

    fn compare(
        &mut self,
        (operation, exchange): (Comparison, bool),
        flush: bool,
        kind: Type,
        a: &Operand<'t>,
        b: &Operand<'t>,
    ) -> Result<Slot, Reason> {
        let (mut a, mut b) = (self.read(a, kind)?, self.read(b, kind)?);
        if flush {
            for operand in [&mut a, &mut b] {
                let flushed = self.temporary()?;
                self.emit(Instruction::Unary { operation: Unary::FlushF32, d: flushed, a: *operand });
                *operand = flushed;
            }
        }
        if exchange {
            std::mem::swap(&mut a, &mut b);
        }
        let d = self.temporary()?;
        self.emit(Instruction::Compare { operation, d, a, b });
        Ok(d)
    }

    fn setp(&mut self, kind: Type, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let combine = modifiers.take_one(&[("and", Binary::And), ("or", Binary::Or), ("xor", Binary::Xor)]);
        let (relation, flush) = self.relation(kind, &mut modifiers)?;
        modifiers.finish()?;
        let (destination, a, b, third) = match (operands, combine) {
            ([d, a, b], None) => (d, a, b, None),
            ([d, a, b, c], Some(_)) => (d, a, b, Some(c)),
            _ => return Err("the number of operands is wrong".to_owned()),
        };
        let result = self.compare(relation, flush, kind, a, b)?;
        let third = third.map(|operand| self.read_predicate(operand)).transpose()?;
        let (p, q) = self.write_pair(destination, 1)?;
        // The plain form, by far the most frequent, writes its predicate at once.
        if let (None, SINK) = (combine, q)
            && let Some(Instruction::Compare { d, .. }) = self.function.code.last_mut()
        {
            *d = p;
            return Ok(());
        }
        let opposite = self.temporary()?;
        self.emit(Instruction::Unary { operation: Unary::Not1, d: opposite, a: result });
        for (d, value) in [(p, result), (q, opposite)] {
            match (combine, third) {
                _ if d == SINK => {}
                // `p` may be the register of `c`, whose old value `q` still needs.
                (Some(operation), Some(c)) => self.emit(Instruction::Binary { operation, d: value, a: value, b: c }),
                _ => {}
            }
        }
        self.emit(Instruction::Move { d: p, a: result });
        self.emit(Instruction::Move { d: q, a: opposite });
        Ok(())
    }

    /// `slct.dtype.ctype d, a, b, c`: a where c >= 0.
    fn slct(&mut self, kind: Type, mut modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let flush = modifiers.take("ftz");
        let result = modifiers.last_type()?;
        modifiers.finish()?;
        let relation = match (kind.class, kind.bits) {
            (Class::Signed, 32) if !flush => (Comparison::LessEqualSigned32, false),
            (Class::Float, 32) => (Comparison::LessEqualF32, false),
            _ => return Err("`slct` chooses by s32 or f32".to_owned()),
        };
        let [d, a, b, c] = exactly(operands)?;
        let zero = if kind.float() { Operand::Single(0) } else { Operand::Integer(0) };
        let predicate = self.compare(relation, flush, kind, &zero, c)?;
        let (a, b) = (self.read(a, result)?, self.read(b, result)?);
        let d = self.write(d, result.bits)?;
        self.emit(Instruction::Select { d, a, b, predicate });
        Ok(())
    }
}
