//! What the PTX must not have, and what it must.
use super::text::{Statement, statements};
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with the text, once for each entry and kind of fault, with the first line; empty if nothing is.
pub(super) fn faults(text: &str, architecture: &str) -> Vec<String> {
    let statements = statements(text);
    let mut found = BTreeMap::<_, (&Statement, usize)>::new();
    for statement in &statements {
        if let Some(fault) = fault(statement).filter(|&fault| fault != FUSED || !is_fused(statement)) {
            found.entry((statement.entry, fault)).or_insert((statement, 0)).1 += 1;
        }
    }
    let mut faults: Vec<_> = found
        .into_iter()
        .map(|((entry, fault), (first, count))| {
            let place = entry.map_or(String::new(), |entry| format!(" in {entry}"));
            let more = if count > 1 { format!(" ({} more)", count - 1) } else { String::new() };
            format!("line {}{place}: {fault}: {}{more}", first.line, first.text)
        })
        .collect();
    if !statements
        .iter()
        .any(|statement| statement.text.strip_prefix(".target").is_some_and(|target| target.trim() == architecture))
    {
        faults.push(format!("the text is not for {architecture}"));
    }
    faults
}

const FUSED: &str = "a fused multiply-add";

/// True for the entries whose law it is to add a product with one rounding.
fn is_fused(statement: &Statement) -> bool {
    statement.entry.is_some_and(|entry| entry.starts_with("dense_products_"))
        && statement.operation().starts_with("fma.rn.")
}

fn fault(statement: &Statement) -> Option<&'static str> {
    let words: Vec<_> = statement.text.split_whitespace().collect();
    if words.contains(&".func") {
        return Some("a function, so something was not inlined, may panic, or is a misspelt intrinsic");
    }
    let parts: Vec<_> = statement.operation().split('.').collect();
    let has = |part: &str| parts.contains(&part);
    if words.first() == Some(&".local") || (!parts[0].is_empty() && has("local")) {
        return Some(
            "local memory, as for an array that is iterated by value or indexed by a variable, or for spilled \
                registers",
        );
    }
    if parts[0] == "call" {
        return Some("a call, so something was not inlined, may panic, or is a misspelt intrinsic");
    }
    if parts[0] == "trap" {
        return Some("a trap, so a panic is left");
    }
    if has("approx") || has("ftz") || has("full") || ["ex2", "lg2", "sin", "cos", "tanh", "rsqrt"].contains(&parts[0]) {
        return Some("approximate arithmetic");
    }
    let float = parts[1..]
        .iter()
        .any(|part| ["f16", "bf16", "f32", "f64", "e4m3", "e5m2", "tf32"].iter().any(|kind| part.starts_with(kind)));
    if !float {
        return None;
    }
    match parts[0] {
        "fma" | "mad" => Some(FUSED),
        "atom" | "red" => Some("a float atomic, whose order is free"),
        "add" | "sub" | "mul" | "div" | "sqrt" | "rcp" if !has("rn") => Some("arithmetic without .rn"),
        "add" | "sub" | "mul" | "div" | "sqrt" | "rcp" | "cvt" if has("rz") || has("rm") || has("rp") || has("sat") => {
            Some("rounding other than to the nearest")
        }
        _ => None,
    }
}

