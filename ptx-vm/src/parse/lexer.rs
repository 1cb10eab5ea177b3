//! Text to tokens.

use super::Reason;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'t> {
    /// A name, an opcode with its modifiers, a directive or a register: everything that is not a number.
    Word(&'t str),
    Integer(u64),
    /// A decimal float.
    Decimal(f64),
    /// The bits of an `f32`: `0f3F800000`.
    Single(u32),
    /// The bits of an `f64`: `0d3FF0000000000000`.
    Double(u64),
    Text(&'t str),
    Symbol(char),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub kind: Kind<'t>,
    /// Counted from 1.
    pub line: u32,
}

pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, (u32, Reason)> {
    let mut lexer = Lexer { text, position: 0, line: 1 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        let token = lexer.token().map_err(|reason| (lexer.line, reason))?;
        tokens.push(token);
        if token.kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    position: usize,
    line: u32,
}

impl<'t> Lexer<'t> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.position + ahead).copied().unwrap_or(0)
    }

    fn token(&mut self) -> Result<Token<'t>, Reason> {
        self.skip_space()?;
        let line = self.line;
        let start = self.position;
        let Some(character) = self.text.get(start..).and_then(|rest| rest.chars().next()) else {
            return Ok(Token { kind: Kind::End, line });
        };
        let kind = match character {
            '0'..='9' => self.number()?,
            '"' => self.string()?,
            '.' | '_' | '$' | '%' | 'a'..='z' | 'A'..='Z' => self.word(),
            '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | ':' | '=' | '+' | '-' | '@' | '!' | '|' => {
                self.position += 1;
                Kind::Symbol(character)
            }
            other => return Err(format!("the character {other:?} has no meaning here")),
        };
        Ok(Token { kind, line })
    }

    fn skip_space(&mut self) -> Result<(), Reason> {
        loop {
            match (self.byte(0), self.byte(1)) {
                (b'\n', _) => {
                    self.line = self.line.saturating_add(1);
                    self.position += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0c, _) => self.position += 1,
                (b'/', b'/') => {
                    while self.position < self.text.len() && self.byte(0) != b'\n' {
                        self.position += 1;
                    }
                }
                (b'/', b'*') => {
                    let rest = self.text.as_bytes().get(self.position + 2..).unwrap_or_default();
                    let Some(length) = rest.windows(2).position(|pair| pair == b"*/") else {
                        return Err("the comment has no end".to_owned());
                    };
                    let lines = rest.iter().take(length).filter(|&&byte| byte == b'\n').count();
                    self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
                    self.position += length + 4;
                }
                _ => return Ok(()),
            }
        }
    }

    fn word(&mut self) -> Kind<'t> {
        let start = self.position;
        self.position += 1;
        loop {
            match self.byte(0) {
                b'.' | b'_' | b'$' | b'%' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => self.position += 1,
                // As in `ld.shared::cta`; a single colon ends a label.
                b':' if self.byte(1) == b':' => self.position += 2,
                _ => return Kind::Word(self.text.get(start..self.position).unwrap_or_default()),
            }
        }
    }

    fn string(&mut self) -> Result<Kind<'t>, Reason> {
        let start = self.position + 1;
        let rest = self.text.get(start..).unwrap_or_default();
        match rest.find(['"', '\n']) {
            Some(length) if rest.as_bytes().get(length) == Some(&b'"') => {
                self.position = start + length + 1;
                Ok(Kind::Text(rest.get(..length).unwrap_or_default()))
            }
            _ => Err("the string has no end on its line".to_owned()),
        }
    }

    fn number(&mut self) -> Result<Kind<'t>, Reason> {
        let start = self.position;
        let mut exponent = false;
        while matches!(self.byte(0), b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.')
            || (exponent && matches!(self.byte(0), b'+' | b'-'))
        {
            let text = self.text.get(start..self.position).unwrap_or_default();
            exponent = matches!(self.byte(0), b'e' | b'E') && text.contains('.');
            self.position += 1;
        }
        let text = self.text.get(start..self.position).unwrap_or_default();
        let bad = || format!("`{text}` is not a number");
        let mut characters = text.chars();
        let prefix = (characters.next(), characters.next());
        match prefix {
            (Some('0'), Some('f' | 'F')) => exactly(text, 8)
                .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                .map(Kind::Single)
                .ok_or_else(bad),
            (Some('0'), Some('d' | 'D')) => exactly(text, 16)
                .and_then(|digits| u64::from_str_radix(digits, 16).ok())
                .map(Kind::Double)
                .ok_or_else(bad),
            _ if text.contains('.') => text.parse().ok().map(Kind::Decimal).ok_or_else(bad),
            _ => {
                let digits = text.strip_suffix('U').unwrap_or(text);
                let value = match prefix {
                    (Some('0'), Some('x' | 'X')) => u64::from_str_radix(digits.get(2..).unwrap_or_default(), 16),
                    (Some('0'), Some('b' | 'B')) => u64::from_str_radix(digits.get(2..).unwrap_or_default(), 2),
                    (Some('0'), Some('0'..='7')) => u64::from_str_radix(digits.get(1..).unwrap_or_default(), 8),
                    _ => digits.parse(),
                };
                value.map(Kind::Integer).map_err(|_| bad())
            }
        }
    }
}

fn exactly(text: &str, digits: usize) -> Option<&str> {
    text.get(2..).filter(|rest| rest.len() == digits)
}
