use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result, Write};

use super::{ContainmentObject, ReasonObject};
use muniment_licenses::reason::Trigger;

/// The answer as text for people.
impl Display for ContainmentObject<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, &Style { heading: "", escape: plain })
    }
}

impl ContainmentObject<'_> {
    /// The same text as Markdown.
    ///
    /// # Errors
    /// A write fails; writes to a `String` do not.
    pub fn markdown(&self) -> std::result::Result<String, std::fmt::Error> {
        let mut text = String::new();
        self.write(&mut text, &Style { heading: "## ", escape: escaped })?;
        Ok(text)
    }

    fn write(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        let modified = if self.context.modified { "modified" } else { "unmodified" };
        let asked: Vec<&str> = self.asked.iter().map(|part| part.expression.as_str()).collect();
        let (asked, work) = (asked.join(", "), self.out.0);
        writeln!(f, "{}{} into a work under {}: {}\n", style.heading, of(&asked), of(work), self.answer)?;
        writeln!(
            f,
            "{} {} and {modified}; the work is shipped as {}.\n",
            if self.asked.len() == 1 { "The part is" } else { "The parts are" },
            self.context.usage,
            self.context.ship
        )?;
        for part in &self.parts {
            writeln!(f, "- {}: {}", of(part.license.0), of(&part.sentence))?;
            if !part.text_compared {
                writeln!(f, "  The record was not compared with the text of its license.")?;
            }
            for reason in self.because.iter().filter(|reason| reason.license.0 == part.license.0) {
                statements(f, reason, work, style)?;
            }
        }
        for (trigger, _) in Trigger::ALL {
            let when = trigger.word();
            let obligations: Vec<_> = self.obligations.iter().filter(|it| it.when == when).collect();
            if !obligations.is_empty() {
                writeln!(f, "\n{}{}:\n", style.heading, trigger.heading())?;
            }
            for obligation in obligations {
                let by: Vec<&str> = obligation.asked_by.iter().map(|it| it.license.0).collect();
                let by = by.join(", ");
                let form =
                    obligation.form.as_ref().map(|form| format!(", in {form} form")).unwrap_or_default();
                writeln!(f, "- {}{form} ({})", of(&obligation.label), of(&by))?;
                for asking in &obligation.asked_by {
                    quote(f, asking.license.0, asking.evidence, style)?;
                }
            }
        }
        if !self.texts.is_empty() {
            writeln!(f, "\n{}Texts to include:\n", style.heading)?;
        }
        for text in &self.texts {
            let address = text.legalcode.map(|address| format!(", {address}")).unwrap_or_default();
            writeln!(f, "- {} ({}){}", of(text.title), of(text.license.0), of(&address))?;
        }
        writeln!(f, "\n{}", self.notice)
    }
}

/// How the text is marked up.
struct Style {
    /// Begins a heading.
    heading: &'static str,
    escape: fn(&str) -> Cow<'_, str>,
}

fn plain(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// A text in which nothing is markup of Markdown.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_markup) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_markup(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Cow::Owned(escaped)
}

fn is_markup(c: char) -> bool {
    matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&')
}

fn statements(f: &mut impl Write, reason: &ReasonObject<'_>, work: &str, style: &Style) -> Result {
    for (license, statements) in [(reason.license.0, &reason.statements_in), (work, &reason.statements_out)] {
        for statement in statements {
            quote(f, license, statement.evidence(), style)?;
        }
    }
    Ok(())
}

fn quote(f: &mut impl Write, license: &str, evidence: Option<&str>, style: &Style) -> Result {
    let of = style.escape;
    match evidence {
        Some(evidence) => writeln!(f, "  - {}: \"{}\"", of(license), of(evidence)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_licenses_are_no_markup() {
        assert_eq!(escaped("a <year> *b* [c](d) &amp; `e`"), r"a \<year\> \*b\* \[c\](d) \&amp; \`e\`");
        assert!(matches!(escaped("Apache-2.0"), Cow::Borrowed(_)));
    }
}
