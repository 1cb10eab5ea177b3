//! Collects the instructions of one function.

use std::collections::HashMap;

use super::symbol::{Scope, Symbol, split_register};
use crate::parse::Reason;
use crate::program::{Function, Instruction, SINK, Slot, SourcePlace};

/// What the module has declared so far.
#[derive(Debug, Default)]
pub(crate) struct Globals<'t> {
    pub names: HashMap<&'t str, Symbol>,
    pub functions: Vec<Function>,
    pub function_by_name: HashMap<&'t str, usize>,
}

struct Fixup<'t> {
    scope: usize,
    label: &'t str,
    line: u32,
    place: FixupPlace,
}

enum FixupPlace {
    /// The branch at this position of the code.
    Code(usize),
    /// An entry of a branch table.
    Target(usize),
}

pub(crate) struct Builder<'t, 'g> {
    pub globals: &'g Globals<'t>,
    pub function: Function,
    pub line: u32,
    pub place: Option<SourcePlace>,
    parameters: HashMap<String, Symbol>,
    scopes: Vec<Scope<'t>>,
    scope: usize,
    declarations: u32,
    registers: HashMap<(u32, u64), Slot>,
    constants: HashMap<u64, Slot>,
    labels: HashMap<(usize, &'t str), u32>,
    fixups: Vec<Fixup<'t>>,
}

impl<'t, 'g> Builder<'t, 'g> {
    /// `function` has its name, parameters and results.
    pub(crate) fn new(globals: &'g Globals<'t>, function: Function, line: u32) -> Self {
        let mut builder = Builder {
            globals,
            function,
            line,
            place: None,
            parameters: HashMap::new(),
            scopes: vec![Scope::default()],
            scope: 0,
            declarations: 0,
            registers: HashMap::new(),
            constants: HashMap::new(),
            labels: HashMap::new(),
            fixups: Vec::new(),
        };
        builder.function.frame = vec![0; usize::from(SINK) + 1];
        builder
    }

    pub(crate) fn open_scope(&mut self) {
        self.scopes.push(Scope { parent: Some(self.scope), names: HashMap::new() });
        self.scope = self.scopes.len() - 1;
    }

    /// False when no scope is open.
    pub(crate) fn close_scope(&mut self) -> bool {
        match self.scopes.get(self.scope).and_then(|scope| scope.parent) {
            Some(parent) => {
                self.scope = parent;
                true
            }
            None => false,
        }
    }

    pub(crate) fn declare(&mut self, name: &'t str, symbol: Symbol) -> Result<(), Reason> {
        let Some(scope) = self.scopes.get_mut(self.scope) else { return Err("no scope is open".to_owned()) };
        match scope.names.insert(name, symbol) {
            None => Ok(()),
            Some(_) => Err(format!("`{name}` is declared twice in one scope")),
        }
    }

    /// A parameter of the function itself, whose name the function owns. Names declared in the body hide it.
    pub(crate) fn declare_parameter(&mut self, name: &str, symbol: Symbol) {
        self.parameters.insert(name.to_owned(), symbol);
    }

    pub(crate) fn declare_registers(&mut self, name: &'t str, bits: u8, count: Option<u64>) -> Result<(), Reason> {
        let declaration = self.declarations;
        self.declarations += 1;
        let symbol = match count {
            Some(count) => Symbol::RegisterRange { declaration, bits, count },
            None => Symbol::Register { declaration, bits },
        };
        self.declare(name, symbol)
    }

    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        let range = split_register(name);
        let mut scope = Some(self.scope);
        while let Some(current) = scope.and_then(|scope| self.scopes.get(scope)) {
            if let Some(&symbol) = current.names.get(name)
                && !matches!(symbol, Symbol::RegisterRange { .. })
            {
                return Some(symbol);
            }
            if let Some((prefix, index)) = range
                && let Some(&symbol @ Symbol::RegisterRange { count, .. }) = current.names.get(prefix)
                && index < count
            {
                return Some(symbol);
            }
            scope = current.parent;
        }
        self.parameters.get(name).or_else(|| self.globals.names.get(name)).copied()
    }

