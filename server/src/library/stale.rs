//! Why a tree is not the one that a server is to serve, and what makes it that.

use std::fmt;
use std::path::{Path, PathBuf};

use muniment_documents::wire::{ManifestHead, Origin};
use muniment_licenses::model::Library;
use muniment_tree::{Settings, provenance};

use crate::settings::Config;

/// A tree that does not belong to the data, the program or the settings of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    site: PathBuf,
    reasons: Vec<Reason>,
    /// The command that makes the tree the server needs.
    command: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reason {
    Missing,
    Replaced,
    OtherData,
    OtherProgram,
    OtherSetting { flag: String, tree: String, server: String },
}

impl Stale {
    /// There is no tree.
    pub(crate) fn missing(config: &Config) -> Box<Self> {
        Self::because(config, None, vec![Reason::Missing])
    }

    /// Another tree was put in the place of the one that was being opened.
    pub(crate) fn replaced(config: &Config, tree: Option<&ManifestHead>) -> Box<Self> {
        Self::because(config, tree, vec![Reason::Replaced])
    }

    /// A tree was not made from a library with the settings of the server. Whether releases are dumped is no difference.
    pub(crate) fn of(config: &Config, tree: &ManifestHead, library: &Library) -> Box<Self> {
        let (made, wanted) = (&tree.provenance, provenance(library, &config.tree_settings(Some(tree))));
        let mut reasons = Vec::new();
        if made.data != wanted.data {
            reasons.push(Reason::OtherData);
        }
        if made.program != wanted.program {
            reasons.push(Reason::OtherProgram);
        }
        for (flag, server) in wanted.settings.into_iter().filter(|(flag, _)| flag != "dumps") {
            // A tree of a program that did not know the setting was made without it.
            let tree = made.settings.get(&flag).cloned().unwrap_or_default();
            if tree != server && !made.settings.is_empty() {
                reasons.push(Reason::OtherSetting { flag, tree, server });
            }
        }
        Self::because(config, Some(tree), reasons)
    }

    /// The tree keeps the banner and the pages from packages that the one before was built with.
    fn because(config: &Config, tree: Option<&ManifestHead>, reasons: Vec<Reason>) -> Box<Self> {
        let notice = tree.and_then(|tree| tree.notice.clone());
        let packages = tree.map(|tree| tree.packages.clone()).unwrap_or_default();
        let settings = Settings { packages, notice, ..config.tree_settings(tree) };
        let command = command(&config.data, &config.site, &settings);
        Box::new(Self { site: config.site.clone(), reasons, command })
    }
}

fn command(data: &Path, site: &Path, settings: &Settings) -> String {
    let Settings { base_url, frame_ancestors, dumps: _, edges, compress, packages, notice } = settings;
    let mut words = vec!["muniment build".to_owned()];
    let mut flag = |name: &str, value: &str| words.push(format!("{name} {}", quoted(value)));
    flag("--data", &data.to_string_lossy());
    flag("--out", &site.to_string_lossy());
    flag("--base-url", base_url);
    let frames: Vec<&str> = frame_ancestors.iter().map(Origin::as_str).collect();
    if !frames.is_empty() {
        flag("--frame-ancestors", &frames.join(","));
    }
    let edges: Vec<&str> = edges.iter().map(|edge| edge.name()).collect();
    if !edges.is_empty() {
        flag("--edge", &edges.join(","));
    }
    if *compress {
        words.push("--compress".to_owned());
    }
    if packages.texts.is_some() {
        words.push("--with-texts".to_owned());
    }
    if packages.expert_tables.is_some() {
        // The manifest does not name the folder.
        words.push("--expert-tables DIR".to_owned());
    }
    if let Some(notice) = notice {
        words.push(format!("--notice {}", quoted(notice)));
    }
    words.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,@[]".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        write!(
            f,
            "the tree in `{}` {}; build it: `{}`",
            self.site.display(),
            reasons.join(" and "),
            self.command
        )?;
        let of_tree = self.reasons.iter().filter_map(|reason| match reason {
            Reason::OtherSetting { flag, tree, .. } if !tree.is_empty() => {
                Some(format!("--{flag} {}", quoted(tree)))
            }
            _ => None,
        });
        let of_tree: Vec<String> = of_tree.collect();
        if self.reasons.len() == of_tree.len() && !of_tree.is_empty() {
            write!(f, ", or start the server with `{}`", of_tree.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |flag: &str, value: &str| match value {
            "" => format!("without `--{flag}`"),
            value => format!("with `--{flag} {value}`"),
        };
        match self {
            Self::Missing => f.write_str("is missing"),
            Self::Replaced => f.write_str("was replaced while it was opened"),
            Self::OtherData => f.write_str("was made from other data"),
            Self::OtherProgram => f.write_str("was made by another version of the program"),
            Self::OtherSetting { flag, tree, server } => {
                write!(f, "was made {}, and the server runs {}", with(flag, tree), with(flag, server))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use muniment_documents::wire::PackageDigests;

    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let packages = PackageDigests { texts: Some("sha256:0".to_owned()), expert_tables: None };
        let settings = Settings { compress: true, packages, ..Settings::default() };
        assert_eq!(
            command(Path::new("my data"), Path::new("it's"), &settings),
            r"muniment build --data 'my data' --out 'it'\''s' --base-url http://127.0.0.1:8080 --compress --with-texts"
        );
    }

    #[test]
    fn a_setting_that_differs_is_named_with_both_ways_out() {
        let other = |server: &str, tree: &str| Reason::OtherSetting {
            flag: "base-url".to_owned(),
            tree: tree.to_owned(),
            server: server.to_owned(),
        };
        let stale = |reasons| Stale { site: "out".into(), reasons, command: "muniment build".to_owned() };
        assert_eq!(
            stale(vec![other("https://b", "https://a")]).to_string(),
            "the tree in `out` was made with `--base-url https://a`, and the server runs with `--base-url https://b`; \
             build it: `muniment build`, or start the server with `--base-url https://a`"
        );
        let both = stale(vec![Reason::OtherData, other("https://b", "https://a")]).to_string();
        assert!(
            both.contains("was made from other data and was made with") && !both.contains("or start"),
            "{both}"
        );
    }
}
