//! One module for each family of kernels, and one for numbers of 16 bits, cut out of the text of all: a process
//! compiles only what it launches. rustc has inlined everything, so an entry needs nothing but the declarations that it
//! names.
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;

#[macro_use]
#[path = "../../../kernels-cuda/src/signatures.rs"]
#[allow(unused_macros)]
mod signatures;

/// Blocks of 256 threads that a multiprocessor must hold. Four leave 64 registers a thread, which keeps the loads of
/// the products under way; where a thread has few loads and nothing to wait for in between, more threads are better
/// than more registers.
const BLOCKS: &[(&str, u32)] = &[
    ("products", 4),
    ("cast", 4),
    ("rows", 4),
    ("slice", 4),
    ("embedding", 4),
    ("segments", 4),
    ("optim", 6),
    ("map", 6),
    ("binary", 4),
    ("reduce", 4),
    ("random", 6),
    ("loss", 4),
    ("graph", 3),
    (HALF, 4),
];

/// The module of entries for numbers of 16 bits: whoever has none does not compile them.
const HALF: &str = "half";

/// Of these the assembler makes long sequences, with registers of their own: more than are left with six blocks.
const LONG_OPERATIONS: [&str; 2] = ["div.rn.f64", "sqrt.rn.f64"];
const FEWER_BLOCKS: u32 = 4;

/// An entry with shuffles has the running sums of a row beside what its formula needs; with long operations on top of
/// that, fewer blocks still.
const SHUFFLE: &str = "shfl.sync";
const LONG_SUMS_BLOCKS: u32 = 3;

/// An entry with that many parameters updates three arrays or more, of which it has all loads on their way: each takes
/// registers.
const MANY_PARAMETERS: usize = 30;
/// With that many, and long operations on top of that, fewer blocks still.
const MOST_PARAMETERS: usize = 38;

/// An entry with that many products of doubles is an elementary function, which computes long and waits little: with
/// registers for all that it has under way.
const MANY_PRODUCTS: usize = 60;
const FEWEST_BLOCKS: u32 = 2;

/// A family and its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) entries: BTreeSet<String>,
}

/// A module of PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) name: &'static str,
    pub(super) text: String,
}

impl Module {
    /// The file that it is committed as.
    pub(super) fn file(&self) -> String {
        format!("{}.ptx", self.name)
    }
}