    /// Slot and width of a register, if the name is that of one.
    pub(crate) fn register(&mut self, name: &str) -> Result<Option<(Slot, u8)>, Reason> {
        let (key, bits) = match self.find(name) {
            Some(Symbol::Register { declaration, bits }) => ((declaration, 0), bits),
            Some(Symbol::RegisterRange { declaration, bits, .. }) => {
                ((declaration, split_register(name).map_or(0, |(_, index)| index)), bits)
            }
            _ => return Ok(None),
        };
        if let Some(&slot) = self.registers.get(&key) {
            return Ok(Some((slot, bits)));
        }
        let slot = self.new_slot(0)?;
        self.registers.insert(key, slot);
        Ok(Some((slot, bits)))
    }

    fn new_slot(&mut self, value: u64) -> Result<Slot, Reason> {
        let slot = Slot::try_from(self.function.frame.len())
            .map_err(|_| "the function uses more than 65,535 registers and constants".to_owned())?;
        self.function.frame.push(value);
        Ok(slot)
    }

    /// A slot that no other instruction uses.
    pub(crate) fn temporary(&mut self) -> Result<Slot, Reason> {
        self.new_slot(0)
    }

    pub(crate) fn constant(&mut self, value: u64) -> Result<Slot, Reason> {
        if let Some(&slot) = self.constants.get(&value) {
            return Ok(slot);
        }
        let slot = self.new_slot(value)?;
        self.constants.insert(value, slot);
        Ok(slot)
    }

    pub(crate) fn emit(&mut self, instruction: Instruction) {
        self.function.code.push(instruction);
        self.function.lines.push(self.line);
        self.function.places.push(self.place);
    }

    pub(crate) fn label(&mut self, name: &'t str) -> Result<(), Reason> {
        let position = self.position()?;
        match self.labels.insert((self.scope, name), position) {
            None => Ok(()),
            Some(_) => Err(format!("the label `{name}` stands twice in one scope")),
        }
    }

    fn position(&self) -> Result<u32, Reason> {
        u32::try_from(self.function.code.len()).map_err(|_| "the function is too long".to_owned())
    }

    /// Emits a branch whose target is set when the function is complete.
    pub(crate) fn branch(&mut self, label: &'t str, instruction: Instruction) {
        self.fixups.push(Fixup {
            scope: self.scope,
            label,
            line: self.line,
            place: FixupPlace::Code(self.function.code.len()),
        });
        self.emit(instruction);
    }

    pub(crate) fn branch_targets(&mut self, name: &'t str, labels: &[&'t str]) -> Result<(), Reason> {
        let first = self.function.targets.len();
        for label in labels {
            self.fixups.push(Fixup {
                scope: self.scope,
                label,
                line: self.line,
                place: FixupPlace::Target(self.function.targets.len()),
            });
            self.function.targets.push(0);
        }
        let (Ok(first), Ok(count)) = (u32::try_from(first), u32::try_from(labels.len())) else {
            return Err("the branch table is too long".to_owned());
        };
        self.declare(name, Symbol::Targets { first, count })
    }

    fn find_label(&self, mut scope: usize, label: &str) -> Option<u32> {
        loop {
            if let Some(&position) = self.labels.get(&(scope, label)) {
                return Some(position);
            }
            scope = self.scopes.get(scope)?.parent?;
        }
    }

    /// Sets the targets of all branches.
    pub(crate) fn finish(mut self) -> Result<Function, (u32, Reason)> {
        for fixup in std::mem::take(&mut self.fixups) {
            let Some(position) = self.find_label(fixup.scope, fixup.label) else {
                return Err((fixup.line, format!("there is no label `{}`", fixup.label)));
            };
            match fixup.place {
                FixupPlace::Code(at) => {
                    if let Some(Instruction::Branch { target } | Instruction::BranchIf { target, .. }) =
                        self.function.code.get_mut(at)
                    {
                        *target = position;
                    }
                }
                FixupPlace::Target(at) => {
                    if let Some(target) = self.function.targets.get_mut(at) {
                        *target = position;
                    }
                }
            }
        }
        self.function.defined = true;
        Ok(self.function)
    }
}
