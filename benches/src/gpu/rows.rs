//! Sums, choice and canonical form of stored rows.
use super::ROW_LENGTH;
use super::bytes::{ID, VALUE};
use super::compare::same_indices;
use super::measure::{Bench, Line};
use super::plan::{self, Room};
use anyhow::Result;
use lacuna::RowSparseMut;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceRowSparse, Pattern, rows};
use lacuna_harness::backend::Backend;

const ROW_BYTES: usize = ROW_LENGTH * VALUE;
const IDS: &str = "i64 ids; new arrays";
const READY: &str = "i64 ids; structure ready; output reused";
const ANEW: &str = "i64 ids; structure made each time; new arrays";

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if ["add_n_ids", "add_n", "add_n_anew"].iter().any(|name| bench.wants(name)) {
        add_n(bench)?;
    }
    if ["retain_ids", "retain"].iter().any(|name| bench.wants(name)) {
        retain(bench)?;
    }
    if ["coalesce_plan", "coalesce", "coalesce_anew"].iter().any(|name| bench.wants(name)) {
        coalesce(bench)?;
    }
    Ok(())
}

fn add_n<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let (left, right) = (bench.folder.stored_rows("ids_100000")?, bench.folder.stored_rows("ids_other")?);
    let inputs = [left.view()?, right.view()?];
    let terms = inputs[0].stored_rows() + inputs[1].stored_rows();
    let (mut ids, mut cursors) = (vec![0_i64; terms], [0; 2]);
    let stored = lacuna::rows::add_n_ids(&inputs, &mut cursors, &mut ids)?;
    let ids = &ids[..stored];
    let mut expected = vec![0.0; stored * ROW_LENGTH];
    bench.cpu.add_n(&inputs, &mut cursors, RowSparseMut::new(inputs[0].rows(), ROW_LENGTH, ids, &mut expected)?)?;
    let there = [DeviceRowSparse::upload(bench.gpu, inputs[0])?, DeviceRowSparse::upload(bench.gpu, inputs[1])?];
    let there = [&there[0], &there[1]];
    let pattern = rows::add_n_ids(bench.gpu, &there)?;
    bench.gpu.finish()?;
    same_indices("add_n_ids", &pattern.download(bench.gpu)?, ids)?;
    let (structure, sums) = ((terms + stored) * ID, (terms + stored) * (ID + ROW_BYTES));
    if bench.wants("add_n_ids") {
        bench.time(Line::new("add_n_ids", structure, IDS), |gpu| rows::add_n_ids(gpu, &there).map(drop))?;
    }
    let mut out = bench.unwritten_rows(&pattern, ROW_LENGTH)?;
    rows::add_n(bench.gpu, &there, &mut out)?;
    bench.check_rows("add_n", &out, &expected)?;
    if bench.wants("add_n") {
        bench.time(Line::new("add_n", sums, READY), |gpu| rows::add_n(gpu, &there, &mut out))?;
    }
    if bench.wants("add_n_anew") {
        bench.time(Line::new("add_n_anew", sums, ANEW), |gpu| {
            let mut out = DeviceRowSparse::new(gpu, &rows::add_n_ids(gpu, &there)?, ROW_LENGTH)?;
            rows::add_n(gpu, &there, &mut out)
        })?;
    }
    Ok(())
}

fn retain<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let (data, keep) = (bench.folder.stored_rows("ids_100000")?, bench.folder.ids("ids_keep")?);
    let data = data.view()?;
    let there = DeviceRowSparse::upload(bench.gpu, data)?;
    let asked = Pattern::upload(bench.gpu, data.rows(), &keep)?;
    let ids = lacuna::rows::retain_ids(data, &keep)?;
    let pattern = rows::retain_ids(bench.gpu, &there, &asked)?;
    bench.gpu.finish()?;
    same_indices("retain_ids", &pattern.download(bench.gpu)?, ids)?;
    if bench.wants("retain_ids") {
        bench.time(Line::new("retain_ids", keep.len() * ID, IDS), |gpu| rows::retain_ids(gpu, &there, &asked).map(drop))?;
    }
    let mut expected = vec![0.0; ids.len() * ROW_LENGTH];
    bench.cpu.retain(data, RowSparseMut::new(data.rows(), ROW_LENGTH, ids, &mut expected)?)?;
    let mut out = bench.unwritten_rows(&pattern, ROW_LENGTH)?;
    rows::retain(bench.gpu, &there, &mut out)?;
    bench.check_rows("retain", &out, &expected)?;
    if bench.wants("retain") {
        // The ids asked for, and of the data the ids that are found.
        let bytes = 2 * ids.len() * (ID + ROW_BYTES);
        bench.time(Line::new("retain", bytes, READY), |gpu| rows::retain(gpu, &there, &mut out))?;
    }
    Ok(())
}

fn coalesce<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let input = bench.folder.stored_rows("ids_repeated")?;
    let input = input.any_order()?;
    let terms = input.stored_rows();
    let mut room = Room::new(terms);
    let plan = lacuna::rows::coalesce_plan(input, room.buffers(), &mut plan::scratch::<i64>(terms))?;
    let stored = plan.stored_rows();
    let mut expected = vec![0.0; stored * ROW_LENGTH];
    bench.cpu.coalesce(&plan, input, RowSparseMut::new(input.rows(), ROW_LENGTH, plan.ids(), &mut expected)?)?;
    let there = DeviceRowSparse::upload(bench.gpu, input)?;
    let plan_there = rows::coalesce_plan(bench.gpu, &there)?;
    plan::check(bench, "coalesce_plan", &plan_there, &plan)?;
    // Ids, bounds of segments and rows; a row's entry is the row.
    let (arrays, moved) = ((2 * stored + 1 + terms) * ID, (terms + stored) * ROW_BYTES);
    if bench.wants("coalesce_plan") {
        // It writes the entries as well.
        let bytes = terms * ID + arrays + terms * ID;
        bench.time(Line::new("coalesce_plan", bytes, IDS), |gpu| rows::coalesce_plan(gpu, &there).map(drop))?;
    }
    let mut out = bench.unwritten_rows(plan_there.pattern(), ROW_LENGTH)?;
    rows::coalesce(bench.gpu, &plan_there, &there, &mut out)?;
    bench.check_rows("coalesce", &out, &expected)?;
    if bench.wants("coalesce") {
        bench.time(Line::new("coalesce", arrays + moved, READY), |gpu| rows::coalesce(gpu, &plan_there, &there, &mut out))?;
    }
    if bench.wants("coalesce_anew") {
        bench.time(Line::new("coalesce_anew", (terms + stored) * ID + moved, ANEW), |gpu| {
            let plan = rows::coalesce_plan(gpu, &there)?;
            let mut out = DeviceRowSparse::new(gpu, plan.pattern(), ROW_LENGTH)?;
            rows::coalesce(gpu, &plan, &there, &mut out)
        })?;
    }
    Ok(())
}
