//! Branches, calls and ends.

use super::builder::Builder;
use super::instruction::{Guard, exactly};
use super::modifiers::Modifiers;
use super::symbol::Symbol;
use crate::operation::{Class, Type};
use crate::parse::{Operand, Reason};
use crate::program::{Call, Instruction, Parameter, Transfer};

impl<'t> Builder<'t, '_> {
    pub(super) fn bra(
        &mut self,
        guard: Option<Guard<'t>>,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        modifiers.take("uni");
        modifiers.finish()?;
        let [Operand::Name(label)] = exactly(operands)? else { return Err("`bra` needs a label".to_owned()) };
        match guard {
            None => self.branch(label, Instruction::Branch { target: 0 }),
            Some(guard) => {
                let predicate = self.read_predicate(&Operand::Name(guard.predicate))?;
                self.branch(label, Instruction::BranchIf { predicate, unless: guard.negated, target: 0 });
            }
        }
        Ok(())
    }

    pub(super) fn control(
        &mut self,
        name: &str,
        mut modifiers: Modifiers<'t>,
        operands: &[Operand<'t>],
    ) -> Result<(), Reason> {
        match name {
            "call" => {
                modifiers.take("uni");
                modifiers.finish()?;
                return self.call(operands);
            }
            "brx" => {
                if !modifiers.take("idx") {
                    return Err("`brx` needs `.idx`".to_owned());
                }
                modifiers.take("uni");
                modifiers.finish()?;
                let [index, Operand::Name(table)] = exactly(operands)? else {
                    return Err("`brx.idx` needs a table of targets".to_owned());
                };
                let a = self.read(index, Type { class: Class::Unsigned, bits: 32 })?;
                let Some(Symbol::Targets { first, count }) = self.find(table) else {
                    return Err(format!("`{table}` is no table of targets"));
                };
                self.emit(Instruction::BranchIndex { a, first, count });
                return Ok(());
            }
            "ret" => {
                modifiers.take("uni");
            }
            _ => {}
        }
        modifiers.finish()?;
        exactly::<0>(operands)?;
        self.emit(match name {
            // Returning from an entry ends the thread.
            "ret" => Instruction::Return,
            "exit" => Instruction::Exit,
            "trap" => Instruction::Trap,
            _ => Instruction::Breakpoint,
        });
        Ok(())
    }

    /// `call (results), name, (arguments)`; both groups may be missing.
    fn call(&mut self, operands: &[Operand<'t>]) -> Result<(), Reason> {
        let (results, name, arguments): (&[&str], &str, &[&str]) = match operands {
            [Operand::Name(name)] => (&[], name, &[]),
            [Operand::Name(name), Operand::Group(arguments)] => (&[], name, arguments),
            [Operand::Group(results), Operand::Name(name)] => (results, name, &[]),
            [Operand::Group(results), Operand::Name(name), Operand::Group(arguments)] => (results, name, arguments),
            _ => return Err("a call of this form is not supported".to_owned()),
        };
        let Some(&index) = self.globals.function_by_name.get(name) else {
            return Err(match self.find(name) {
                Some(_) => "calls through a register are not supported".to_owned(),
                None => format!("the function `{name}` is not declared"),
            });
        };
        let Some(callee) = self.globals.functions.get(index) else {
            return Err(format!("the function `{name}` is not declared"));
        };
        let (parameters, returned) = (callee.parameters.as_slice(), callee.results.as_slice());
        let arguments = self.transfers(arguments, parameters)?;
        let results = self.transfers(results, returned)?;
        let call = u32::try_from(self.function.calls.len()).map_err(|_| "the function is too long".to_owned())?;
        self.function.calls.push(Call { function: index, arguments, results });
        self.emit(Instruction::Call { call });
        Ok(())
    }

    fn transfers(&self, names: &[&str], parameters: &[Parameter]) -> Result<Vec<Transfer>, Reason> {
        if names.len() != parameters.len() {
            return Err(format!("the function has {} parameters here, {} are given", parameters.len(), names.len()));
        }
        let mut transfers = Vec::with_capacity(names.len());
        for (name, parameter) in names.iter().zip(parameters) {
            match self.find(name) {
                Some(Symbol::FrameParameter { offset, size }) if size == parameter.size => {
                    transfers.push(Transfer { caller: offset, callee: parameter.offset, size });
                }
                Some(Symbol::FrameParameter { size, .. }) => {
                    return Err(format!(
                        "`{name}` has {size} bytes, the parameter `{}` {}",
                        parameter.name, parameter.size
                    ));
                }
                _ => return Err(format!("`{name}` is not a parameter in `.param` space")),
            }
        }
        Ok(transfers)
    }
}
