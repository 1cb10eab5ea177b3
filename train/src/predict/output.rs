//! Where predictions go, and in which form.
use super::PredictArguments;
use anyhow::{Context, Result, ensure};
use lacuna_models::train::TrainValue;
use lacuna_runtime::array::Dtype;
use lacuna_runtime::array::file::npy_header;
use lacuna_runtime::atomic_file::AtomicFile;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Seek, Write, copy};

#[derive(Debug)]
enum Form {
    Lines,
    Json,
    /// How many there are is known at the end: so the numbers wait in a temporary file.
    Npy {
        numbers: BufWriter<File>,
        dtype: Dtype,
    },
}

enum Sink<'o> {
    Shown(&'o mut (dyn Write + Send)),
    File(AtomicFile),
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Shown(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Shown(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Predictions on their way.
pub(super) struct Output<'o> {
    form: Form,
    sink: BufWriter<Sink<'o>>,
    name: String,
    rows: usize,
    /// Numbers of a row.
    columns: usize,
    /// Whoever read them has gone away, as `head` does.
    is_closed: bool,
}

impl<'o> Output<'o> {
    pub fn open(arguments: &PredictArguments, out: &'o mut (dyn Write + Send)) -> Result<Self> {
        let is_npy = arguments.output.as_ref().is_some_and(|path| path.extension().is_some_and(|own| own == "npy"));
        ensure!(!(is_npy && arguments.json), "--json writes lines of text, and a file .npy has none");
        let form = match (is_npy, arguments.json) {
            (true, _) => Form::Npy { numbers: BufWriter::new(tempfile::tempfile()?), dtype: Dtype::F32 },
            (_, true) => Form::Json,
            _ => Form::Lines,
        };
        let (sink, name) = match &arguments.output {
            Some(path) => (Sink::File(AtomicFile::create(path)?), path.display().to_string()),
            None => (Sink::Shown(out), "standard output".to_owned()),
        };
        Ok(Self { form, sink: BufWriter::new(sink), name, rows: 0, columns: 1, is_closed: false })
    }

    /// Takes predictions in, and the labels of their rows if they have some; `false` if nobody wants more. A row of
    /// several classes has a number for each of these, and the place of its label.
    pub fn write<V: TrainValue>(&mut self, outputs: &[V], labels: Option<&[V]>, classes: &[f64]) -> Result<bool> {
        self.columns = classes.len().max(1);
        let written = self.try_write(outputs, labels, classes);
        self.rows += outputs.len() / self.columns;
        self.expect_open(written)
    }

    fn try_write<V: TrainValue>(&mut self, outputs: &[V], labels: Option<&[V]>, classes: &[f64]) -> io::Result<()> {
        let Self { form, sink, rows: before, columns, .. } = self;
        let mut rows = outputs.chunks_exact(*columns);
        let texts = |row: &[V], text: fn(V) -> String| row.iter().map(|&number| text(number)).collect::<Vec<_>>();
        match form {
            Form::Lines => rows.try_for_each(|row| match row {
                [output] => writeln!(sink, "{output}"),
                row => writeln!(sink, "{}", texts(row, |number| number.to_string()).join(" ")),
            }),
            Form::Json => (1..).zip(rows).try_for_each(|(row, outputs)| {
                write!(sink, "{{\"row\":{},\"prediction\":", *before + row)?;
                match outputs {
                    [output] => write!(sink, "{}", json(*output))?,
                    outputs => {
                        let largest = (0..outputs.len())
                            .rev()
                            .max_by(|&a, &b| outputs[a].to_f64().total_cmp(&outputs[b].to_f64()));
                        let class = largest.and_then(|place| classes.get(place)).copied().unwrap_or_default();
                        write!(sink, "[{}],\"class\":{}", texts(outputs, json).join(","), json(class))?;
                    }
                }
                if let Some(label) = labels.and_then(|labels| labels.get(row - 1)) {
                    let own = if classes.is_empty() { None } else { classes.get(label.to_f64() as usize) };
                    write!(sink, ",\"label\":{}", own.map_or_else(|| json(*label), |&own| json(own)))?;
                }
                writeln!(sink, "}}")
            }),
            Form::Npy { numbers, dtype } => {
                *dtype = if size_of::<V>() == size_of::<f32>() { Dtype::F32 } else { Dtype::F64 };
                let mut bytes = Vec::with_capacity(size_of_val(outputs));
                outputs.iter().for_each(|output| output.write_bits(&mut bytes));
                numbers.write_all(&bytes)
            }
        }
    }

    fn expect_open(&mut self, written: io::Result<()>) -> Result<bool> {
        match written {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.is_closed = true,
            written => written.with_context(|| format!("{}: cannot be written", self.name))?,
        }
        Ok(!self.is_closed)
    }

    /// Writes what is left, and gives a file its name.
    pub fn finish(mut self) -> Result<()> {
        let shape = [self.rows, self.columns];
        let mut last = || {
            if let Form::Npy { numbers, dtype } = &mut self.form {
                numbers.flush()?;
                self.sink.write_all(
                    &npy_header(if self.columns == 1 { &shape[..1] } else { &shape }, *dtype).unwrap_or_default(),
                )?;
                numbers.get_mut().rewind()?;
                copy(numbers.get_mut(), &mut self.sink)?;
            }
            self.sink.flush()
        };
        let last = last();
        self.expect_open(last)?;
        // What could not be written into a pipe that is closed is dropped.
        match self.sink.into_parts().0 {
            Sink::File(file) if !self.is_closed => Ok(file.finish()?),
            _ => Ok(()),
        }
    }
}

/// A number of JSON, which has none that is not finite.
fn json<V: TrainValue>(number: V) -> String {
    if number.to_f64().is_finite() { number.to_string() } else { "null".to_owned() }
}
