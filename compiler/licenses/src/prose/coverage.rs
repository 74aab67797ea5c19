use std::collections::BTreeSet;

use super::Statement;

/// The part of the statements of a license model that a text covers (spec:version-1#assistant-objects `coverage`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// Whether nothing is missing.
    pub complete: bool,
    /// Number of statements of the model.
    pub statements: usize,
    /// Number of covered statements.
    pub covered: usize,
    /// Missing statements.
    pub missing: Vec<Statement>,
}

impl Coverage {
    /// Compares the statements of a model ([`statements`](super::statements)) with those of a text. Additional
    /// statements of the text are ignored.
    #[must_use]
    pub fn of<'s>(statements: &[Statement], said: impl IntoIterator<Item = &'s Statement>) -> Self {
        let said: BTreeSet<&Statement> = said.into_iter().collect();
        Self::judged(statements, |statement| said.contains(statement))
    }

    /// The same for a text that gives only terms, as compact names or IRIs. A term covers every statement about it.
    #[must_use]
    pub fn of_terms<'s>(statements: &[Statement], said: impl IntoIterator<Item = &'s str>) -> Self {
        let said: BTreeSet<&str> = said.into_iter().collect();
        Self::judged(statements, |statement| {
            said.contains(statement.term.as_str()) || said.contains(statement.iri.as_str())
        })
    }

    fn judged(statements: &[Statement], is_covered: impl Fn(&Statement) -> bool) -> Self {
        let missing: Vec<Statement> =
            statements.iter().filter(|statement| !is_covered(statement)).cloned().collect();
        Self {
            complete: missing.is_empty(),
            statements: statements.len(),
            covered: statements.len() - missing.len(),
            missing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Position;
    use crate::prose::StatementKind;

    fn statement(position: Position, term: &str, attached_to: &str) -> Statement {
        Statement {
            kind: StatementKind::Rule(position),
            term: term.to_owned(),
            iri: format!("https://x.example/{term}"),
            label: term.to_owned(),
            attached_to: attached_to.to_owned(),
        }
    }

    #[test]
    fn statements_that_a_text_omits_are_missing() {
        let permission = statement(Position::Permission, "odrl:modify", "");
        let prohibition = statement(Position::Prohibition, "odrl:modify", "");
        let duty = statement(Position::Duty, "cc:Notice", "odrl:modify");
        let model = [permission.clone(), prohibition.clone(), duty.clone()];

        let coverage = Coverage::of(&model, [&permission, &statement(Position::Duty, "cc:Notice", "")]);
        assert_eq!((coverage.complete, coverage.statements, coverage.covered), (false, 3, 1));
        assert_eq!(coverage.missing, [prohibition, duty]);
        assert!(Coverage::of(&model, &model).complete);
        assert!(Coverage::of(&[], []).complete);
    }

    #[test]
    fn a_term_covers_every_statement_about_it() {
        let model = [
            statement(Position::Permission, "odrl:modify", ""),
            statement(Position::Duty, "cc:Notice", "odrl:modify"),
        ];
        assert_eq!(Coverage::of_terms(&model, ["odrl:modify"]).covered, 1);
        assert!(Coverage::of_terms(&model, ["odrl:modify", "https://x.example/cc:Notice"]).complete);
    }
}
