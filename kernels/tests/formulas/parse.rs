//! From the text of a formula to its tree.

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    /// A number of the text.
    Number(f64),
    /// An operand or parameter, or `pi`.
    Name(String),
    /// The opposite number.
    Negative(Box<Self>),
    /// Of two numbers: `+`, `-`, `*`, `/`, `^`, or a comparison, which is 1 or 0.
    Two(&'static str, Box<[Self; 2]>),
    /// A function, or `abs` of bars.
    Function(String, Vec<Self>),
    /// The first where the comparison holds, else the second.
    Where(Box<[Self; 3]>),
}

/// Longer ones first.
const SYMBOLS: [&str; 16] = ["<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ",", "|", "="];
const COMPARISONS: [&str; 6] = ["<=", ">=", "==", "!=", "<", ">"];

fn tokens(mut text: &str) -> Result<Vec<&str>, String> {
    let mut tokens = Vec::new();
    while !text.trim_start().is_empty() {
        text = text.trim_start();
        let word = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(text.len());
        let symbol = SYMBOLS.iter().find(|symbol| text.starts_with(**symbol)).map(|symbol| symbol.len());
        let length = if word > 0 { word } else { symbol.ok_or_else(|| format!("{text}: no symbol"))? };
        tokens.push(&text[..length]);
        text = &text[length..];
    }
    Ok(tokens)
}

/// The tree of `text`: an expression, or `E where C, else E`, either with `, with NAME = E` behind it.
pub(crate) fn parse(text: &str) -> Result<Formula, String> {
    let (text, with) = match text.split_once(", with ") {
        Some((text, with)) => (text, Some(with.split_once(" = ").ok_or("no = behind with")?)),
        None => (text, None),
    };
    let mut formula = whole(text)?;
    if let Some((name, value)) = with {
        formula = formula.replace(name, &whole(value)?);
    }
    Ok(formula)
}

fn whole(text: &str) -> Result<Formula, String> {
    let tokens = tokens(text)?;
    let mut rest = Rest(&tokens);
    let formula = rest.choice()?;
    if rest.0.is_empty() { Ok(formula) } else { Err(format!("{:?} is left", rest.0)) }
}

impl Formula {
    /// With a formula in the place of a name.
    fn replace(self, name: &str, by: &Self) -> Self {
        let inside = |formula: Self| formula.replace(name, by);
        match self {
            Self::Name(found) if found == name => by.clone(),
            Self::Negative(of) => Self::Negative(Box::new(inside(*of))),
            Self::Two(symbol, of) => Self::Two(symbol, Box::new(of.map(inside))),
            Self::Function(function, of) => Self::Function(function, of.into_iter().map(inside).collect()),
            Self::Where(of) => Self::Where(Box::new(of.map(inside))),
            other => other,
        }
    }
}

/// What has not been read.
struct Rest<'a>(&'a [&'a str]);

impl Rest<'_> {
    fn next_is(&self, symbol: &str) -> bool {
        self.0.first() == Some(&symbol)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let is = self.next_is(symbol);
        if is {
            self.0 = &self.0[1..];
        }
        is
    }

    fn expect(&mut self, symbol: &str) -> Result<(), String> {
        if self.take(symbol) { Ok(()) } else { Err(format!("{symbol} is missing before {:?}", self.0)) }
    }

    fn take_of(&mut self, symbols: &[&'static str]) -> Option<&'static str> {
        symbols.iter().copied().find(|symbol| self.take(symbol))
    }

    fn choice(&mut self) -> Result<Formula, String> {
        let first = self.comparison()?;
        if !self.take("where") {
            return Ok(first);
        }
        let condition = self.comparison()?;
        self.expect(",")?;
        self.expect("else")?;
        Ok(Formula::Where(Box::new([condition, first, self.choice()?])))
    }

    fn comparison(&mut self) -> Result<Formula, String> {
        let left = self.sum()?;
        let Some(symbol) = self.take_of(&COMPARISONS) else { return Ok(left) };
        Ok(Formula::Two(symbol, Box::new([left, self.sum()?])))
    }

    fn sum(&mut self) -> Result<Formula, String> {
        let mut left = self.product()?;
        while let Some(symbol) = self.take_of(&["+", "-"]) {
            left = Formula::Two(symbol, Box::new([left, self.product()?]));
        }
        Ok(left)
    }

    /// Factors beside each other are multiplied.
    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.factor()?;
        loop {
            let symbol = match self.take_of(&["*", "/"]) {
                Some(symbol) => symbol,
                None if self.starts_a_factor() => "*",
                None => return Ok(left),
            };
            left = Formula::Two(symbol, Box::new([left, self.factor()?]));
        }
    }

    fn starts_a_factor(&self) -> bool {
        let word = |token: &&&str| token.starts_with(|c: char| c.is_alphanumeric());
        let stop = ["where", "else"];
        self.next_is("(") || self.0.first().filter(word).is_some_and(|token| !stop.contains(token))
    }

    fn factor(&mut self) -> Result<Formula, String> {
        if self.take("-") {
            return Ok(Formula::Negative(Box::new(self.factor()?)));
        }
        let base = self.primary()?;
        if !self.take("^") {
            return Ok(base);
        }
        Ok(Formula::Two("^", Box::new([base, self.factor()?])))
    }

    fn primary(&mut self) -> Result<Formula, String> {
        if self.take("|") {
            let of = self.sum()?;
            self.expect("|")?;
            return Ok(Formula::Function("abs".to_owned(), vec![of]));
        }
        if self.take("(") {
            let inside = self.choice()?;
            self.expect(")")?;
            return Ok(inside);
        }
        let Some((&word, rest)) = self.0.split_first() else { return Err("a factor is missing".to_owned()) };
        self.0 = rest;
        if let Ok(number) = word.parse() {
            return Ok(Formula::Number(number));
        }
        let call = word.len() > 1 && self.next_is("(") && super::evaluate::is_function(word);
        if !call {
            return Ok(Formula::Name(word.to_owned()));
        }
        self.expect("(")?;
        let mut of = vec![self.sum()?];
        while self.take(",") {
            of.push(self.sum()?);
        }
        self.expect(")")?;
        Ok(Formula::Function(word.to_owned(), of))
    }
}
