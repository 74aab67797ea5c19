use super::bounded::count;
use super::fault::InventoryFault;
use super::formats::{Form, InventoryFormat, Sign};
use super::inventory::{Component, Inventory};

pub(super) const FORM: Form = Form { sign: Sign::Text(is_copyright), read };

/// The end of the address that names the format, without the last slash.
const VERSION: &str = "/copyright-format/1.0";

/// Whether the first paragraph names the format, also in a draft of it.
fn is_copyright(text: &str) -> bool {
    let header = text.lines().take_while(|line| !line.is_empty());
    header.filter_map(|line| line.split_once(':')).any(|(name, value)| {
        let is_format =
            ["Format", "Format-Specification"].iter().any(|known| name.eq_ignore_ascii_case(known));
        is_format && ["copyright-format", "dep5"].iter().any(|format| value.contains(format))
    })
}

/// The `Files` paragraphs of a machine-readable `debian/copyright`, each named by its pattern, and the package as a whole
/// if the header states a license. Paragraphs with a license alone hold texts.
fn read(text: &str) -> Result<Inventory, InventoryFault> {
    let mut components = Vec::new();
    for (number, paragraph) in paragraphs(text)?.into_iter().enumerate() {
        let Paragraph { begin, format, files, copyright, license, work, has_others } = paragraph;
        if let Some(format) = format.filter(|format| !format.trim_end_matches('/').ends_with(VERSION)) {
            let message = format!("this is a Debian copyright file in the format `{format}`");
            let remedy = "bring it to <https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/>: \
                `cme fix dpkg-copyright` helps";
            return Err(InventoryFault::at(text, begin, message, remedy));
        }
        let license = license.filter(|license| !license.is_empty());
        let name = match (files, number) {
            (Some(files), _) => files,
            (None, 0) if license.is_some() => work.unwrap_or_else(|| "the package as a whole".to_owned()),
            (None, 0) => continue,
            (None, _) if license.is_some() && copyright.is_none() && !has_others => continue,
            (None, _) => {
                let message = "this paragraph has no `Files`, and is not `License` with a short name alone";
                return Err(InventoryFault::at(text, begin, message, "add the field"));
            }
        };
        let component = Component::with_all(name, None, license.map(|license| expression(&license)));
        components.push(component.with_copyright(copyright.as_deref()));
    }
    Ok(Inventory::new(InventoryFormat::DebianCopyright, components))
}

/// The fields of a paragraph that are read.
#[derive(Default)]
struct Paragraph {
    /// The place of its first line.
    begin: usize,
    format: Option<String>,
    files: Option<String>,
    /// One notice a line.
    copyright: Option<String>,
    /// The first line of the field; the others are the text of the license.
    license: Option<String>,
    /// `Upstream-Name`.
    work: Option<String>,
    /// Whether it has a field that a text of a license does not have.
    has_others: bool,
}

impl Paragraph {
    /// A field that is read, by its name in lower case.
    fn field(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            "format" | "format-specification" => Some(&mut self.format),
            "files" => Some(&mut self.files),
            "copyright" => Some(&mut self.copyright),
            "license" => Some(&mut self.license),
            "upstream-name" => Some(&mut self.work),
            _ => None,
        }
    }
}

/// What a line continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Files,
    Copyright,
    /// The short names, which a first line of the text may go on with.
    License,
    OtherField,
}

/// The paragraphs of a control file; comments are left out.
fn paragraphs(text: &str) -> Result<Vec<Paragraph>, InventoryFault> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let (mut open, mut offset) = (Open::Nothing, 0);
    let remedy = "a line is `Field: value`, and one that continues it begins with a blank";
    for line in text.split_inclusive('\n') {
        let begin = offset;
        offset += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        if line.is_empty() {
            open = Open::Nothing;
            continue;
        }
        if line.starts_with('#') {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let last = paragraphs.last_mut();
            let field = last.and_then(|last| match open {
                Open::Files => last.files.as_mut(),
                Open::Copyright => last.copyright.as_mut(),
                Open::License if goes_on(line) => last.license.as_mut(),
                Open::License => None,
                Open::Nothing | Open::OtherField => None,
            });
            match (open, field) {
                (Open::Nothing, _) if line.trim().is_empty() => {}
                (Open::Nothing, _) => {
                    return Err(InventoryFault::at(text, begin, "this line continues no field", remedy));
                }
                (_, Some(field)) => {
                    field.push(if open == Open::Copyright { '\n' } else { ' ' });
                    field.push_str(line.trim());
                }
                (Open::License, None) => open = Open::OtherField,
                _ => {}
            }
            continue;
        }
        let field = line.split_once(':').filter(|(name, _)| !name.contains(char::is_whitespace));
        let Some((name, value)) = field else {
            return Err(InventoryFault::at(text, begin, "this line has no field", remedy));
        };
        if open == Open::Nothing {
            count()?;
            paragraphs.push(Paragraph { begin, ..Paragraph::default() });
        }
        let name = name.to_ascii_lowercase();
        open = match name.as_str() {
            "files" => Open::Files,
            "copyright" => Open::Copyright,
            "license" => Open::License,
            _ => Open::OtherField,
        };
        let Some(paragraph) = paragraphs.last_mut() else { continue };
        let Some(field) = paragraph.field(&name) else {
            paragraph.has_others |= name != "comment";
            continue;
        };
        if field.replace(value.trim().to_owned()).is_some() {
            let message = format!("this paragraph has the field `{name}` already");
            return Err(InventoryFault::at(text, begin, message, "part the paragraphs with an empty line"));
        }
    }
    Ok(paragraphs)
}

