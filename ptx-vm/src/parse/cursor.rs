//! Walks over the tokens.

use super::Reason;
use super::lexer::{Kind, Token};

pub(super) struct Cursor<'t> {
    tokens: Vec<Token<'t>>,
    position: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(tokens: Vec<Token<'t>>) -> Self {
        Cursor { tokens, position: 0 }
    }

    pub(super) fn peek(&self) -> Kind<'t> {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, count: usize) -> Kind<'t> {
        self.tokens.get(self.position + count).map_or(Kind::End, |token| token.kind)
    }

    /// Line of the next token.
    pub(super) fn line(&self) -> u32 {
        self.tokens.get(self.position).or(self.tokens.last()).map_or(1, |token| token.line)
    }

    pub(super) fn next(&mut self) -> Kind<'t> {
        let kind = self.peek();
        if kind != Kind::End {
            self.position += 1;
        }
        kind
    }

    pub(super) fn accept(&mut self, symbol: char) -> bool {
        let found = self.peek() == Kind::Symbol(symbol);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: char) -> Result<(), Reason> {
        if self.accept(symbol) { Ok(()) } else { Err(format!("expected `{symbol}`, found {}", describe(self.peek()))) }
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Kind::Word(word);
        if found {
            self.position += 1;
        }
        found
    }

    pub(super) fn word(&mut self) -> Result<&'t str, Reason> {
        match self.peek() {
            Kind::Word(word) => {
                self.position += 1;
                Ok(word)
            }
            other => Err(format!("expected a name, found {}", describe(other))),
        }
    }

    pub(super) fn integer(&mut self) -> Result<u64, Reason> {
        match self.peek() {
            Kind::Integer(value) => {
                self.position += 1;
                Ok(value)
            }
            other => Err(format!("expected an integer, found {}", describe(other))),
        }
    }

    /// An integer that fits 32 bits.
    pub(super) fn small(&mut self) -> Result<u32, Reason> {
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| format!("{value} is too large here"))
    }
}

pub(super) fn describe(kind: Kind<'_>) -> String {
    match kind {
        Kind::Word(word) => format!("`{word}`"),
        Kind::Integer(value) => format!("the integer {value}"),
        Kind::Decimal(value) => format!("the number {value}"),
        Kind::Single(_) | Kind::Double(_) => "a floating-point number".to_owned(),
        Kind::Text(text) => format!("the string {text:?}"),
        Kind::Symbol(symbol) => format!("`{symbol}`"),
        Kind::End => "the end of the text".to_owned(),
    }
}
