use serde::{Deserialize, Serialize};

use super::negotiate::{Accepted, negotiate};
use super::{FormRules, Representation};

/// How a request says which form of a resource it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The address is a file without forms.
    File,
    /// Every request gets the first form.
    Fixed,
    /// Version 2 (spec:version-2#negotiation): the form `format` names, else the one `Accept` ranks highest, else none.
    Version2,
    /// The license route of version 1 (spec:version-1#negotiation): a media type that `Accept` names, else `format`.
    /// A request that accepts HTML is redirected to the page, if there is one.
    Record,
    /// Linked Data (spec:version-1#negotiation): the form `format` names, else a media type that `Accept` names.
    /// Any other request is redirected, or gets the first form if the address redirects nowhere.
    LinkedData,
}

/// Where requests are led that get no form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    /// The page, for those that prefer HTML.
    pub html: String,
    /// For all others; none if they get a form here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
}

/// What a request gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<'e> {
    /// A form.
    Form(Representation),
    /// 307 to an address.
    TemporaryRedirect(&'e str),
    /// 303 to an address.
    SeeOther(&'e str),
}

/// Why a request gets nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// `format` names nothing on offer.
    #[error("the format asked for is not on offer")]
    UnknownFormat,
    /// Nothing the request accepts can be produced.
    #[error("none of the media types accepted is available")]
    NotAcceptable,
}

/// What requests name to get a page.
const HTML: [&str; 2] = ["text/html", "application/xhtml+xml"];
const JSON: &str = "application/json";

