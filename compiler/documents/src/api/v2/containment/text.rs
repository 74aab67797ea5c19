use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result, Write};

use super::{ContainmentObject, LimitOfPart, ObligationObject, ReasonObject};
use muniment_licenses::reason::{CLOSED_SOURCE, ChoiceReason, Demand, Trigger};

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
        self.question(f, style)?;
        self.answers(f, style)?;
        self.remedies(f, style)?;
        self.limits(f, style)?;
        self.duties(f, style)?;
        self.texts(f, style)?;
        writeln!(f, "\n{}", self.notice)
    }

    fn question(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        let asked: Vec<&str> = self.asked.iter().map(|part| part.expression).collect();
        let (asked, answer) = (asked.join(", "), self.answer);
        let work = match self.out.0 {
            CLOSED_SOURCE => "a closed-source work".to_owned(),
            license => format!("a work under {license}"),
        };
        writeln!(f, "{}{} into {}: {answer}\n", style.heading, of(&asked), of(&work))?;
        writeln!(
            f,
            "{} {} and {}; {}, for {}.\n",
            if self.asked.len() == 1 { "The part is" } else { "The parts are" },
            self.context.usage,
            modified(self.context.modified),
            match self.context.ship {
                "internal" => "the work is used in-house",
                "service" => "the work is run as a service",
                "source" => "the work is shipped as source",
                _ => "the work is shipped as a binary",
            },
            match self.context.purpose {
                "commercial" => "a commercial purpose",
                "noncommercial" => "a purpose that is not commercial",
                _ => "research",
            }
        )
    }

    /// The answer for each license, with the words it rests on, and what decided the choices.
    fn answers(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        for part in &self.parts {
            let own = (part.usage, part.modified) != (self.context.usage, self.context.modified);
            let own = own.then(|| format!(" ({} and {})", part.usage, modified(part.modified)));
            let own = own.unwrap_or_default();
            writeln!(f, "- {}{own}: {}", of(part.license.0), of(&part.sentence))?;
            quote(f, part.license.0, part.proviso, style)?;
            if !part.text_compared {
                writeln!(f, "  The record was not compared with the text of its license.")?;
            }
            for reason in self.because.iter().filter(|reason| reason.license.0 == part.license.0) {
                statements(f, reason, self.out.0, style)?;
            }
        }
        for part in &self.asked {
            let Some(choice) = part.choice.and_then(ChoiceReason::from_word) else { continue };
            let taken: Vec<&str> = part.licenses.iter().map(|license| license.0).collect();
            let taken = taken.join(" and ");
            let (expression, taken) = (of(part.expression), of(&taken));
            writeln!(f, "- Of {expression}, {taken} is chosen: {}.", choice.sentence())?;
        }
        Ok(())
    }

    fn remedies(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        if !self.still.is_empty() {
            writeln!(f, "\n{}You can still:\n", style.heading)?;
        }
        for still in &self.still {
            writeln!(f, "- {} ({})", of(&still.sentence), of(still.license.0))?;
        }
        Ok(())
    }

    fn limits(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        if !self.limits.is_empty() {
            writeln!(f, "\n{}Limits on use:\n", style.heading)?;
        }
        for LimitOfPart { license, limit } in &self.limits {
            writeln!(f, "- {} ({})", of(&limit.sentence), of(license.0))?;
            quote(f, license.0, limit.evidence(), style)?;
        }
        Ok(())
    }

    fn duties(&self, f: &mut impl Write, style: &Style) -> Result {
        for (trigger, _) in Trigger::ALL {
            let when = trigger.word();
            let mut obligations = self.obligations.iter().filter(|it| it.when == when).peekable();
            if obligations.peek().is_some() {
                writeln!(f, "\n{}{}:\n", style.heading, trigger.heading())?;
            }
            for obligation in obligations {
                duty(f, obligation, style)?;
            }
        }
        Ok(())
    }

    fn texts(&self, f: &mut impl Write, style: &Style) -> Result {
        let of = style.escape;
        if !self.texts.is_empty() {
            writeln!(f, "\n{}Texts to include:\n", style.heading)?;
        }
        for text in &self.texts {
            let address = text.legalcode.map(|address| format!(", {address}")).unwrap_or_default();
            writeln!(f, "- {} ({}){}", of(text.title), of(text.license.0), of(&address))?;
        }
        Ok(())
    }
}

const fn modified(is_modified: bool) -> &'static str {
    if is_modified { "modified" } else { "unmodified" }
}

fn duty(f: &mut impl Write, obligation: &ObligationObject<'_>, style: &Style) -> Result {
    let of = style.escape;
    let by: Vec<&str> = obligation.asked_by.iter().map(|it| it.license.0).collect();
    let by = by.join(", ");
    let form = obligation.form.as_ref().map(|form| format!(", in {form} form")).unwrap_or_default();
    let prohibited = if obligation.rule == Demand::Prohibition.word() { "prohibited: " } else { "" };
    match obligation.instruction {
        Some(instruction) => {
            let label = of(&obligation.label);
            writeln!(f, "- {} ({prohibited}{label}{form}, {})", of(instruction), of(&by))?;
        }
        None => writeln!(f, "- {prohibited}{}{form} ({})", of(&obligation.label), of(&by))?,
    }
    for asking in &obligation.asked_by {
        if asking.alternative.is_some() {
            writeln!(f, "  - {}: this is one of several ways; one of them is enough.", of(asking.license.0))?;
        }
        if let Some(reach) = &asking.reach {
            writeln!(f, "  - {}", of(reach))?;
        }
        quote(f, asking.license.0, asking.evidence, style)?;
    }
    Ok(())
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
    for limit in &reason.limits {
        quote(f, reason.license.0, limit.evidence(), style)?;
    }
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