/// The names of the entries, sorted.
pub(super) fn entries(text: &str) -> BTreeSet<String> {
    statements(text).iter().filter_map(|statement| statement.entry).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(line: &str) -> String {
        format!(
            ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry good(\n\t.param .u64 \
                good_param_0\n)\n{{\n\t.reg .b32 %r<2>;\n{line}\n\tret;\n}}\n"
        )
    }

    #[test]
    fn sound_text_passes() {
        let sound = [
            "",
            "add.rn.f32 %f1, %f2, %f3;",
            "@%p1 bra $L__BB0_2;",
            "mad.lo.s64 %rd1, %rd2, %rd3, %rd4;",
            "add.s32 %r1, %r2, %r3;",
            "neg.f64 %fd1, %fd2;",
            "min.f32 %f1, %f2, %f3;",
            "setp.lt.f32 %p1, %f1, %f2;",
            "cvt.rn.f32.f64 %f1, %fd1;",
            "cvt.rzi.s32.f32 %r1, %f1;",
            "atom.global.add.u32 %r1, [%rd1], 1;",
            "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];",
            "// call.uni of a .func with fma.rn.f32 and .local",
            "sqrt.rn.f64 %fd1, %fd2;",
            "div.rn.f32 %f1, %f2, %f3;",
            ".shared .align 16 .b8 block[128];",
        ];
        for line in sound {
            assert_eq!(faults(&with(line), "sm_80"), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn each_fault_is_found() {
        let faulty = [
            ("call.uni _ZN4core9panicking5panic17h0E, (param0);", "a call"),
            ("{ .reg .b32 t; @%p1 call.uni", "a call"),
            (".extern .func  (.param .b32 func_retval0) llvm.nvvm.fma.rn.f32", "a function"),
            (".func  inner()", "a function"),
            (".visible .func inner()", "a function"),
            (".local .align 8 .b8 \t__local_depot0[16];", "local memory"),
            ("st.local.b32 [%rd1], %r1;", "local memory"),
            ("ld.local.v2.f32 {%f1, %f2}, [%rd1];", "local memory"),
            ("trap;", "a trap"),
            ("fma.rn.f32 %f1, %f2, %f3, %f4;", "a fused"),
            ("@%p1 fma.rn.f64 %fd1, %fd2, %fd3, %fd4;", "a fused"),
            ("$L__BB0_1: fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;", "a fused"),
            ("mad.rn.f32 %f1, %f2, %f3, %f4;", "a fused"),
            ("mad.f64 %fd1, %fd2, %fd3, %fd4;", "a fused"),
            ("div.approx.f32 %f1, %f2, %f3;", "approximate"),
            ("div.full.f32 %f1, %f2, %f3;", "approximate"),
            ("add.rn.ftz.f32 %f1, %f2, %f3;", "approximate"),
            ("setp.lt.ftz.f32 %p1, %f1, %f2;", "approximate"),
            ("ex2.approx.f32 %f1, %f2;", "approximate"),
            ("ex2.f32 %f1, %f2;", "approximate"),
            ("rsqrt.f64 %fd1, %fd2;", "approximate"),
            ("sqrt.approx.ftz.f32 %f1, %f2;", "approximate"),
            ("atom.global.add.f32 %f1, [%rd1], %f2;", "a float atomic"),
            ("red.global.add.f64 [%rd1], %fd2;", "a float atomic"),
            ("red.global.add.noftz.bf16x2 [%rd1], %r2;", "a float atomic"),
            ("add.f32 %f1, %f2, %f3;", "arithmetic without .rn"),
            ("sub.f64 %fd1, %fd2, %fd3;", "arithmetic without .rn"),
            ("mul.f32 %f1, %f2, %f3;", "arithmetic without .rn"),
            ("div.f64 %fd1, %fd2, %fd3;", "arithmetic without .rn"),
            ("sqrt.f32 %f1, %f2;", "arithmetic without .rn"),
            ("add.rz.f32 %f1, %f2, %f3;", "arithmetic without .rn"),
            ("cvt.rz.f32.f64 %f1, %fd1;", "rounding other"),
            ("mul.rn.sat.f32 %f1, %f2, %f3;", "rounding other"),
        ];
        for (line, expected) in faulty {
            let found = faults(&with(line), "sm_80");
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(found[0].starts_with("line 9 in good: ") && found[0].contains(expected), "{line}: {found:?}");
        }
        let fused = with("fma.rn.f32 %f1, %f2, %f3, %f4;");
        assert_eq!(faults(&fused.replace("entry good(", "entry dense_products_f32("), "sm_80"), Vec::<String>::new());
        assert_eq!(
            faults(&fused.replace("entry good(", "entry dense_products_f32(").replace("fma.rn", "fma.rz"), "sm_80")
                .len(),
            1
        );
        let twice = faults(&with("trap;\ntrap;"), "sm_80");
        assert_eq!(twice, ["line 9 in good: a trap, so a panic is left: trap (1 more)"]);
        assert_eq!(faults(&with(""), "sm_90"), ["the text is not for sm_90"]);
    }

    #[test]
    fn entries_of_text() {
        let second = ".visible .entry another()\n{\nret;\n}\n";
        assert_eq!(entries(&(with("") + second)), BTreeSet::from(["another".to_owned(), "good".to_owned()]));
    }
}
