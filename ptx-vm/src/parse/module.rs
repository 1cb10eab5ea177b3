//! The whole text.

use std::collections::HashMap;
use std::sync::Arc;

use super::Reason;
use super::cursor::{Cursor, describe};
use super::lexer::{Kind, tokens};
use crate::decode::{Builder, Globals, Symbol};
use crate::error::ParseError;
use crate::memory::{SharedLayout, Variable};
use crate::program::{Function, Module, Parameter};

#[derive(Default)]
struct Declarations<'t> {
    globals: Globals<'t>,
    entries: Vec<usize>,
    variables: Vec<Variable>,
    shared: SharedLayout,
    files: HashMap<u64, String>,
}

impl Module {
    /// Reads a PTX module.
    ///
    /// # Errors
    ///
    /// A form that this crate does not carry out exactly is refused here, with its line: nothing is skipped silently.
    ///
    /// ```
    /// let error = ptx_vm::Module::parse(".version 7.0\n.target sm_80\n.address_size 64\n.texref t;").unwrap_err();
    /// assert_eq!(error.line, 4);
    /// ```
    pub fn parse(text: &str) -> Result<Module, ParseError> {
        let lines = line_ranges(text);
        let error = |line: u32, reason: Reason| {
            let range = lines.get((line as usize).saturating_sub(1)).cloned().unwrap_or_default();
            ParseError {
                line: line as usize,
                source_line: text.get(range).unwrap_or_default().trim().to_owned(),
                reason,
            }
        };
        let mut cursor = Cursor::new(tokens(text).map_err(|(line, reason)| error(line, reason))?);
        let mut declarations = Declarations::default();
        while cursor.peek() != Kind::End {
            let start = cursor.line();
            declarations
                .item(&mut cursor)
                .map_err(|(line, reason)| error(line.unwrap_or(cursor.line().max(start)), reason))?;
        }
        let Declarations { globals, entries, variables, shared, files } = declarations;
        if let Some((line, name)) = undefined_call(&globals.functions) {
            return Err(error(line, format!("the function `{name}` has no body in this module")));
        }
        let entry_by_name =
            entries.iter().filter_map(|&index| Some((globals.functions.get(index)?.name.clone(), index))).collect();
        let functions = globals.functions;
        Ok(Module {
            text: text.to_owned(),
            lines,
            functions,
            entries,
            entry_by_name,
            variables,
            shared: Arc::new(shared),
            files,
        })
    }
}

fn line_ranges(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let range = start..start + line.len();
            start = range.end + 1;
            range
        })
        .collect()
}

/// Line and name of a call to a function that is declared only.
fn undefined_call(functions: &[Function]) -> Option<(u32, &str)> {
    for function in functions {
        for (instruction, &line) in function.code.iter().zip(&function.lines) {
            if let crate::program::Instruction::Call { call } = instruction {
                let callee = functions.get(function.calls.get(*call as usize)?.function)?;
                if !callee.defined {
                    return Some((line, &callee.name));
                }
            }
        }
    }
    None
}

/// A reason, with a line where it is not that of the next token.
type ItemError = (Option<u32>, Reason);

impl<'t> Declarations<'t> {
    fn item(&mut self, cursor: &mut Cursor<'t>) -> Result<(), ItemError> {
        let line = cursor.line();
        let here = |reason: Reason| (Some(line), reason);
        let plain = |reason: Reason| (None, reason);
        let word = cursor.word().map_err(here)?;
        match word {
            ".version" => match cursor.next() {
                Kind::Decimal(_) | Kind::Integer(_) => Ok(()),
                other => Err(here(format!("{} is no version", describe(other)))),
            },
            ".target" => target(cursor).map_err(here),
            ".address_size" => match cursor.integer().map_err(here)? {
                64 => Ok(()),
                other => Err(here(format!("addresses of {other} bits are not supported"))),
            },
            ".file" => {
                let number = cursor.integer().map_err(here)?;
                let Kind::Text(name) = cursor.next() else { return Err(here("`.file` needs a name".to_owned())) };
                self.files.insert(number, name.to_owned());
                while cursor.accept(',') {
                    cursor.integer().map_err(here)?;
                }
                Ok(())
            }
            ".section" => skip_section(cursor).map_err(here),
            ".pragma" => cursor.pragma().map_err(here),
            ".visible" | ".weak" | ".extern" | ".common" | ".entry" | ".func" | ".global" | ".const" | ".shared" => {
                let external = word == ".extern";
                let kind = if matches!(word, ".visible" | ".weak" | ".extern" | ".common") {
                    cursor.word().map_err(here)?
                } else {
                    word
                };
                match kind {
                    ".entry" | ".func" => self.function(cursor, kind == ".entry"),
                    ".global" | ".const" if external => {
                        Err(here("a variable of another module is not supported".to_owned()))
                    }
                    ".global" | ".const" => self.variables(cursor, kind == ".const").map_err(plain),
                    ".shared" => self.shared(cursor).map_err(plain),
                    other => Err(here(format!("`{other}` is not supported here"))),
                }
            }
            other => Err(here(format!("`{other}` is not supported at the level of the module"))),
        }
    }

