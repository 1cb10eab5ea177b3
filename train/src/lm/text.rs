//! Where the sentences of `lacuna train lm` come from.
use super::LmArguments;
use super::grammar::Grammar;
use crate::left_out::LeftOut;
use anyhow::{Context, Result, bail, ensure};
use lacuna_runtime::data::Vocabulary;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// Generated sentences to learn.
const SENTENCES: usize = 5000;

/// For each sentence to measure, so many to learn.
const LEARNT: usize = 10;

/// Files of sentences, and their words.
pub(super) struct Text {
    pub name: String,
    pub files: Vec<PathBuf>,
    pub test: Option<PathBuf>,
    pub vocabulary: Arc<Vocabulary>,
    /// Words that it does not have.
    pub left_out: LeftOut,
    /// What was generated lives as long as this.
    _folder: Option<TempDir>,
}

impl Text {
    pub fn open(arguments: &LmArguments, seed: u64) -> Result<Self> {
        let (mut files, mut test, mut folder) = (arguments.data.clone(), arguments.test.clone(), None);
        let name = match &*files {
            [] => "generated".to_owned(),
            [file] => file.display().to_string(),
            files => format!("{} files", files.len()),
        };
        for file in files.iter().chain(&test).chain(&arguments.vocabulary) {
            check(file)?;
        }
        if files.is_empty() {
            let generated = tempfile::tempdir().context("cannot make a folder for generated sentences")?;
            let sentences = arguments.sentences.map_or(SENTENCES, std::num::NonZeroUsize::get);
            let mut grammar = Grammar::new(seed);
            let mut write = |name: &str, sentences| {
                let path = generated.path().join(name);
                fs::write(&path, grammar.text(sentences)).with_context(|| path.display().to_string())?;
                Ok::<_, anyhow::Error>(path)
            };
            files.push(write("train", sentences)?);
            let held_out = write("test", sentences.div_ceil(LEARNT))?;
            test = test.or(Some(held_out));
            folder = Some(generated);
        }
        let vocabulary = match &arguments.vocabulary {
            Some(path) => Vocabulary::open(path)?,
            None => Vocabulary::of_texts(&files, arguments.words.map(std::num::NonZeroUsize::get))?,
        };
        ensure!(vocabulary.len() > 2, "{name}: there are no words");
        let mut left_out = LeftOut::default();
        // Of the words of the sentences to learn, those that --words leaves out are meant.
        let learnt = arguments.data.iter().filter(|_| arguments.vocabulary.is_some());
        for file in learnt.chain(&arguments.test) {
            let (unknown, all) = vocabulary.unknown_of_text(file)?;
            left_out.words(file, unknown, all);
        }
        Ok(Self { name, files, test, vocabulary: Arc::new(vocabulary), left_out, _folder: folder })
    }
}

/// Refuses what cannot be read again in each epoch.
fn check(path: &Path) -> Result<()> {
    let name = path.display().to_string();
    let found = fs::metadata(path).with_context(|| name.clone())?;
    if found.is_dir() {
        bail!("{name}: is a folder");
    }
    ensure!(found.is_file(), "{name}: is no file, which each epoch could read anew");
    Ok(())
}
