//! What an installation of the command has beside it.

use anyhow::bail;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::Report;

/// Print the completions of a shell
#[derive(Args)]
#[command(
    after_help = "Examples:\n  muniment completions bash > muniment.bash\n  muniment completions zsh > _muniment\n\n\
    bash reads the file from ~/.local/share/bash-completion/completions/muniment, zsh from a folder of $fpath, fish from \
    ~/.config/fish/completions/muniment.fish."
)]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Print a manual page
#[derive(Args)]
#[command(after_help = "Examples:\n  muniment man > muniment.1\n  muniment man audit > muniment-audit.1\n\n\
    `man ./muniment.1` shows the page; ~/.local/share/man/man1 is a folder for it.")]
pub(super) struct ManArguments {
    /// A verb of the command; the page is about the whole command without it
    verb: Option<String>,
}

pub(super) fn completions(arguments: &CompletionsArguments, mut command: Command) -> anyhow::Result<Report> {
    let mut text = Vec::new();
    generate(arguments.shell, &mut command, "muniment", &mut text);
    Ok(Report::sound(String::from_utf8(text)?))
}

pub(super) fn man(arguments: &ManArguments, mut command: Command) -> anyhow::Result<Report> {
    command.build();
    let page = match &arguments.verb {
        None => command,
        Some(verb) => match command.find_subcommand(verb) {
            Some(found) => found.clone(),
            None => bail!("there is no verb `{verb}`"),
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    Ok(Report::sound(String::from_utf8(text)?))
}
