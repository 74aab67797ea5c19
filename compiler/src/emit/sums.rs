use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use memchr::{memchr, memrchr};

use super::WriteError;
use super::disk::io_error;
use super::stage::StagedFile;
use crate::wire::Manifest;

/// The list of digests of a tree as it is written: a line `<digest>  <path>` for each file, in order of the paths.
///
/// It is searched where it stands. At twenty times the library it has half a million lines, of which a build after one
/// correction wants some ten thousand.
#[derive(Debug, Default)]
pub(super) struct Sums(String);

impl Sums {
    /// The list of a tree.
    pub(super) fn read(tree: &Path) -> Result<Self, WriteError> {
        let path = tree.join(Manifest::SUMS_PATH);
        fs::read_to_string(&path).map(Self).map_err(io_error("read", &path))
    }

    /// The list of files that are in order of their paths.
    pub(super) fn of(files: &[StagedFile]) -> Self {
        Self(files.iter().map(|file| format!("{}  {}\n", file.digest.hex(), file.path)).collect())
    }

    /// The text of the list.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The digest of a file, in hexadecimal.
    pub(super) fn digest(&self, path: &str) -> Option<&str> {
        let line = self.0.get(self.line(path, 0))?;
        line.split_once("  ").map(|(digest, _)| digest)
    }

    /// Writes the list as it is with changes, which come in order of their paths: each a path with its digest, or without
    /// one if the file is gone.
    pub(super) fn write_with<'a>(
        &self,
        changes: impl Iterator<Item = (&'a str, Option<&'a str>)>,
        writer: &mut impl Write,
    ) -> io::Result<()> {
        let mut done = 0;
        for (path, digest) in changes {
            let line = self.line(path, done);
            writer.write_all(self.0.get(done..line.start).unwrap_or_default().as_bytes())?;
            if let Some(digest) = digest {
                writeln!(writer, "{digest}  {path}")?;
            }
            done = line.end;
        }
        writer.write_all(self.0.get(done..).unwrap_or_default().as_bytes())
    }

    /// Where the line of a file is, at or after the beginning of a line; an empty place is where it would be.
    fn line(&self, path: &str, from: usize) -> Range<usize> {
        let (mut low, mut high) = (from, self.0.len());
        while low < high {
            let line = self.line_around(low + (high - low) / 2);
            match self.path_in(&line).cmp(path) {
                std::cmp::Ordering::Less => low = line.end,
                std::cmp::Ordering::Equal => return line,
                std::cmp::Ordering::Greater => high = line.start,
            }
        }
        low..low
    }

    fn line_around(&self, position: usize) -> Range<usize> {
        let (before, after) = self.0.as_bytes().split_at(position);
        let start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let end = memchr(b'\n', after).map_or(self.0.len(), |end| position + end + 1);
        start..end
    }

    fn path_in(&self, line: &Range<usize>) -> &str {
        let line = self.0.get(line.clone()).unwrap_or_default().trim_end_matches('\n');
        line.split_once("  ").map_or("", |(_, path)| path)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sums(files: &std::collections::BTreeMap<String, u8>) -> Sums {
        Sums(files.iter().map(|(path, digest)| format!("{digest:02x}  {path}\n")).collect())
    }

    proptest! {
        #[test]
        fn a_list_with_changes_is_the_list_of_what_is_there_then(
            before in prop::collection::btree_map("[a-c/ ]{1,4}", any::<u8>(), 0..12),
            changes in prop::collection::btree_map("[a-c/ ]{1,4}", any::<Option<u8>>(), 0..8),
        ) {
            let list = sums(&before);
            let mut after = before.clone();
            for (path, digest) in &changes {
                match digest {
                    Some(digest) => after.insert(path.clone(), *digest),
                    None => after.remove(path),
                };
            }
            let changes: Vec<(String, Option<String>)> = changes
                .iter()
                .map(|(path, digest)| (path.clone(), digest.map(|digest| format!("{digest:02x}"))))
                .collect();
            let mut written = Vec::new();
            let given = changes.iter().map(|(path, digest)| (path.as_str(), digest.as_deref()));
            list.write_with(given, &mut written).unwrap();
            let expected = sums(&after);
            prop_assert_eq!(String::from_utf8(written).unwrap(), expected.text());
            for (path, digest) in &before {
                let digest = format!("{digest:02x}");
                prop_assert_eq!(list.digest(path), Some(digest.as_str()));
            }
            for (path, _) in changes.iter().filter(|(path, _)| !before.contains_key(path)) {
                prop_assert_eq!(list.digest(path), None);
            }
        }
    }
}
