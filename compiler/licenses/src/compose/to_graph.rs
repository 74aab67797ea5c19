use super::imprint::typed;
use super::{Composer, ComposerDocument, Imprint, Territory, TextField, Validity};
use crate::model::terms::{cc, dct, odrl, rdf, scho, xsd};
use muniment_rdf::{BlankNode, Graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple};

impl Composer<'_> {
    /// The RDF of a composed license in the shape of records: readable with
    /// [`License::read`](crate::model::License::read), and a tree for the canonical form
    /// (spec:canonical-form#refusal).
    ///
    /// Equal documents and imprints give equal graphs, including labels of blank nodes. A document without asset
    /// types has no target.
    #[must_use]
    pub fn to_graph(&self, document: &ComposerDocument, imprint: &Imprint<'_>) -> Graph {
        let own = &self.terms;
        let mut writer = Writer { triples: Vec::new() };
        let set: NamedOrBlankNode = NamedNode::new_unchecked(imprint.iri).into();
        writer.iri(&set, rdf::TYPE, odrl::SET);
        writer.text(&set, dct::TITLE, &document.title);
        for field in TextField::ALL {
            if let Some(text) = document.text(field) {
                writer.text(&set, field.predicate(own), text);
            }
        }
        for name in &document.alternatives {
            writer.text(&set, dct::ALTERNATIVE, name);
        }
        for clause in &document.additional_clauses {
            writer.text(&set, &own.additional_clauses, clause);
        }
        for (predicate, address) in [(dct::SOURCE, &document.source), (cc::LEGALCODE, &document.legalcode)] {
            if let Some(address) = address {
                writer.iri(&set, predicate, address);
            }
        }
        for (predicate, object) in self.terms_of(document) {
            writer.add(&set, predicate, object);
        }
        for (action, duties) in &document.permissions {
            let rule = writer.rule(&set, odrl::PERMISSION, odrl::PERMISSION_CLASS, action);
            for duty in duties {
                writer.rule(&rule, odrl::DUTY, odrl::DUTY_CLASS, duty);
            }
        }
        for action in &document.prohibitions {
            writer.rule(&set, odrl::PROHIBITION, odrl::PROHIBITION_CLASS, action);
        }
        for action in &document.duties {
            writer.rule(&set, odrl::DUTY, odrl::DUTY_CLASS, action);
        }
        if !document.targets.is_empty() {
            let target = writer.node(&set, odrl::TARGET, odrl::ASSET_COLLECTION);
            for asset_type in &document.targets {
                writer.iri(&target, dct::TYPE, asset_type);
            }
        }
        self.stamp(&writer.triples.into_iter().collect(), imprint)
    }

    /// Territory, validity and the license of the record, which every license states.
    pub(super) fn terms_of(&self, document: &ComposerDocument) -> Vec<(&str, Term)> {
        let own = &self.terms;
        let iri = |iri: &str| Term::from(NamedNode::new_unchecked(iri));
        let text = |text: String| Term::from(Literal::new_simple_literal(text));
        let territory = match &document.territory {
            Territory::Worldwide => &own.worldwide,
            Territory::Region(region) => region,
        };
        let mut terms = vec![
            (cc::JURISDICTION, iri(territory)),
            (cc::LICENSE, iri(&document.licensed_under.iri)),
            (dct::LICENSE, iri(&document.licensed_under.address)),
        ];
        let validity = own.validity_type.as_str();
        match &document.validity {
            Validity::Perpetual => terms.push((validity, iri(&own.perpetual))),
            Validity::Between(period) => {
                terms.push((validity, iri(&own.specify_date)));
                // These days have no datatype, as in records of the library.
                terms.push((scho::START_DATE, text(period.start().to_string())));
                terms.push((scho::END_DATE, text(period.end().to_string())));
            }
            Validity::Months(months) => {
                terms.push((validity, iri(&own.specify_period)));
                terms.push((scho::VALID_FOR, typed(&format!("P{}M", months.get()), xsd::DURATION)));
            }
        }
        terms
    }
}

struct Writer {
    triples: Vec<Triple>,
}

impl Writer {
    fn add(&mut self, subject: &NamedOrBlankNode, predicate: &str, object: Term) {
        self.triples.push(Triple::new(subject.clone(), NamedNode::new_unchecked(predicate), object));
    }

    fn iri(&mut self, subject: &NamedOrBlankNode, predicate: &str, iri: &str) {
        self.add(subject, predicate, NamedNode::new_unchecked(iri).into());
    }

    fn text(&mut self, subject: &NamedOrBlankNode, predicate: &str, text: &str) {
        self.add(subject, predicate, Literal::new_simple_literal(text).into());
    }

    /// A new blank node of a class. Its label is the number of triples so far, so it is unique.
    fn node(&mut self, subject: &NamedOrBlankNode, predicate: &str, class: &str) -> NamedOrBlankNode {
        let node = BlankNode::new_unchecked(format!("n{}", self.triples.len()));
        self.add(subject, predicate, node.clone().into());
        let node = node.into();
        self.iri(&node, rdf::TYPE, class);
        node
    }

    fn rule(
        &mut self,
        subject: &NamedOrBlankNode,
        predicate: &str,
        class: &str,
        action: &str,
    ) -> NamedOrBlankNode {
        let rule = self.node(subject, predicate, class);
        self.iri(&rule, odrl::ACTION, action);
        rule
    }
}
