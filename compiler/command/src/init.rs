use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::loading::built_in;
use super::report::render;
use super::{Report, output};
use muniment_library::curate::{NewLibrary, new_library};
use muniment_licenses::model::Day;

/// Create a library: its identity, a vocabulary, a core graph and tables
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment init meadow --name 'Meadow licenses' --site-url https://meadow.example --prefix mdw \
    --date 2026-11-22\n\n\
    What is not given is asked for at a terminal. \
    The vocabulary and the core graph are those of the library built into this program, at the addresses of the new one, \
    and the data of the new one is under the license of theirs until its site.toml names another. \
    data/README.md describes every file and ends with a tutorial."
)]
pub(super) struct Arguments {
    /// The folder of the new library
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name of the library
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Address of the library, without a final slash; it is part of every content hash and cannot change
    #[arg(long, value_name = "URL")]
    site_url: Option<String>,
    /// Prefix name of its vocabulary: lower-case letters and digits
    #[arg(long, value_name = "NAME")]
    prefix: Option<String>,
    /// Its first day, YYYY-MM-DD
    #[arg(long, value_name = "DAY")]
    date: Option<Day>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Report> {
    let folder = &arguments.folder;
    if folder.join("site.toml").exists() {
        bail!("`{}` is a library already", folder.display());
    }
    let new = NewLibrary {
        name: given(arguments.name.as_deref(), "--name", "Name of the library")?,
        site_url: given(
            arguments.site_url.as_deref(),
            "--site-url",
            "Its address, such as https://meadow.example",
        )?,
        prefix: given(arguments.prefix.as_deref(), "--prefix", "Prefix of its vocabulary, such as mdw")?,
        day: match arguments.date {
            Some(day) => day,
            None => given(None, "--date", "The day it begins, YYYY-MM-DD")?.parse()?,
        },
    };
    let edits = new_library(&new, &built_in()?)?;
    let loaded = edits.preview(folder);
    if loaded.library.is_none() {
        output::tell(&render(folder, &loaded.faults));
        bail!("nothing is written");
    }
    edits.apply(folder)?;
    let mut text = format!("began {} in {}:\n", new.name, folder.display());
    for edit in &edits.files {
        text.push_str(&format!("  create {}\n", folder.join(edit.path()).display()));
    }
    text.push_str(&format!(
        "next: muniment new ID --title TEXT --asset-type TYPE --permit ACT --date DAY --data {}\n",
        folder.display()
    ));
    Ok(Report::sound(text))
}

/// The value of a flag or, at a terminal, the answer to a question.
fn given(flag: Option<&str>, name: &str, question: &str) -> anyhow::Result<String> {
    if let Some(value) = flag {
        return Ok(value.to_owned());
    }
    if !io::stdin().is_terminal() {
        bail!("{name} is missing, and there is no terminal to ask at");
    }
    let mut answer = String::new();
    write!(io::stderr(), "{question}: ")?;
    if io::stdin().read_line(&mut answer)? == 0 {
        bail!("{name} is missing");
    }
    Ok(answer.trim().to_owned())
}