/// What a request gets, among the forms of a resource in order of preference.
pub fn choose<'e>(
    dialect: Dialect,
    forms: &[FormRules],
    elsewhere: Option<&'e Elsewhere>,
    format: Option<&str>,
    accept: Option<&str>,
) -> Result<Choice<'e>, NoForm> {
    let first = || forms.first().map(|form| form.representation).ok_or(NoForm::NotAcceptable);
    match dialect {
        Dialect::File | Dialect::Fixed => first().map(Choice::Form),
        Dialect::Version2 => match named_by(format, forms)? {
            Some(representation) => Ok(Choice::Form(representation)),
            None => negotiate(accept, forms).map(Choice::Form).ok_or(NoForm::NotAcceptable),
        },
        Dialect::Record => {
            let by_format = named_by(format, forms)?;
            let accepted = Accepted::of(accept);
            if let Some(elsewhere) = elsewhere.filter(|_| accepted.names(HTML[0])) {
                return Ok(Choice::TemporaryRedirect(&elsewhere.html));
            }
            // JSON is what everybody gets here, so a client that ranks it first asks for nothing in particular.
            let json = [(JSON, None)];
            let by_accept = accepted.best_named(types(forms).map(|(t, form)| (t, Some(form))).chain(json));
            by_accept.flatten().or(by_format).map_or_else(first, Ok).map(Choice::Form)
        }
        Dialect::LinkedData => {
            if let Some(representation) = named_by(format, forms)? {
                return Ok(Choice::Form(representation));
            }
            let forms_wanted = types(forms).map(|(media_type, form)| (media_type, Wanted::Form(form)));
            let others = HTML.map(|html| (html, Wanted::Page)).into_iter().chain([(JSON, Wanted::Other)]);
            let wanted = Accepted::of(accept).best_named(forms_wanted.chain(others));
            match (wanted.unwrap_or(Wanted::Other), elsewhere) {
                (Wanted::Form(representation), _) => Ok(Choice::Form(representation)),
                (Wanted::Page, Some(elsewhere)) => Ok(Choice::SeeOther(&elsewhere.html)),
                (Wanted::Other, Some(Elsewhere { other: Some(other), .. })) => Ok(Choice::SeeOther(other)),
                (Wanted::Page | Wanted::Other, _) => first().map(Choice::Form),
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Wanted {
    Form(Representation),
    Page,
    Other,
}

/// The form `format` names; none if it names none, or no form of the resource heeds it.
fn named_by(format: Option<&str>, forms: &[FormRules]) -> Result<Option<Representation>, NoForm> {
    let Some(format) = format.filter(|_| forms.iter().any(|form| !form.formats.is_empty())) else {
        return Ok(None);
    };
    let names = |form: &&FormRules| form.formats.iter().any(|name| name == format);
    forms.iter().find(names).map(|form| Some(form.representation)).ok_or(NoForm::UnknownFormat)
}

/// Every media type a form is asked for by.
fn types(forms: &[FormRules]) -> impl Iterator<Item = (&str, Representation)> + Clone {
    forms
        .iter()
        .flat_map(|form| form.accepted_as.iter().map(|media_type| (media_type.as_str(), form.representation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Class;
    use NoForm::{NotAcceptable, UnknownFormat};
    use Representation::{Html, Json, JsonLd, NTriples, RdfXml, RdfXmlString, Text, Turtle, TurtleString};

    fn chosen<'e>(
        class: Class,
        elsewhere: Option<&'e Elsewhere>,
        format: Option<&str>,
        accept: Option<&str>,
    ) -> Result<Choice<'e>, NoForm> {
        choose(class.dialect(), &class.rules().representations, elsewhere, format, accept)
    }

    fn form(class: Class, format: Option<&str>, accept: Option<&str>) -> Result<Representation, NoForm> {
        chosen(class, None, format, accept).map(|choice| match choice {
            Choice::Form(form) => form,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn version_2_ranks_accept_by_quality_and_specificity() {
        let cases: &[(&str, Result<Representation, NoForm>)] = &[
            ("", Ok(Json)),
            ("*/*", Ok(Json)),
            ("application/*", Ok(Json)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Ok(Json)),
            ("text/turtle", Ok(Turtle)),
            ("application/x-turtle", Ok(Turtle)),
            ("TEXT/Turtle; charset=utf-8", Ok(Turtle)),
            ("application/ld+json;profile=\"x\"", Ok(JsonLd)),
            ("application/n-triples", Ok(NTriples)),
            ("application/rdf+xml", Ok(RdfXml)),
            ("text/turtle;q=0.1, application/json", Ok(Json)),
            ("text/turtle;q=0.9, application/json;q=0.8", Ok(Turtle)),
            ("*/*, text/turtle", Ok(Turtle)),
            ("text/turtle, application/rdf+xml", Ok(Turtle)),
            ("application/rdf+xml, text/turtle", Ok(RdfXml)),
            ("application/json;q=0, */*", Ok(Turtle)),
            ("text/*", Ok(Turtle)),
            ("image/png", Err(NotAcceptable)),
            ("application/problem+json", Err(NotAcceptable)),
            ("text/turtle;q=0", Err(NotAcceptable)),
            ("text/turtle;q=2, application/rdf+xml;q=0.5", Ok(RdfXml)),
            ("nonsense", Ok(Json)),
        ];
        for (accept, expected) in cases {
            assert_eq!(&form(Class::Version, None, Some(accept)), expected, "{accept}");
        }
        assert_eq!(form(Class::Version, None, None), Ok(Json));
        assert_eq!(form(Class::Listing, None, Some("text/turtle")), Err(NotAcceptable));
        assert_eq!(form(Class::Listing, Some("ttl"), None), Ok(Json), "a list heeds no format");
    }

    #[test]
    fn version_2_formats_win_and_name_exactly_one_form() {
        for representation in Representation::OF_A_VERSION {
            let selected = form(Class::Version, Some(representation.key()), Some("image/png"));
            assert_eq!(selected, Ok(representation));
        }
        for unknown in ["", "JSON", "turtle", "html", "linkset"] {
            assert_eq!(form(Class::Version, Some(unknown), None), Err(UnknownFormat), "{unknown}");
        }
    }

    #[test]
    fn a_named_rdf_type_wins_over_format_at_a_record() {
        for (format, accept, expected) in [
            (None, None, Ok(Json)),
            (None, Some("*/*"), Ok(Json)),
            (None, Some("application/json"), Ok(Json)),
            (None, Some("application/n-triples"), Ok(Json)),
            (None, Some("image/png"), Ok(Json)),
            (Some("json-ld"), None, Ok(Json)),
            (Some("ttl"), None, Ok(TurtleString)),
            (Some("rdf-xml"), Some("application/json"), Ok(RdfXmlString)),
            (Some("text"), Some("application/json"), Ok(Text)),
            (None, Some("text/turtle"), Ok(Turtle)),
            (Some("rdf-xml"), Some("text/turtle"), Ok(Turtle)),
            (Some("text"), Some("application/rdf+xml;q=0.1"), Ok(RdfXml)),
            (None, Some("application/ld+json, */*;q=0.1"), Ok(JsonLd)),
            (Some("ttl"), Some("application/json, text/turtle;q=0.5"), Ok(TurtleString)),
            (Some("ttl"), Some("text/turtle;q=0"), Ok(TurtleString)),
            (Some("nt"), None, Err(UnknownFormat)),
            (Some("nt"), Some("text/turtle"), Err(UnknownFormat)),
            (Some(""), None, Err(UnknownFormat)),
        ] {
            assert_eq!(form(Class::Record, format, accept), expected, "{format:?} {accept:?}");
        }
    }

    #[test]
    fn whoever_mentions_html_at_a_record_is_led_to_the_page() {
        let elsewhere = Elsewhere { html: "/page".to_owned(), other: None };
        for accept in ["text/html", "application/json, text/html;q=0.1", "text/turtle, TEXT/HTML;q=0.5"] {
            let chosen = chosen(Class::Record, Some(&elsewhere), Some("ttl"), Some(accept));
            assert_eq!(chosen, Ok(Choice::TemporaryRedirect("/page")), "{accept}");
        }
        for accept in ["text/*", "*/*", "text/html;q=0", "text/turtle;note=\"text/html\""] {
            let chosen = chosen(Class::Record, Some(&elsewhere), None, Some(accept));
            assert!(matches!(chosen, Ok(Choice::Form(_))), "{accept}");
        }
        let unknown = chosen(Class::Record, Some(&elsewhere), Some("nt"), Some("text/html"));
        assert_eq!(unknown, Err(UnknownFormat));
    }

    #[test]
    fn linked_data_is_led_elsewhere_unless_rdf_is_asked_for() {
        let elsewhere = Elsewhere { html: "/page".to_owned(), other: Some("/license".to_owned()) };
        let (page, license) = (Ok(Choice::SeeOther("/page")), Ok(Choice::SeeOther("/license")));
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        let form = |representation| Ok(Choice::Form(representation));
        for (format, accept, expected) in [
            (None, None, license),
            (None, Some("*/*"), license),
            (None, Some("application/json"), license),
            (None, Some("application/json, text/turtle;q=0.9"), license),
            (None, Some(browser), page),
            (None, Some("text/html;q=0.5, text/turtle"), form(Turtle)),
            (None, Some("text/n3"), form(Turtle)),
            (None, Some("application/x-turtle"), form(Turtle)),
            (None, Some("application/n-triples"), form(NTriples)),
            (Some("xml"), Some(browser), form(RdfXml)),
            (Some("jsonld"), Some("text/turtle"), form(JsonLd)),
            (Some("n-triples"), None, form(NTriples)),
            (Some("text"), Some("text/turtle"), Err(UnknownFormat)),
            (Some("TTL"), None, Err(UnknownFormat)),
        ] {
            let chosen = chosen(Class::LinkedRecord, Some(&elsewhere), format, accept);
            assert_eq!(chosen, expected, "{format:?} {accept:?}");
        }
        for (accept, expected) in [(browser, page), ("text/turtle", license), ("*/*", license)] {
            assert_eq!(chosen(Class::LinkedVersions, Some(&elsewhere), None, Some(accept)), expected);
        }
    }

    #[test]
    fn the_vocabulary_is_a_page_unless_something_else_is_asked_for() {
        for (accept, expected) in [
            ("*/*", Html),
            ("text/html", Html),
            ("image/png", Html),
            ("application/json", JsonLd),
            ("text/turtle", Turtle),
            ("application/rdf+xml;q=0.9, text/html;q=0.8", RdfXml),
        ] {
            for class in [Class::Vocabulary, Class::VocabularyTerm] {
                assert_eq!(form(class, None, Some(accept)), Ok(expected), "{class:?} {accept}");
            }
        }
        assert_eq!(form(Class::Vocabulary, Some("nt"), Some("text/html")), Ok(NTriples));
    }
}
