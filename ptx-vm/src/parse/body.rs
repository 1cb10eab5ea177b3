//! The body of an entry or a function.

use super::Reason;
use super::cursor::{Cursor, describe};
use super::lexer::Kind;
use crate::decode::{Builder, Guard, Symbol};
use crate::operation::Type;
use crate::program::SourcePlace;

/// Local memory of one frame, at most; hardware allows 512 KiB a thread.
const LARGEST_FRAME: usize = 511 << 10;

impl<'t> Cursor<'t> {
    /// After the opening brace, to the closing one. `shared` places a `.shared` variable and returns its address.
    pub(super) fn body(
        &mut self,
        builder: &mut Builder<'t, '_>,
        shared: &mut dyn FnMut(usize, usize) -> Result<u64, Reason>,
    ) -> Result<(), Reason> {
        loop {
            builder.line = self.line();
            match self.peek() {
                Kind::Symbol('{') => {
                    self.next();
                    builder.open_scope();
                }
                Kind::Symbol('}') => {
                    self.next();
                    if !builder.close_scope() {
                        return Ok(());
                    }
                }
                Kind::Symbol(';') => {
                    self.next();
                }
                Kind::Symbol('@') => {
                    self.next();
                    let negated = self.accept('!');
                    let guard = Guard { predicate: self.word()?, negated };
                    self.instruction(builder, Some(guard))?;
                }
                Kind::Word(name) if self.ahead(1) == Kind::Symbol(':') => {
                    self.next();
                    self.next();
                    if self.accept_word(".branchtargets") {
                        self.branch_targets(builder, name)?;
                    } else {
                        builder.label(name)?;
                    }
                }
                Kind::Word(word) if word.starts_with('.') => self.directive(builder, word, shared)?,
                Kind::Word(_) => self.instruction(builder, None)?,
                Kind::End => return Err("the body has no end".to_owned()),
                other => return Err(format!("{} cannot begin a statement", describe(other))),
            }
        }
    }

    fn instruction(&mut self, builder: &mut Builder<'t, '_>, guard: Option<Guard<'t>>) -> Result<(), Reason> {
        let line = self.line();
        let opcode = self.word()?;
        let mut operands = Vec::with_capacity(4);
        if !self.accept(';') {
            loop {
                operands.push(self.operand()?);
                if !self.accept(',') {
                    break;
                }
            }
            self.expect(';')?;
        }
        builder.line = line;
        builder.statement(guard, opcode, &operands)
    }

    fn branch_targets(&mut self, builder: &mut Builder<'t, '_>, name: &'t str) -> Result<(), Reason> {
        let mut labels = Vec::new();
        loop {
            labels.push(self.word()?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')?;
        builder.branch_targets(name, &labels)
    }

    fn directive(
        &mut self,
        builder: &mut Builder<'t, '_>,
        word: &str,
        shared: &mut dyn FnMut(usize, usize) -> Result<u64, Reason>,
    ) -> Result<(), Reason> {
        match word {
            ".reg" => {
                self.next();
                self.registers(builder)
            }
            ".param" => {
                self.next();
                let mut end = builder.function.parameter_bytes;
                let parameter_name = self.parameter_name();
                let parameter = self.parameter(&mut end)?;
                self.expect(';')?;
                builder.function.parameter_bytes = end;
                let Some(name) = parameter_name else { return Err("the parameter has no name".to_owned()) };
                builder.declare(name, Symbol::FrameParameter { offset: parameter.offset, size: parameter.size })
            }
            ".local" => {
                self.next();
                for variable in self.declarations(&|_| None)? {
                    if variable.contents.is_some() || variable.unsized_array {
                        return Err("a local variable has a size and no initialiser".to_owned());
                    }
                    let offset = builder.function.local_bytes.next_multiple_of(variable.align);
                    let end = offset.saturating_add(variable.size);
                    let offset = u32::try_from(offset)
                        .ok()
                        .filter(|_| end <= LARGEST_FRAME)
                        .ok_or("the local variables are too large")?;
                    builder.function.local_bytes = end;
                    builder.declare(variable.name, Symbol::Local { offset })?;
                }
                Ok(())
            }
            ".shared" => {
                self.next();
                for variable in self.declarations(&|_| None)? {
                    if variable.contents.is_some() || variable.unsized_array {
                        return Err("a shared variable of a body has a size and no initialiser".to_owned());
                    }
                    let address = shared(variable.size, variable.align)?;
                    builder.declare(variable.name, Symbol::Variable { address })?;
                }
                Ok(())
            }
            ".pragma" => self.pragma(),
            ".loc" => {
                let (file, line, column) = self.location()?;
                builder.place = Some(SourcePlace { file, line, column });
                Ok(())
            }
            _ => Err(format!("the directive `{word}` is not supported in a body")),
        }
    }

    /// The name in the declaration that begins here, found without parsing it.
    fn parameter_name(&self) -> Option<&'t str> {
        let mut ahead = 0;
        loop {
            match self.ahead(ahead) {
                Kind::Word(word) if !word.starts_with('.') => return Some(word),
                Kind::Word(_) | Kind::Integer(_) => ahead += 1,
                _ => return None,
            }
        }
    }

    /// `.reg .b32 %r<10>, %x;`
    fn registers(&mut self, builder: &mut Builder<'t, '_>) -> Result<(), Reason> {
        let word = self.word()?;
        let Some(kind) = word.strip_prefix('.').and_then(Type::parse) else {
            return Err(format!("registers of type `{word}` are not supported"));
        };
        loop {
            let name = self.word()?;
            let mut count = None;
            if self.accept('<') {
                count = Some(self.integer()?);
                self.expect('>')?;
            }
            builder.declare_registers(name, kind.bits, count)?;
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')
    }
}
