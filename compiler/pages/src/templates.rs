use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, escape_formatter};

use super::reference::{Parts, escape};

/// Every template by name. Other files are not used.
pub(super) const ALL: [(&str, &str); 79] = [
    ("partials/layout.html", include_str!("../../../templates/partials/layout.html")),
    ("partials/macros.html", include_str!("../../../templates/partials/macros.html")),
    ("partials/difference.html", include_str!("../../../templates/partials/difference.html")),
    ("partials/versions.html", include_str!("../../../templates/partials/versions.html")),
    ("partials/forms.html", include_str!("../../../templates/partials/forms.html")),
    ("partials/records.html", include_str!("../../../templates/partials/records.html")),
    ("partials/finding.html", include_str!("../../../templates/partials/finding.html")),
    ("partials/drawing.html", include_str!("../../../templates/partials/drawing.html")),
    ("partials/threads.html", include_str!("../../../templates/partials/threads.html")),
    ("partials/work.html", include_str!("../../../templates/partials/work.html")),
    ("partials/checker_answer.html", include_str!("../../../templates/partials/checker_answer.html")),
    ("partials/checker_form.html", include_str!("../../../templates/partials/checker_form.html")),
    ("partials/license_card.html", include_str!("../../../templates/partials/license_card.html")),
    ("partials/verdict.html", include_str!("../../../templates/partials/verdict.html")),
    ("pages/checker.html", include_str!("../../../templates/pages/checker.html")),
    ("pages/audit.html", include_str!("../../../templates/pages/audit.html")),
    ("partials/usage.html", include_str!("../../../templates/partials/usage.html")),
    ("pages/choose.html", include_str!("../../../templates/pages/choose.html")),
    ("pages/license_card.html", include_str!("../../../templates/pages/license_card.html")),
    ("pages/repository_checker.html", include_str!("../../../templates/pages/repository_checker.html")),
    ("pages/home.html", include_str!("../../../templates/pages/home.html")),
    ("pages/library.html", include_str!("../../../templates/pages/library.html")),
    ("pages/list.html", include_str!("../../../templates/pages/list.html")),
    ("pages/search.html", include_str!("../../../templates/pages/search.html")),
    ("pages/releases.html", include_str!("../../../templates/pages/releases.html")),
    ("pages/changes.html", include_str!("../../../templates/pages/changes.html")),
    ("pages/changes_of_day.html", include_str!("../../../templates/pages/changes_of_day.html")),
    ("partials/changes.html", include_str!("../../../templates/partials/changes.html")),
    ("pages/documentation_index.html", include_str!("../../../templates/pages/documentation_index.html")),
    ("pages/privacy.html", include_str!("../../../templates/pages/privacy.html")),
    ("pages/imprint.html", include_str!("../../../templates/pages/imprint.html")),
    ("pages/record.html", include_str!("../../../templates/pages/record.html")),
    ("pages/graph_comparison.html", include_str!("../../../templates/pages/graph_comparison.html")),
    ("pages/graphs.html", include_str!("../../../templates/pages/graphs.html")),
    ("pages/agreement.html", include_str!("../../../templates/pages/agreement.html")),
    ("pages/agreement_table.html", include_str!("../../../templates/pages/agreement_table.html")),
    ("pages/matrix.html", include_str!("../../../templates/pages/matrix.html")),
    ("pages/graph.html", include_str!("../../../templates/pages/graph.html")),
    ("partials/statement.html", include_str!("../../../templates/partials/statement.html")),
    ("pages/text.html", include_str!("../../../templates/pages/text.html")),
    ("pages/version.html", include_str!("../../../templates/pages/version.html")),
    ("pages/term.html", include_str!("../../../templates/pages/term.html")),
    ("pages/vocabulary.html", include_str!("../../../templates/pages/vocabulary.html")),
    ("pages/deprecation.html", include_str!("../../../templates/pages/deprecation.html")),
    ("pages/documentation.html", include_str!("../../../templates/pages/documentation.html")),
    ("pages/specification.html", include_str!("../../../templates/pages/specification.html")),
    ("pages/badge.svg", include_str!("../../../templates/pages/badge.svg")),
    ("pages/without_server.html", include_str!("../../../templates/pages/without_server.html")),
    ("pages/error.html", include_str!("../../../templates/pages/error.html")),
    ("pages/reference.html", include_str!("../../../templates/pages/reference.html")),
    ("pages/interactive.html", include_str!("../../../templates/pages/interactive.html")),
    ("pages/account/register.html", include_str!("../../../templates/pages/account/register.html")),
    ("pages/account/sign_in.html", include_str!("../../../templates/pages/account/sign_in.html")),
    ("pages/account/recover.html", include_str!("../../../templates/pages/account/recover.html")),
    ("pages/account/verify.html", include_str!("../../../templates/pages/account/verify.html")),
    ("pages/account/overview.html", include_str!("../../../templates/pages/account/overview.html")),
    ("pages/account/password.html", include_str!("../../../templates/pages/account/password.html")),
    ("pages/account/close.html", include_str!("../../../templates/pages/account/close.html")),
    ("pages/account/tokens.html", include_str!("../../../templates/pages/account/tokens.html")),
    ("pages/account/license.html", include_str!("../../../templates/pages/account/license.html")),
    ("pages/account/graph.html", include_str!("../../../templates/pages/account/graph.html")),
    ("pages/account/revision.html", include_str!("../../../templates/pages/account/revision.html")),
    ("pages/composer.html", include_str!("../../../templates/pages/composer.html")),
    ("pages/account/graph_editor.html", include_str!("../../../templates/pages/account/graph_editor.html")),
    ("pages/letters/contact.html", include_str!("../../../templates/pages/letters/contact.html")),
    ("pages/letters/receipt.html", include_str!("../../../templates/pages/letters/receipt.html")),
    ("pages/letters/submission.html", include_str!("../../../templates/pages/letters/submission.html")),
    ("pages/letters/correction.html", include_str!("../../../templates/pages/letters/correction.html")),
    ("pages/letters/thread.html", include_str!("../../../templates/pages/letters/thread.html")),
    ("pages/letters/threads.html", include_str!("../../../templates/pages/letters/threads.html")),
    ("pages/letters/queue.html", include_str!("../../../templates/pages/letters/queue.html")),
    ("pages/letters/notifications.html", include_str!("../../../templates/pages/letters/notifications.html")),
    ("partials/assistant.html", include_str!("../../../templates/partials/assistant.html")),
    (
        "pages/assistant/text_to_license.html",
        include_str!("../../../templates/pages/assistant/text_to_license.html"),
    ),
    ("pages/assistant/progress.html", include_str!("../../../templates/pages/assistant/progress.html")),
    ("pages/assistant/failed.html", include_str!("../../../templates/pages/assistant/failed.html")),
    ("pages/assistant/review.html", include_str!("../../../templates/pages/assistant/review.html")),
    (
        "pages/assistant/license_to_text.html",
        include_str!("../../../templates/pages/assistant/license_to_text.html"),
    ),
    ("pages/profile.html", include_str!("../../../templates/pages/profile.html")),
];

