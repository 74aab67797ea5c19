use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;

use super::stage::StagedFile;
use muniment_documents::wire::Manifest;

const DIGITS: usize = 64;

/// The text of a list of digests: a line `<digest>  <path>` for each file, sorted by path.
#[derive(Debug)]
pub(super) struct Sums(String);

impl Sums {
    /// Reads the list of a tree; `None` if it cannot be read.
    pub(super) fn read(tree: &Path) -> Option<Self> {
        fs::read_to_string(tree.join(Manifest::SUMS_PATH)).ok().map(Self)
    }

    /// The list of files, which are sorted by path.
    pub(super) fn of(files: &[StagedFile]) -> Self {
        Self(files.iter().map(|file| format!("{}  {}\n", file.digest.hex(), file.path)).collect())
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The digests and paths of a list.
    pub(super) fn lines_of(text: &str) -> impl Iterator<Item = (&str, &str)> {
        text.lines().filter_map(|line| line.split_once("  "))
    }

    /// The paths whose digests differ between two lists.
    pub(super) fn differences(&self, other: &Self) -> BTreeSet<String> {
        let lines = |sums: &'_ Self| sums.0.lines().map(str::to_owned).collect::<BTreeSet<String>>();
        let path = |line: &String| line.split_once("  ").map(|(_, path)| path.to_owned());
        lines(self).symmetric_difference(&lines(other)).filter_map(path).collect()
    }
}

/// Applies changes, sorted by path, to a list: a path with a new digest, or `None` for a removed file. Streams the
/// list, which can have half a million lines.
pub(super) fn merge_sums<'a>(
    mut sums: impl BufRead,
    changes: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    writer: &mut impl Write,
) -> io::Result<()> {
    let mut changes = changes.peekable();
    let mut line = Vec::new();
    while sums.read_until(b'\n', &mut line)? > 0 {
        let path = path_in(&line);
        while let Some((changed, digest)) = changes.next_if(|(changed, _)| changed.as_bytes() < path) {
            write_line(writer, changed, digest)?;
        }
        match changes.next_if(|(changed, _)| changed.as_bytes() == path) {
            Some((changed, digest)) => write_line(writer, changed, digest)?,
            None => writer.write_all(&line)?,
        }
        line.clear();
    }
    changes.try_for_each(|(changed, digest)| write_line(writer, changed, digest))
}

fn path_in(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.get(DIGITS + 2..).unwrap_or_default()
}

fn write_line(writer: &mut impl Write, path: &str, digest: Option<&str>) -> io::Result<()> {
    match digest {
        Some(digest) => writeln!(writer, "{digest}  {path}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn sums(files: &BTreeMap<String, u8>) -> String {
        files.iter().map(|(path, digest)| format!("{digest:064x}  {path}\n")).collect()
    }

    proptest! {
        #[test]
        fn a_list_with_changes_is_the_list_of_what_is_there_then(
            before in prop::collection::btree_map("[a-c/ ]{1,4}", any::<u8>(), 0..12),
            changes in prop::collection::btree_map("[a-c/ ]{1,4}", any::<Option<u8>>(), 0..8),
        ) {
            let mut after = before.clone();
            for (path, digest) in &changes {
                match digest {
                    Some(digest) => after.insert(path.clone(), *digest),
                    None => after.remove(path),
                };
            }
            let digests: Vec<Option<String>> =
                changes.values().map(|digest| digest.map(|digest| format!("{digest:064x}"))).collect();
            let given = changes.keys().map(String::as_str).zip(digests.iter().map(Option::as_deref));
            let mut written = Vec::new();
            merge_sums(sums(&before).as_bytes(), given, &mut written).unwrap();
            prop_assert_eq!(String::from_utf8(written).unwrap(), sums(&after));
            let differences = Sums(sums(&before)).differences(&Sums(sums(&after)));
            let paths = before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path));
            prop_assert_eq!(differences, paths.cloned().collect());
        }
    }
}
