//! Small edits of the PTX of one entry. They name instructions by operation and number, not by line and register, so
//! that they outlast a build that numbers these anew.
use anyhow::{Context, Result, bail, ensure};
use std::fmt::{self, Display, Formatter};

/// An operation stands for itself and for what it begins: `st.global` for `st.global.b32`. Numbers begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// The instruction is left out.
    Without(&'static str, usize),
    /// Another operation of the same operands.
    Becomes(&'static str, &'static str, usize),
    /// The last two operands change places.
    Exchanged(&'static str, usize),
    /// An operand, of which that of number 0 is the result, is another one.
    Operand(&'static str, usize, usize, &'static str),
    /// Accesses memory so many bytes further on.
    Further(&'static str, usize, i64),
    /// The result keeps 32 bits of its 64.
    Narrow(&'static str, usize),
    /// A product that is added is not rounded before.
    Fused(usize),
    /// Of two additions to one sum, the later term comes first.
    Reordered(usize),
    /// A jump on a condition is made where it does not hold.
    Flipped(usize),
    /// A parameter is read in the place of another one.
    Parameter(usize, usize),
}

impl Display for Edit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(operation, number) => write!(f, "without {operation} {number}"),
            Self::Becomes(operation, other, number) => write!(f, "{operation} {number} becomes {other}"),
            Self::Exchanged(operation, number) => write!(f, "operands of {operation} {number} exchanged"),
            Self::Operand(operation, number, place, other) => {
                write!(f, "operand {place} of {operation} {number} becomes {other}")
            }
            Self::Further(operation, number, bytes) => write!(f, "{operation} {number}, {bytes} bytes further on"),
            Self::Narrow(operation, number) => write!(f, "{operation} {number} cut to 32 bits"),
            Self::Fused(number) => write!(f, "product {number} fused with its addition"),
            Self::Reordered(number) => write!(f, "addition {number} after the next"),
            Self::Flipped(number) => write!(f, "jump {number} on the opposite"),
            Self::Parameter(from, to) => write!(f, "parameter {to} in the place of {from}"),
        }
    }
}

/// An instruction of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instruction<'a> {
    /// `@%p1`, or nothing.
    predicate: &'a str,
    operation: &'a str,
    operands: Vec<&'a str>,
}

