use super::{Bodies, Body, Plan, PlanError, Planned, body_path};
use muniment_documents::api::forms::{FormError, quote};
use muniment_documents::wire::{Class, Dialect, Representation};
use muniment_library::history::VersionFacts;
use muniment_licenses::prose::Source;

impl Plan<'_, '_> {
    /// Renders the bodies of an address. Linked forms belong to other addresses.
    pub fn render(&self, address: &str, planned: &Planned<'_, '_>) -> Result<Vec<Body>, PlanError> {
        let unrendered = |source| PlanError::Document { address: address.to_owned(), source };
        let bodies = match &planned.bodies {
            Bodies::None => Ok(Vec::new()),
            Bodies::Version { facts, version_1 } => self.version(address, facts, version_1.as_deref()),
            Bodies::Term { vocabulary, iri, page } => {
                let page = body(address, Representation::Html, page().map_err(unrendered)?);
                let statements = vocabulary.graph().closure(iri);
                let rdf = Class::VocabularyTerm.representations().filter(|form| form.syntax().is_some());
                [Ok(page)]
                    .into_iter()
                    .chain(rdf.map(|form| Ok(body(address, form, self.forms.of_term(&statements, form)?))))
                    .collect()
            }
            Bodies::Document(render) => {
                let bytes = render().map_err(unrendered)?;
                let is_file = planned.class.dialect() == Dialect::File;
                let representation = planned.class.representations().next().filter(|_| !is_file);
                return Ok(vec![Body { path: body_path(address, representation), representation, bytes }]);
            }
        };
        bodies.map_err(|source| PlanError::Unwritable { address: address.to_owned(), source })
    }

    fn version(
        &self,
        address: &str,
        facts: &VersionFacts<'_>,
        version_1: Option<&str>,
    ) -> Result<Vec<Body>, FormError> {
        let outline = facts.outline()?;
        let mut bodies = Representation::OF_A_VERSION
            .into_iter()
            .map(|form| Ok(body(address, form, self.forms.of_version(facts, &outline, form)?)))
            .collect::<Result<Vec<Body>, FormError>>()?;
        let model = self.library.licenses.get(facts.id);
        let version = model.and_then(|model| Some(Source::of(model, model.version(facts.version)?)));
        let (Some(version_1), Some(source)) = (version_1, version) else { return Ok(bodies) };
        let quoted = |form, of| {
            let text = bodies.iter().find(|body| body.representation == Some(of));
            body(version_1, form, text.map(|body| quote(&body.bytes)).unwrap_or_default())
        };
        let strings = [
            quoted(Representation::TurtleString, Representation::Turtle),
            quoted(Representation::RdfXmlString, Representation::RdfXml),
        ];
        bodies.extend(strings);
        for form in [Representation::Json, Representation::Text] {
            bodies.push(body(version_1, form, self.forms.of_record(source, &outline, form)?));
        }
        Ok(bodies)
    }
}

fn body(address: &str, representation: Representation, bytes: Vec<u8>) -> Body {
    let representation = Some(representation);
    Body { path: body_path(address, representation), representation, bytes }
}