macro_rules! families {
    ($($family:ident { $($(#[$doc:meta])* $name:ident[$($T:ident: $Bound:ident),*]$parameters:tt;)* })*) => {
        /// All families, as the signatures say, and [`HALF`].
        pub(super) fn families() -> Vec<Family> {
            let all = [
                $((stringify!($family), vec![$(instances(stringify!($name), &[$(stringify!($Bound)),*])),*].concat())),*
            ];
            let of_half = |entry: &str| entry.split('_').any(|part| part == "f16" || part == "bf16");
            let half = all.iter().flat_map(|(_, entries)| entries).filter(|entry| of_half(entry)).cloned().collect();
            let others = |(name, entries): (&'static str, Vec<String>)| Family {
                name, entries: entries.into_iter().filter(|entry| !of_half(entry)).collect()
            };
            all.into_iter().map(others).chain([Family { name: HALF, entries: half }]).collect()
        }
    };
}
for_each_entry! { families }

/// The names of an entry for all of its types.
fn instances(name: &str, bounds: &[&str]) -> Vec<String> {
    bounds.iter().fold(vec![name.to_owned()], |names, bound| {
        let types: &[&str] = match *bound {
            "Value" => &["f32", "f64"],
            "Storage" => &["f32", "f64", "f16", "bf16"],
            "AnyNumber" => &["f32", "f64", "f16", "bf16", "i32", "i64", "u8", "i8"],
            _ => &["i32", "i64"],
        };
        names.iter().flat_map(|name| types.iter().map(move |kind| format!("{name}_{kind}"))).collect()
    })
}

/// Cuts the text into the modules of the families, and says how each entry is launched. An entry outside of all
/// families is left out: see [`Family::entries`].
pub(super) fn split(text: &str, families: &[Family]) -> Result<Vec<Module>> {
    let Parts { header, declarations, entries } = parts(text)?;
    families
        .iter()
        .map(|family| {
            let entries: Vec<_> = entries.iter().filter(|(name, _)| family.entries.contains(*name)).collect();
            let blocks = BLOCKS
                .iter()
                .find(|(name, _)| *name == family.name)
                .with_context(|| format!("no blocks for {}", family.name))?
                .1;
            let bodies: Vec<_> = entries.iter().map(|(_, lines)| with_launch_bounds(lines, blocks)).collect();
            // A declaration may name another one.
            let mut needed: Vec<_> = bodies.iter().map(String::as_str).collect();
            let mut used = BTreeSet::new();
            while let Some(text) = needed.pop() {
                for (place, (symbol, line)) in declarations.iter().enumerate() {
                    if mentions(text, symbol) && used.insert(place) {
                        needed.push(line);
                    }
                }
            }
            let declarations: String = used.iter().map(|&place| format!("{}\n", declarations[place].1)).collect();
            let parts = [header.clone(), declarations].into_iter().filter(|part| !part.is_empty()).chain(bodies);
            Ok(Module { name: family.name, text: parts.collect::<Vec<_>>().join("\n") })
        })
        .collect()
}

/// The text of one module.
struct Parts<'t> {
    header: String,
    /// What stands outside of entries: its symbol, and the line.
    declarations: Vec<(&'t str, &'t str)>,
    entries: Vec<(&'t str, Vec<&'t str>)>,
}

fn parts(text: &str) -> Result<Parts<'_>> {
    let mut parts = Parts { header: String::new(), declarations: Vec::new(), entries: Vec::new() };
    let mut inside = false;
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default().trim_end();
        if let Some((_, rest)) = code.split_once(".entry ") {
            let name = rest.split(|letter: char| letter == '(' || letter.is_whitespace()).next().unwrap_or_default();
            parts.entries.push((name, vec![line]));
            inside = !code.ends_with('}');
        } else if inside {
            if let Some((_, lines)) = parts.entries.last_mut() {
                lines.push(line);
            }
            inside = code != "}";
        } else if [".version", ".target", ".address_size"].iter().any(|directive| code.starts_with(directive)) {
            parts.header.extend([code, "\n"]);
        } else if let Some(declared) = code.trim_start().strip_suffix(';') {
            let declared = declared.split(['=', '[']).next().unwrap_or_default();
            parts
                .declarations
                .push((declared.split_whitespace().next_back().context("a declaration of nothing")?, line));
        } else if !code.is_empty() {
            bail!("not understood outside of entries: {line}");
        }
    }
    Ok(parts)
}

/// True if the symbol stands in the text as a word, outside of comments.
fn mentions(text: &str, symbol: &str) -> bool {
    let in_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    text.lines().filter_map(|line| line.split("//").next()).any(|code| {
        let mut found = code.match_indices(symbol);
        found.any(|(place, _)| !code[..place].ends_with(in_word) && !code[place + symbol.len()..].starts_with(in_word))
    })
}

/// The entry with how it is launched, which rustc has no way to say, and with labels that do not depend on what other
/// entries there are.
///
/// Without the first the assembler saves registers for more threads, and delays loads until those before them have
/// arrived: one access of 16 bytes under way in the loop of `csr_dense` instead of four.
fn with_launch_bounds(lines: &[&str], blocks: u32) -> String {
    let long = lines.iter().any(|line| LONG_OPERATIONS.iter().any(|operation| line.contains(operation)));
    let updates = blocks > FEWER_BLOCKS;
    let parameters =
        lines.iter().take_while(|line| !line.ends_with(')')).filter(|line| line.contains(".param")).count();
    let (several, most) = (updates && parameters >= MANY_PARAMETERS, updates && parameters >= MOST_PARAMETERS);
    let sums = updates && lines.iter().any(|line| line.contains(SHUFFLE));
    let blocks = match (long, sums || several) {
        (true, _) if sums || most => LONG_SUMS_BLOCKS,
        (false, false) => blocks,
        _ => blocks.min(FEWER_BLOCKS),
    };
    let many = lines.iter().filter(|line| line.contains("mul.rn.f64")).count() >= MANY_PRODUCTS;
    let blocks = if many { FEWEST_BLOCKS } else { blocks };
    let mut result = String::new();
    let mut in_parameters = true;
    for line in lines {
        result.extend([&with_own_labels(line), "\n"]);
        if in_parameters && line.ends_with(')') {
            result += &format!(".maxntid 256, 1, 1\n.minnctapersm {blocks}\n");
            in_parameters = false;
        }
    }
    result
}

/// `$L__BB12_3` becomes `$L__BB_3`: a label is known in its entry only.
fn with_own_labels(line: &str) -> String {
    const START: &str = "$L__BB";
    let mut parts = line.split(START);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.extend([START, part.trim_start_matches(|letter: char| letter.is_ascii_digit())]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//
// Generated
//

.version 7.0
.target sm_80
.address_size 64

\t// .globl\tfirst
.extern .shared .align 16 .b8 shared_memory[];
.global .align 8 .b64 table[2] = {numbers, 0};
.global .align 4 .b8 numbers[4] = {1, 2, 3, 4};
.global .align 4 .b8 numbers_of_none[4];

.visible .entry first_f32(
\t.param .u64 first_f32_param_0
)
{
\tmov.u32 %r1, table;
$L__BB0_1:
\t@%p1 bra \t$L__BB0_1;
\tret;

}
\t// .globl\tsecond
.visible .entry second()
{
$L__BB12_3:
\tmov.u32 %r1, shared_memory;\t// table
\tst.global.b32 [%rd1], 0;\t// (x)
}
.visible .entry third(
\t.param .u64 third_param_0
)
{
\tret;
}
";

    fn family(name: &'static str, entries: &[&str]) -> Family {
        Family { name, entries: entries.iter().map(|&entry| entry.to_owned()).collect() }
    }

    #[test]
    fn a_module_has_its_entries_and_what_they_name() {
        let modules = split(TEXT, &[family("rows", &["second", "third"]), family("optim", &["first_f32"])]).unwrap();
        let [rows, optim] = &modules[..] else { panic!("{modules:?}") };
        assert_eq!(
            optim.text,
            "\
.version 7.0
.target sm_80
.address_size 64

.global .align 8 .b64 table[2] = {numbers, 0};
.global .align 4 .b8 numbers[4] = {1, 2, 3, 4};

.visible .entry first_f32(
\t.param .u64 first_f32_param_0
)
.maxntid 256, 1, 1
.minnctapersm 6
{
\tmov.u32 %r1, table;
$L__BB_1:
\t@%p1 bra \t$L__BB_1;
\tret;

}
"
        );
        assert_eq!(rows.text.matches(".maxntid 256, 1, 1\n.minnctapersm 4\n{").count(), 2);
        assert!(
            rows.text.contains("\n.extern .shared .align 16 .b8 shared_memory[];\n") && rows.text.contains("$L__BB_3:")
        );
        assert!(!rows.text.contains("first") && !rows.text.contains("numbers"), "{}", rows.text);
    }

    #[test]
    fn long_operations_get_more_registers() {
        let text = TEXT.replace("mov.u32 %r1, table;", "div.rn.f64 %fd1, %fd2, %fd3;");
        let modules = split(&text, &[family("optim", &["first_f32"])]).unwrap();
        assert!(modules[0].text.contains(".minnctapersm 4\n{"), "{}", modules[0].text);
    }

    #[test]
    fn what_is_not_understood_is_not_lost() {
        let text = TEXT.replace("\n.visible .entry third", "\n.visible .func third");
        assert!(split(&text, &[]).is_err());
    }

    #[test]
    fn every_family_says_how_it_is_launched() {
        let families = families();
        assert!(split(TEXT, &families).is_ok());
        assert!(
            families[0].entries.contains("csr_dense_f64_i64") && families[0].entries.contains("stored_positions_i32")
        );
        let all: usize = families.iter().map(|family| family.entries.len()).sum();
        assert_eq!(
            families.iter().flat_map(|family| &family.entries).collect::<BTreeSet<_>>().len(),
            all,
            "two entries of one name"
        );
    }
}