impl<'a> Instruction<'a> {
    /// None for directives, labels and braces.
    fn parse(line: &'a str) -> Option<Self> {
        let code = line.split("//").next().unwrap_or_default().trim().strip_suffix(';')?;
        let (predicate, rest) = match code.starts_with('@') {
            true => code.split_once(char::is_whitespace)?,
            false => ("", code),
        };
        let rest = rest.trim_start();
        let (operation, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if operation.starts_with('.') {
            return None;
        }
        Some(Self { predicate, operation, operands: split(operands.trim()) })
    }

    fn is(&self, operation: &str) -> bool {
        self.operation.strip_prefix(operation).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    fn line(&self) -> String {
        let gap = if self.predicate.is_empty() { "" } else { " " };
        format!("\t{}{gap}{} \t{};", self.predicate, self.operation, self.operands.join(", "))
    }

    /// Its operand of this number, and what it was.
    fn operand(&mut self, place: usize) -> Result<&mut &'a str> {
        self.operands.get_mut(place).with_context(|| format!("no operand {place}"))
    }

    fn mentions(&self, register: &str) -> bool {
        let in_name = |letter: char| letter.is_ascii_alphanumeric();
        self.operands.iter().any(|operand| {
            operand.match_indices(register).any(|(place, _)| !operand[place + register.len()..].starts_with(in_name))
        })
    }

    /// Whether it gives the register another value.
    fn writes(&self, register: &str) -> bool {
        let to = self.operands.first().filter(|_| !self.is("st") && !self.is("bra"));
        to.is_some_and(|to| Self { operands: vec![to], ..self.clone() }.mentions(register))
    }
}

/// At the commas outside of braces and brackets.
fn split(operands: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = operands.split(|letter| {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a line ends what runs without a jump.
fn ends_block(line: &str) -> bool {
    line.trim_end().ends_with(':') || Instruction::parse(line).is_some_and(|found| found.is("bra") || found.is("ret"))
}

impl Edit {
    /// The text of the module with this edit of one of its entries.
    ///
    /// # Errors
    /// If there is nothing that it could edit.
    pub(super) fn apply(&self, text: &str, entry: &str) -> Result<String> {
        let start = format!(".entry {entry}(");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.contains(&start)).with_context(|| format!("no entry {entry}"))?;
        let length = lines[first..].iter().position(|line| line == "}").context("an entry without an end")?;
        let body: Vec<String> = lines.drain(first..first + length).collect();
        let edited = self.edited(&body, entry).with_context(|| format!("{entry}: {self}"))?;
        ensure!(edited != body, "{entry}: {self} changes nothing");
        lines.splice(first..first, edited);
        Ok(lines.join("\n") + "\n")
    }

    fn edited(&self, body: &[String], entry: &str) -> Result<Vec<String>> {
        let mut edited = body.to_vec();
        let all = || body.iter().enumerate().filter_map(|(line, text)| Some((line, Instruction::parse(text)?)));
        let find = |operation: &str, number: usize| {
            let found = all().filter(|(_, found)| found.is(operation)).nth(number.saturating_sub(1));
            let count = all().filter(|(_, found)| found.is(operation)).count();
            found.with_context(|| format!("there are {count} of them"))
        };
        match *self {
            Self::Without(operation, number) => {
                edited.remove(find(operation, number)?.0);
            }
            Self::Becomes(operation, other, number) => {
                let (line, mut found) = find(operation, number)?;
                let other = format!("{other}{}", &found.operation[operation.len()..]);
                found.operation = &other;
                edited[line] = found.line();
            }
            Self::Exchanged(operation, number) => {
                let (line, mut found) = find(operation, number)?;
                // The condition that `selp` chooses by stays the last.
                let last = found.operands.len() - usize::from(operation.starts_with("selp"));
                ensure!(last > 2, "not two operands");
                found.operands.swap(last - 2, last - 1);
                edited[line] = found.line();
            }
            Self::Operand(operation, number, place, other) => {
                let (line, mut found) = find(operation, number)?;
                *found.operand(place)? = other;
                edited[line] = found.line();
            }
            Self::Further(operation, number, bytes) => {
                let (line, found) = find(operation, number)?;
                let address = found.operands.iter().find_map(|operand| operand.strip_prefix('[')?.strip_suffix(']'));
                let address = address.context("no address")?;
                let (base, offset) = address.split_once('+').unwrap_or((address, "0"));
                let moved = format!("[{base}+{}]", offset.parse::<i64>()? + bytes);
                edited[line] = body[line].replace(&format!("[{address}]"), &moved);
            }
            Self::Narrow(operation, number) => {
                let (line, found) = find(operation, number)?;
                let register = found.operands.first().context("no result")?;
                ensure!(register.starts_with("%rd"), "{register} has no 64 bits");
                edited.insert(line + 1, format!("\tand.b64 \t{register}, {register}, 4294967295;"));
            }
            Self::Fused(number) => {
                let sums: Vec<_> = (0..body.len()).filter_map(|line| fused(body, line)).collect();
                let (line, text) =
                    sums.get(number.saturating_sub(1)).with_context(|| format!("there are {} of them", sums.len()))?;
                edited[*line].clone_from(text);
            }
            Self::Reordered(number) => {
                let sums: Vec<_> = (0..body.len()).filter_map(|line| reordered(body, line)).collect();
                let (first, second, texts) =
                    sums.get(number.saturating_sub(1)).with_context(|| format!("there are {} of them", sums.len()))?;
                edited.splice(second..=second, texts.iter().cloned());
                edited.remove(*first);
            }
            Self::Flipped(number) => {
                let jumps: Vec<_> = all().filter(|(_, found)| !found.predicate.is_empty()).collect();
                let (line, _) = jumps
                    .get(number.saturating_sub(1))
                    .with_context(|| format!("there are {} of them", jumps.len()))?;
                edited[*line] = if body[*line].contains("@!") {
                    body[*line].replacen("@!", "@", 1)
                } else {
                    body[*line].replacen('@', "@!", 1)
                };
            }
            Self::Parameter(from, to) => {
                let (from, to) = (format!("[{entry}_param_{from}]"), format!("[{entry}_param_{to}]"));
                let declared = body.iter().any(|line| line.contains(to.trim_matches(['[', ']'])));
                if !declared || !body.iter().any(|line| line.contains(&from)) {
                    bail!("no such parameters");
                }
                edited = body.iter().map(|line| line.replace(&from, &to)).collect();
            }
        }
        Ok(edited)
    }
}

/// The line of the sum that a product is added to, if this line is a product, and the sum with one rounding.
fn fused(body: &[String], line: usize) -> Option<(usize, String)> {
    let product = Instruction::parse(&body[line]).filter(|found| found.is("mul.rn"))?;
    let kind = product.operation.strip_prefix("mul.rn.")?;
    let [to, left, right] = product.operands[..] else { return None };
    for (at, text) in body.iter().enumerate().skip(line + 1) {
        if ends_block(text) {
            return None;
        }
        let Some(found) = Instruction::parse(text) else { continue };
        if found.is(&format!("add.rn.{kind}")) && found.mentions(to) {
            let [sum, one, other] = found.operands[..] else { return None };
            let addend = if one == to { other } else { one };
            return Some((at, format!("\tfma.rn.{kind} \t{sum}, {left}, {right}, {addend};")));
        }
        if [to, left, right].iter().any(|register| found.writes(register)) {
            return None;
        }
    }
    None
}

/// The lines of two additions, if this line is the first, and both in the other order, in the place of the second.
fn reordered(body: &[String], line: usize) -> Option<(usize, usize, [String; 2])> {
    let first = Instruction::parse(&body[line]).filter(|found| found.is("add.rn"))?;
    let [to, one, other] = first.operands[..] else { return None };
    for (at, text) in body.iter().enumerate().skip(line + 1) {
        if ends_block(text) {
            return None;
        }
        let Some(found) = Instruction::parse(text) else { continue };
        if found.mentions(to) {
            let [sum, left, right] = found.operands[..] else { return None };
            if found.operation != first.operation || [left, right].iter().filter(|part| **part == to).count() != 1 {
                return None;
            }
            let later = if left == to { right } else { left };
            let operation = found.operation;
            return Some((
                line,
                at,
                [format!("\t{operation} \t{to}, {later}, {other};"), format!("\t{operation} \t{sum}, {to}, {one};")],
            ));
        }
        if [to, one, other].iter().any(|register| found.writes(register)) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
.visible .entry other(
)
{
\tbar.sync \t0;
}
.visible .entry one(
\t.param .u64 one_param_0,
\t.param .u64 one_param_1
)
{
\t.reg .b32 \t%r<9>;
\tld.param.b64 \t%rd1, [one_param_0];
\tld.param.b64 \t%rd2, [one_param_1];
\t@%p2 bra \t$L__BB_2;
\tmul.rn.f32 \t%r1, %r2, %r3;
\tadd.rn.f32 \t%r4, %r1, %r5;
\tmul.rn.f32 \t%r6, %r2, %r7;
\tadd.rn.f32 \t%r8, %r4, %r6;
$L__BB_2:
\tshl.b64 \t%rd3, %rd2, 2; // offset
\tst.global.v2.b32 \t[%rd3+4], {%r4, %r8};
\tst.global.b32 \t[%rd3], %r8;
\tsetp.lt.u64 \t%p1, %rd3, 1025;
\tselp.b64 \t%rd4, %rd1, %rd2, %p1;
\t@!%p1 bra \t$L__BB_2;
\tbar.warp.sync \t-1;
\tret;
}
";

    /// The lines that an edit takes away, and those that it brings.
    fn changes(edit: Edit) -> (String, String) {
        let edited = edit.apply(TEXT, "one").unwrap();
        let only = |here: &str, there: &str| {
            let lines = here.lines().filter(|line| !there.lines().any(|other| other == *line));
            lines.map(str::trim).collect::<Vec<_>>().join("|").replace('\t', "")
        };
        (only(TEXT, &edited), only(&edited, TEXT))
    }

    #[test]
    fn each_edit_changes_what_it_says() {
        use Edit::*;
        let cases: [(Edit, &str, &str); 14] = [
            (Without("bar", 1), "bar.warp.sync -1;", ""),
            (Without("st.global.b32", 1), "st.global.b32 [%rd3], %r8;", ""),
            (Becomes("setp.lt", "setp.le", 1), "setp.lt.u64 %p1, %rd3, 1025;", "setp.le.u64 %p1, %rd3, 1025;"),
            (Exchanged("setp", 1), "setp.lt.u64 %p1, %rd3, 1025;", "setp.lt.u64 %p1, 1025, %rd3;"),
            (Exchanged("selp", 1), "selp.b64 %rd4, %rd1, %rd2, %p1;", "selp.b64 %rd4, %rd2, %rd1, %p1;"),
            (Operand("setp.lt", 1, 2, "1024"), "setp.lt.u64 %p1, %rd3, 1025;", "setp.lt.u64 %p1, %rd3, 1024;"),
            (
                Further("st.global", 1, -8),
                "st.global.v2.b32 [%rd3+4], {%r4, %r8};",
                "st.global.v2.b32 [%rd3+-4], {%r4, %r8};",
            ),
            (Further("st.global", 2, 4), "st.global.b32 [%rd3], %r8;", "st.global.b32 [%rd3+4], %r8;"),
            (Narrow("shl", 1), "", "and.b64 %rd3, %rd3, 4294967295;"),
            (Fused(1), "add.rn.f32 %r4, %r1, %r5;", "fma.rn.f32 %r4, %r2, %r3, %r5;"),
            (Fused(2), "add.rn.f32 %r8, %r4, %r6;", "fma.rn.f32 %r8, %r2, %r7, %r4;"),
            (
                Reordered(1),
                "add.rn.f32 %r4, %r1, %r5;|add.rn.f32 %r8, %r4, %r6;",
                "add.rn.f32 %r4, %r6, %r5;|add.rn.f32 %r8, %r4, %r1;",
            ),
            (Flipped(2), "@!%p1 bra $L__BB_2;", "@%p1 bra $L__BB_2;"),
            (Parameter(0, 1), "ld.param.b64 %rd1, [one_param_0];", "ld.param.b64 %rd1, [one_param_1];"),
        ];
        for (edit, gone, come) in cases {
            let (without, with) = changes(edit);
            assert_eq!((without.as_str(), with.as_str()), (gone, come), "{edit}");
        }
        assert!(Flipped(1).apply(TEXT, "one").unwrap().contains("\t@!%p2 bra \t$L__BB_2;\n\tmul"));
        let reordered = Reordered(1).apply(TEXT, "one").unwrap();
        assert!(reordered.contains("%r6, %r2, %r7;\n\tadd.rn.f32 \t%r4, %r6"), "{reordered}");
        assert!(reordered.starts_with(".visible .entry other(\n)\n{\n\tbar.sync \t0;\n}\n"), "{reordered}");
    }

    #[test]
    fn an_edit_of_nothing_is_an_error() {
        use Edit::*;
        let edits = [
            Without("bar", 2),
            Becomes("setp.le", "setp.lt", 1),
            Becomes("bar", "bar", 1),
            Exchanged("bar", 1),
            Operand("setp", 1, 3, "0"),
            Operand("setp", 1, 2, "1025"),
            Further("setp", 1, 4),
            Narrow("mul.rn", 1),
            Fused(3),
            Reordered(2),
            Flipped(3),
            Parameter(0, 2),
            Parameter(2, 0),
        ];
        for edit in edits {
            assert!(edit.apply(TEXT, "one").is_err(), "{edit}");
        }
        let error = format!("{:#}", Without("bar", 2).apply(TEXT, "one").unwrap_err());
        assert_eq!(error, "one: without bar 2: there are 1 of them");
        assert_eq!(format!("{:#}", Flipped(1).apply(TEXT, "none").unwrap_err()), "no entry none");
        assert!(Without("bar", 1).apply(TEXT, "other").is_ok());
    }
}