/// An environment with all templates compiled.
///
/// Undefined names are errors, and all values are escaped.
pub(super) fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(formatter);
    for (name, source) in ALL {
        environment.add_template(name, source)?;
    }
    Ok(environment)
}

/// Escapes strings for HTML and prints [`Parts`] as links.
///
/// The default formatter also escapes slashes, which makes addresses unreadable in the source of a page.
fn formatter(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    if *state.auto_escape() != AutoEscape::Html {
        return escape_formatter(out, state, value);
    }
    match value.as_str() {
        Some(text) if value.is_safe() => Ok(out.write_str(text)?),
        Some(text) => Ok(escape(out, text)?),
        None => match value.downcast_object_ref::<Parts>() {
            Some(reference) => Ok(reference.write(out)?),
            None => escape_formatter(out, state, value),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_and_slashes_left_alone() {
        let mut environment = environment().unwrap();
        environment.add_template("probe", "{{ text }}|{{ number }}|{{ text|safe }}").unwrap();
        let context = minijinja::context! { text => "</a href='x' \"&\">é", number => 7 };
        assert_eq!(
            environment.get_template("probe").unwrap().render(context).unwrap(),
            "&lt;/a href=&#39;x&#39; &quot;&amp;&quot;&gt;é|7|</a href='x' \"&\">é"
        );
    }

    #[test]
    fn a_name_without_a_value_is_an_error() {
        let mut environment = environment().unwrap();
        environment.add_template("probe", "{{ missing }}").unwrap();
        assert!(environment.get_template("probe").unwrap().render(()).is_err());
    }
}
