//! PTX as statements, and comparison of two texts.
use std::collections::BTreeMap;

/// One directive or instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement<'a> {
    /// Counted from 1.
    pub(super) line: usize,
    /// The entry that it is in.
    pub(super) entry: Option<&'a str>,
    /// Without label and predicate.
    pub(super) text: &'a str,
}

impl<'a> Statement<'a> {
    /// Its first word, such as `add.rn.f32`.
    pub(super) fn operation(&self) -> &'a str {
        self.text.split_whitespace().next().unwrap_or_default()
    }
}

/// The statements, in order. One that goes over several lines is seen as one for each line.
pub(super) fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let mut entry = None;
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if let Some((_, rest)) = code.split_once(".entry") {
            entry = rest.trim_start().split(|letter: char| letter == '(' || letter.is_whitespace()).next();
        } else if code.starts_with('}') {
            entry = None;
        }
        for part in code.split(';') {
            let text = instruction(part);
            if !text.is_empty() {
                statements.push(Statement { line: index + 1, entry, text });
            }
        }
    }
    statements
}

/// The statement without what may stand before it: braces, a label, a predicate.
fn instruction(part: &str) -> &str {
    let mut text =
        part.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '{' || letter == '}').trim_end();
    if let Some((label, rest)) = text.split_once(':')
        && !label.contains(|letter: char| letter.is_whitespace() || letter == '"')
    {
        text = rest.trim_start();
    }
    if text.starts_with('@') {
        text = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim_start());
    }
    text
}

/// Operations that threads do together, which every thread of a warp or a block has to reach.
pub(super) const COLLECTIVES: [&str; 3] = ["shfl", "vote", "bar"];

/// For each entry, in order of their names, the number of each of the [`COLLECTIVES`].
pub(super) fn collectives(text: &str) -> BTreeMap<&str, [usize; COLLECTIVES.len()]> {
    let mut counts = BTreeMap::<_, [usize; COLLECTIVES.len()]>::new();
    for statement in statements(text) {
        let Some(entry) = statement.entry else { continue };
        let counts = counts.entry(entry).or_default();
        let base = statement.operation().split('.').next().unwrap_or_default();
        let base = if base == "barrier" { "bar" } else { base };
        if let Some(place) = COLLECTIVES.iter().position(|collective| *collective == base) {
            counts[place] += 1;
        }
    }
    counts
}

/// The first line in which two texts differ, as number, old line, new line. Names of constants that hold a hash of
/// `core` count as equal.
pub(super) fn first_difference(old: &str, new: &str) -> Option<(usize, String, String)> {
    let (mut old, mut new) = (old.lines(), new.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (old.next(), new.next()) {
            (None, None) => return None,
            (Some(old), Some(new)) if old == new || without_hashes(old) == without_hashes(new) => {}
            (old, new) => {
                let show = |line: Option<&str>| line.unwrap_or("(the end)").trim().to_owned();
                return Some((number, show(old), show(new)));
            }
        }
    }
}

/// `anon_$_HASH_$_N` becomes `anon_N`.
fn without_hashes(line: &str) -> String {
    const START: &str = "anon_$_";
    const END: &str = "_$_";
    const DIGITS: usize = 32;
    let mut parts = line.split(START);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.get(DIGITS..).and_then(|rest| rest.strip_prefix(END));
        match end.filter(|_| part.bytes().take(DIGITS).all(|digit| digit.is_ascii_hexdigit())) {
            Some(rest) => result.extend(["anon_", rest]),
            None => result.extend([START, part]),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_statements_behind_labels_predicates_and_braces() {
        let text = "\
.visible .entry one(
\t.param .u64 one_param_0
)
{
$L__BB0_1: add.rn.f32 %f1, %f2, %f3; // fma.rn.f32
\t@%p1 bra \t$L__BB0_1;
\t{ .reg .u64 g; @!%p2 bar.sync 0; }
\tst.global.v2.b32 \t[%rd1], {%r1, %r2};
}
\t.extern .func nothing";
        let found: Vec<_> = statements(text).iter().map(|found| (found.line, found.entry, found.operation())).collect();
        let one = Some("one");
        assert_eq!(
            found,
            [
                (1, one, ".visible"),
                (2, one, ".param"),
                (3, one, ")"),
                (5, one, "add.rn.f32"),
                (6, one, "bra"),
                (7, one, ".reg"),
                (7, one, "bar.sync"),
                (8, one, "st.global.v2.b32"),
                (10, None, ".extern"),
            ]
        );
        assert_eq!(collectives(text), BTreeMap::from([("one", [0, 0, 1])]));
    }

    #[test]
    fn hashes_of_constants_are_no_difference() {
        let line = |hash: &str, number: u32| format!("a\n\tmov.b64 %rd1, anon_$_{hash}_$_{number}; // anon_$_x");
        let (one, two) = ("0123456789abcdef0123456789abcdef", "fedcba98765432100123456789abcdef");
        assert_eq!(first_difference(&line(one, 1), &line(two, 1)), None);
        assert_eq!(first_difference(&line(one, 1), &line(two, 2)).unwrap().0, 2);
        assert_eq!(first_difference(&line(one, 1), &line("0123", 1)).unwrap().0, 2);
        assert_eq!(first_difference("a\r\nb\r\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb", "a").unwrap(), (2, "b".to_owned(), "(the end)".to_owned()));
    }
}
