//! Sums, choice and canonical form of stored rows.
use super::bench::{Bench, Line};
use super::bytes::{ID, ROW_BYTES};
use super::compare::{same_indices, same_plan};
use super::inputs::ROW_LENGTH;
use anyhow::Result;
use lacuna_benches_operands::buffer::Pages;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceRowSparse, Pattern, rows};

const SUMS: [&str; 3] = ["add_n_ids", "add_n", "add_n_anew"];
const CHOICE: [&str; 2] = ["retain_ids", "retain"];
const CANONICAL: [&str; 3] = ["coalesce_plan", "coalesce", "coalesce_anew"];
const IDS: &str = "i64 ids; new arrays";
const READY: &str = "i64 ids; structure ready; output reused";
const ANEW: &str = "i64 ids; structure made each time; new arrays";

pub(super) fn names() -> Vec<String> {
    [&SUMS[..], &CHOICE, &CANONICAL].concat().into_iter().map(str::to_owned).collect()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if bench.wants(&SUMS) {
        add_n(bench)?;
    }
    if bench.wants(&CHOICE) {
        retain(bench)?;
    }
    if bench.wants(&CANONICAL) {
        coalesce(bench)?;
    }
    Ok(())
}

fn add_n<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let [structure, ready, anew] = SUMS;
    let (left, right) = (bench.folder.stored_rows("ids_100000")?, bench.folder.stored_rows("ids_other")?);
    let inputs = [left.view()?, right.view()?];
    let terms = inputs[0].stored_rows() + inputs[1].stored_rows();
    let (mut ids, mut cursors) = (vec![0_i64; terms], [0; 2]);
    let stored = lacuna::rows::add_n_ids(&inputs, &mut cursors, &mut ids)?;
    let ids = &ids[..stored];
    let there = [DeviceRowSparse::upload(bench.gpu, inputs[0])?, DeviceRowSparse::upload(bench.gpu, inputs[1])?];
    let there = [&there[0], &there[1]];
    bench.fresh(
        Line::new(structure, (terms + stored) * ID, IDS),
        |gpu, found: &Pattern<D, i64>| same_indices(structure, &found.download(gpu)?, ids),
        |gpu| rows::add_n_ids(gpu, &there),
    )?;
    let (pattern, bytes) = (rows::add_n_ids(bench.gpu, &there)?, (terms + stored) * (ID + ROW_BYTES));
    bench.stored_rows(
        Line::new(ready, bytes, READY),
        (ids, &pattern),
        [inputs[0].rows(), ROW_LENGTH],
        |cpu, out| cpu.add_n(&inputs, &mut cursors, out),
        |gpu, out| rows::add_n(gpu, &there, out),
    )?;
    bench.fresh(
        Line::new(anew, bytes, ANEW),
        |gpu, found: &DeviceRowSparse<D, f32, i64>| same_indices(anew, &found.download(gpu)?.indices, ids),
        |gpu| {
            let mut out = DeviceRowSparse::new(gpu, &rows::add_n_ids(gpu, &there)?, ROW_LENGTH)?;
            rows::add_n(gpu, &there, &mut out)?;
            Ok(out)
        },
    )
}

fn retain<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let [structure, ready] = CHOICE;
    let (data, keep) = (bench.folder.stored_rows("ids_100000")?, bench.folder.ids("ids_keep")?);
    let data = data.view()?;
    let (there, asked) = (DeviceRowSparse::upload(bench.gpu, data)?, Pattern::upload(bench.gpu, data.rows(), &keep)?);
    let ids = lacuna::rows::retain_ids(data, &keep)?;
    bench.fresh(
        Line::new(structure, keep.len() * ID, IDS),
        |gpu, found: &Pattern<D, i64>| same_indices(structure, &found.download(gpu)?, ids),
        |gpu| rows::retain_ids(gpu, &there, &asked),
    )?;
    // The ids asked for, and of the data the ids that are found.
    let (pattern, bytes) = (rows::retain_ids(bench.gpu, &there, &asked)?, 2 * ids.len() * (ID + ROW_BYTES));
    bench.stored_rows(
        Line::new(ready, bytes, READY),
        (ids, &pattern),
        [data.rows(), ROW_LENGTH],
        |cpu, out| cpu.retain(data, out),
        |gpu, out| rows::retain(gpu, &there, out),
    )
}

fn coalesce<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let [structure, ready, anew] = CANONICAL;
    let input = bench.folder.stored_rows("ids_repeated")?;
    let input = input.any_order()?;
    let terms = input.stored_rows();
    let mut memory = PlanMemory::new(terms, Pages::Huge)?;
    let (buffers, scratch) = memory.lend();
    let plan = lacuna::rows::coalesce_plan(input, buffers, scratch)?;
    let (stored, there) = (plan.stored_rows(), DeviceRowSparse::upload(bench.gpu, input)?);
    // Ids, bounds of segments and rows; a row's entry is the row.
    let (arrays, moved) = ((2 * stored + 1 + terms) * ID, (terms + stored) * ROW_BYTES);
    bench.fresh(
        // It writes the entries as well.
        Line::new(structure, terms * ID + arrays + terms * ID, IDS),
        |gpu, found| same_plan(gpu, structure, found, &plan),
        |gpu| rows::coalesce_plan(gpu, &there),
    )?;
    let plan_there = rows::coalesce_plan(bench.gpu, &there)?;
    bench.stored_rows(
        Line::new(ready, arrays + moved, READY),
        (plan.ids(), plan_there.pattern()),
        [input.rows(), ROW_LENGTH],
        |cpu, out| cpu.coalesce(&plan, input, out),
        |gpu, out| rows::coalesce(gpu, &plan_there, &there, out),
    )?;
    bench.fresh(
        Line::new(anew, (terms + stored) * ID + moved, ANEW),
        |gpu, found: &DeviceRowSparse<D, f32, i64>| same_indices(anew, &found.download(gpu)?.indices, plan.ids()),
        |gpu| {
            let plan = rows::coalesce_plan(gpu, &there)?;
            let mut out = DeviceRowSparse::new(gpu, plan.pattern(), ROW_LENGTH)?;
            rows::coalesce(gpu, &plan, &there, &mut out)?;
            Ok(out)
        },
    )
}
