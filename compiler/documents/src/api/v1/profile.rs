use super::call::Call;
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::api::openapi::parameter::{Parameter, some_text};
use crate::api::openapi::shapes::one_of;
use crate::wire::{Choice, Dialect, FormRules, Representation, choose};
use muniment_licenses::model::terms::{dct, foaf, rdf as rdf_terms};
use muniment_licenses::model::{LicenseId, Site};
use muniment_rdf::{self as rdf, Graph, Literal, NamedNode, Outline, Syntax, Triple};

static USER_ID: Parameter =
    Parameter::path("user_id", "Identifier of an account, as in the address of its profile.", some_text);

static FORMAT: Parameter = Parameter::query(
    "format",
    "The form of the answer; it goes before `Accept`. What it does not know gets the page.",
    || one_of(&["ttl", "json-ld", "rdf-xml"]),
)
.keyed("format.profile");

pub(super) static GET_PROFILE: Row = Row {
    is_open: false,
    parameters: &[&USER_ID, &FORMAT],
    headers: &["Vary"],
    errors: &["Unavailable"],
    ..Row::new(
        Route::get("/users/{user_id}", "getProfile", Access::Anyone),
        Words::of(
            Tag::Website,
            "The page of a publisher",
            "Name, month of joining, published licenses and graphs; as data the name, and the licenses it published. \
             `format` goes before `Accept`. A closed account keeps its address and loses its name.",
        ),
        Media::Profile,
        |sent| Ok(Some(Call::Profile { id: sent.value(), format: sent.format() })),
    )
};

/// What a profile says as data (spec:version-1#assistant-objects): an agent with a name, and the creator of each license it
/// published. Nothing else.
#[derive(Debug)]
pub struct ProfileDocument {
    graph: Graph,
}

impl ProfileDocument {
    /// What a request asks for: `format` goes before `Accept`, and whoever names nothing there is gets the page
    /// (spec:version-1#website-endpoints), which is [`Representation::Html`].
    #[must_use]
    pub fn choose(format: Option<&str>, accept: Option<&str>) -> Representation {
        match choose(Dialect::LinkedData, &forms(), None, format, accept) {
            Ok(Choice::Form(representation)) => representation,
            _ => Representation::Html,
        }
    }

    /// The profile of an account.
    #[must_use]
    pub fn new<'i>(
        account: &str,
        name: &str,
        published: impl IntoIterator<Item = &'i LicenseId>,
        site: &Site,
    ) -> Self {
        let named = |iri: &str| NamedNode::new_unchecked(iri);
        let agent = named(&site.profile_iri(account));
        let about = [
            Triple::new(agent.clone(), named(rdf_terms::TYPE), named(foaf::AGENT)),
            Triple::new(agent.clone(), named(foaf::NAME), Literal::new_simple_literal(name)),
        ];
        let made = published
            .into_iter()
            .map(|id| Triple::new(named(&site.license_iri(id)), named(dct::CREATOR), agent.clone()));
        Self { graph: about.into_iter().chain(made).collect() }
    }

    /// The profile in one of its forms; references of JSON-LD are objects.
    pub fn write(&self, representation: Representation, site: &Site) -> Result<String, rdf::WriteError> {
        let outline = Outline::of(&self.graph)?;
        match representation {
            Representation::JsonLd => rdf::write(Syntax::JsonLd, &outline, &site.context()),
            Representation::RdfXml => rdf::write(Syntax::RdfXml, &outline, &site.record_prefixes()),
            _ => rdf::write(Syntax::Turtle, &outline, &site.record_prefixes()),
        }
    }
}

/// The forms of a profile, the page first.
fn forms() -> Vec<FormRules> {
    let form = |representation: Representation, accepted_as: &[&str], format: Option<&str>| FormRules {
        representation,
        media_type: representation.media_type().to_owned(),
        accepted_as: accepted_as.iter().map(|&accepted| accepted.to_owned()).collect(),
        formats: format.into_iter().map(str::to_owned).collect(),
        extension: representation.extension().to_owned(),
    };
    vec![
        form(Representation::Html, &["text/html", "application/xhtml+xml"], None),
        form(Representation::Turtle, &["text/turtle", "application/x-turtle"], Some("ttl")),
        form(Representation::JsonLd, &["application/ld+json"], Some("json-ld")),
        form(Representation::RdfXml, &["application/rdf+xml"], Some("rdf-xml")),
    ]
}