    fn declare(&mut self, name: &'t str, symbol: Symbol) -> Result<(), Reason> {
        match self.globals.names.insert(name, symbol) {
            None => Ok(()),
            Some(_) => Err(format!("`{name}` is declared twice")),
        }
    }

    fn variables(&mut self, cursor: &mut Cursor<'t>, constant: bool) -> Result<(), Reason> {
        let names = &self.globals.names;
        let address_of = |name: &str| match names.get(name) {
            Some(&Symbol::Variable { address }) => Some(address),
            _ => None,
        };
        for declaration in cursor.declarations(&address_of)? {
            if declaration.unsized_array {
                return Err("a variable needs a length".to_owned());
            }
            let variable =
                Variable::new(self.variables.len(), declaration.size, declaration.contents.as_deref(), constant)?;
            let address = variable.address();
            self.variables.push(variable);
            self.declare(declaration.name, Symbol::Variable { address })?;
        }
        Ok(())
    }

    fn shared(&mut self, cursor: &mut Cursor<'t>) -> Result<(), Reason> {
        for declaration in cursor.declarations(&|_| None)? {
            if declaration.contents.is_some() {
                return Err("a shared variable has no initialiser".to_owned());
            }
            let address = if declaration.unsized_array {
                self.shared.dynamic_address(declaration.align)
            } else {
                self.shared.place(declaration.size, declaration.align)?
            };
            self.declare(declaration.name, Symbol::Variable { address })?;
        }
        Ok(())
    }

    fn function(&mut self, cursor: &mut Cursor<'t>, entry: bool) -> Result<(), ItemError> {
        let line = cursor.line();
        let plain = |reason: Reason| (None, reason);
        let mut bytes = 0;
        let mut results = Vec::new();
        if !entry && cursor.peek() == Kind::Symbol('(') {
            results = cursor.parameters(&mut bytes).map_err(plain)?;
        }
        let name = cursor.word().map_err(plain)?;
        // An entry without parameters may lack the brackets.
        let parameters =
            if cursor.peek() == Kind::Symbol('(') { cursor.parameters(&mut bytes).map_err(plain)? } else { Vec::new() };
        let limits = cursor.limits().map_err(plain)?;
        let head = || Function {
            name: name.to_owned(),
            entry,
            parameters: parameters.clone(),
            results: results.clone(),
            parameter_bytes: bytes,
            maximum_threads: limits.maximum_threads,
            required_threads: limits.required_threads,
            ..Function::default()
        };
        let index = match self.globals.function_by_name.get(name) {
            Some(&index) => {
                let earlier = self.globals.functions.get(index).ok_or((Some(line), "lost function".to_owned()))?;
                let same = |one: &[Parameter], other: &[Parameter]| {
                    one.len() == other.len()
                        && one.iter().zip(other).all(|(a, b)| a.size == b.size && a.align == b.align)
                };
                if earlier.defined && cursor.peek() != Kind::Symbol(';') {
                    return Err((Some(line), format!("`{name}` is defined twice")));
                }
                if earlier.entry != entry
                    || !same(&earlier.parameters, &parameters)
                    || !same(&earlier.results, &results)
                {
                    return Err((Some(line), format!("`{name}` is declared in two ways")));
                }
                index
            }
            None => {
                self.globals.functions.push(head());
                self.globals.function_by_name.insert(name, self.globals.functions.len() - 1);
                self.globals.functions.len() - 1
            }
        };
        if cursor.accept(';') {
            return Ok(());
        }
        cursor.expect('{').map_err(plain)?;
        let names = || results.iter().chain(&parameters);
        let shared = &mut self.shared;
        let mut builder = Builder::new(&self.globals, head(), line);
        for parameter in names() {
            let (offset, size) = (parameter.offset, parameter.size);
            let symbol =
                if entry { Symbol::Argument { offset, size } } else { Symbol::FrameParameter { offset, size } };
            builder.declare_parameter(&parameter.name, symbol);
        }
        let result = cursor.body(&mut builder, &mut |size, align| shared.place(size, align));
        if let Err(reason) = result {
            return Err((Some(builder.line), reason));
        }
        let function = builder.finish().map_err(|(line, reason)| (Some(line), reason))?;
        if let Some(place) = self.globals.functions.get_mut(index) {
            *place = function;
        }
        if entry {
            self.entries.push(index);
        }
        Ok(())
    }
}

fn target(cursor: &mut Cursor<'_>) -> Result<(), Reason> {
    loop {
        match cursor.word()? {
            name if name.starts_with("sm_") => {}
            "debug" | "texmode_unified" | "texmode_independent" => {}
            other => return Err(format!("the target `{other}` is not supported")),
        }
        if !cursor.accept(',') {
            return Ok(());
        }
    }
}

/// Sections hold what debuggers read.
fn skip_section(cursor: &mut Cursor<'_>) -> Result<(), Reason> {
    let name = cursor.word()?;
    if !name.starts_with(".debug") {
        return Err(format!("the section `{name}` is not supported"));
    }
    cursor.expect('{')?;
    loop {
        match cursor.next() {
            Kind::Symbol('}') => return Ok(()),
            Kind::End => return Err("the section has no end".to_owned()),
            _ => {}
        }
    }
}
