//! One statement: guard, opcode, operands.

use super::builder::Builder;
use super::modifiers::Modifiers;
use crate::parse::{Operand, Reason};
use crate::program::Instruction;

/// The predicate before an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard<'t> {
    pub predicate: &'t str,
    pub negated: bool,
}

/// The operands, if there are as many as needed.
pub(crate) fn exactly<'o, 't, const COUNT: usize>(
    operands: &'o [Operand<'t>],
) -> Result<&'o [Operand<'t>; COUNT], Reason> {
    operands.try_into().map_err(|_| format!("{COUNT} operands are needed, {} are given", operands.len()))
}

impl<'t> Builder<'t, '_> {
    pub(crate) fn statement(
        &mut self,
        guard: Option<Guard<'t>>,
        opcode: &'t str,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        let (name, modifiers) = Modifiers::new(opcode);
        if name == "bra" {
            return self.bra(guard, modifiers, operands);
        }
        let Some(guard) = guard else { return self.instruction(name, modifiers, operands) };
        let predicate = self.read_predicate(&Operand::Name(guard.predicate))?;
        let at = self.function.code.len();
        self.emit(Instruction::Nothing);
        self.instruction(name, modifiers, operands)?;
        let count =
            u8::try_from(self.function.code.len() - at - 1).map_err(|_| "the instruction is too long".to_owned())?;
        if let Some(place) = self.function.code.get_mut(at) {
            *place = Instruction::Guard { predicate, unless: guard.negated, count };
        }
        Ok(())
    }

    fn instruction(&mut self, name: &'t str, modifiers: Modifiers<'t>, operands: &[Operand<'t>]) -> Result<(), Reason> {
        match name {
            "add" | "sub" | "mul" | "div" | "min" | "max" | "fma" | "mad" | "neg" | "abs" | "rem" | "addc" | "subc"
            | "madc" | "sad" | "mul24" | "mad24" | "dp4a" => self.arithmetic(name, modifiers, operands),
            "sqrt" | "rcp" | "copysign" | "testp" => self.float_only(name, modifiers, operands),
            "and" | "or" | "xor" | "not" | "cnot" | "shl" | "shr" | "lop3" => self.logic(name, modifiers, operands),
            "popc" | "clz" | "brev" | "bfind" | "bfe" | "bfi" | "shf" | "prmt" => self.bits(name, modifiers, operands),
            "setp" | "set" | "selp" | "slct" => self.comparison(name, modifiers, operands),
            "mov" => self.mov(modifiers, operands),
            "cvt" => self.cvt(modifiers, operands),
            "ld" | "ldu" | "st" => self.load_store(name, modifiers, operands),
            "atom" | "red" => self.atomic(name, modifiers, operands),
            "cvta" | "isspacep" => self.space(name, modifiers, operands),
            "fence" | "membar" | "nanosleep" => self.ordering(name, modifiers, operands),
            "brx" | "call" | "ret" | "exit" | "trap" | "brkpt" => self.control(name, modifiers, operands),
            "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => self.collective(name, modifiers, operands),
            "bar" | "barrier" => self.barrier(name, modifiers, operands),
            _ => Err(format!("the instruction `{name}` is not supported")),
        }
    }
}