/// Whether a line begins with an operator of short names.
fn goes_on(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    ["and", "or", "and/or", "with"].iter().any(|word| first.eq_ignore_ascii_case(word))
}

/// The short names of a `License` field as an SPDX expression. A name that is not defined stays as it is.
fn expression(short_names: &str) -> String {
    joined(short_names).unwrap_or_else(|| {
        // SPDX expressions of old packages write `OR` as a slash, which is a part of names here: `MIT/X11`.
        if !short_names.contains(['/', '(']) && !short_names.contains(" with ") {
            return short_names.to_owned();
        }
        own_name(short_names)
    })
}

/// A name that means what the copyright file says, and no license that is known elsewhere.
fn own_name(name: &str) -> String {
    let words = name.split(|c: char| !is_of_name(c)).filter(|word| !word.is_empty());
    format!("LicenseRef-debian-{}", words.collect::<Vec<_>>().join("-"))
}

/// An operator after a comma binds less than those without.
fn joined(short_names: &str) -> Option<String> {
    let mut groups = short_names.split(',').map(str::trim);
    let mut found = vec![group(groups.next()?)?];
    let mut operators: Vec<&str> = Vec::new();
    for group_after_comma in groups {
        let (word, rest) = group_after_comma.split_once(char::is_whitespace)?;
        operators.push(operator(word)?);
        found.push(group(rest)?);
    }
    // What both operators after commas mean together is not defined.
    let operator = *operators.first().unwrap_or(&"AND");
    if operators.iter().any(|other| *other != operator) {
        return None;
    }
    if let [one] = found.as_slice() {
        return Some(one.clone());
    }
    let grouped =
        found.into_iter().map(|group| if group.contains(' ') { format!("({group})") } else { group });
    Some(grouped.collect::<Vec<_>>().join(&format!(" {operator} ")))
}

/// Names with operators. `and` binds more than `or`, as in SPDX.
fn group(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let mut found: Vec<String> = Vec::new();
    loop {
        found.push(license(words.next()?)?);
        let mut next = words.next();
        if next.is_some_and(|word| word.eq_ignore_ascii_case("with")) {
            found.extend(["WITH".to_owned(), exception(&mut words)?]);
            next = words.next();
        }
        match next {
            None => return Some(found.join(" ")),
            Some(word) => found.push(operator(word)?.to_owned()),
        }
    }
}

fn operator(word: &str) -> Option<&'static str> {
    ["AND", "OR"].into_iter().find(|known| word.eq_ignore_ascii_case(known))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.')
}

/// Whether a word is a name that an SPDX expression can have.
fn is_name(word: &str) -> bool {
    !word.is_empty()
        && word.chars().all(is_of_name)
        && operator(word).is_none()
        && !word.eq_ignore_ascii_case("with")
}

/// The words of an exception, up to `exception`.
fn exception<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    loop {
        let word = words.next().filter(|word| is_name(word))?;
        if ["exception", "exceptions"].iter().any(|end| word.eq_ignore_ascii_case(end)) {
            break;
        }
        name.push(word);
    }
    let name = name.join("-");
    match name.to_ascii_lowercase().as_str() {
        "" => None,
        "font" => Some("Font-exception-2.0".to_owned()),
        "linux-syscall-note" => Some("Linux-syscall-note".to_owned()),
        _ => Some(format!("{name}-exception")),
    }
}

/// Short names that have another spelling in SPDX.
const SPELLINGS: [(&str, &str); 8] = [
    ("expat", "MIT"),
    ("bsd-2-clause", "BSD-2-Clause"),
    ("bsd-3-clause", "BSD-3-Clause"),
    ("bsd-4-clause", "BSD-4-Clause"),
    ("apache-2", "Apache-2.0"),
    ("artistic-2", "Artistic-2.0"),
    ("mpl-2", "MPL-2.0"),
    ("cc0-1", "CC0-1.0"),
];

/// The SPDX identifier of a short name, else the name.
fn license(word: &str) -> Option<String> {
    let name = word.strip_suffix('+').unwrap_or(word);
    if !is_name(name) {
        return None;
    }
    // Of MIT, the format says that there are many versions, and that `Expat` names the usual one.
    if name.eq_ignore_ascii_case("MIT") {
        return Some(own_name(name));
    }
    let known = SPELLINGS.iter().find(|(short, _)| word.eq_ignore_ascii_case(short));
    let known = known.map(|(_, spdx)| (*spdx).to_owned());
    Some(known.or_else(|| of_gnu(name, word.ends_with('+'))).unwrap_or_else(|| word.to_owned()))
}

/// The identifier of a license of GNU with a version, such as `GPL-2.0-or-later` for `GPL-2+`.
fn of_gnu(name: &str, or_later: bool) -> Option<String> {
    let (family, version) = name.rsplit_once('-')?;
    if version.is_empty() || !version.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let families = [("GPL", ""), ("LGPL", ""), ("AGPL", ""), ("GFDL", ""), ("GFDL-NIV", "-no-invariants")];
    let (family, variant) = families.into_iter().find(|(known, _)| family.eq_ignore_ascii_case(known))?;
    let family = family.trim_end_matches("-NIV");
    let version = if version.contains('.') { version.to_owned() } else { format!("{version}.0") };
    let later = if or_later { "or-later" } else { "only" };
    Some(format!("{family}-{version}{variant}-{later}"))
}
