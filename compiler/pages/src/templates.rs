use std::collections::BTreeMap;
use std::io;
use std::sync::LazyLock;

use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value, escape_formatter,
};

use muniment_library::load::unpack;

use super::reference::{Parts, escape};

/// The folders `pages`, `partials` and `specification` of `templates/`.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/templates.tar.zst"));

/// Their files by path below `templates/`, such as `pages/home.html`.
static SOURCES: LazyLock<io::Result<BTreeMap<String, String>>> = LazyLock::new(|| {
    let text = |(path, bytes)| Ok((path, String::from_utf8(bytes).map_err(io::Error::other)?));
    unpack(PACKED)?.into_iter().map(text).collect()
});

fn sources() -> Result<&'static BTreeMap<String, String>, Error> {
    let unreadable = |error: &io::Error| Error::new(ErrorKind::InvalidOperation, error.to_string());
    SOURCES.as_ref().map_err(unreadable)
}

/// A paper of the specification, in Markdown.
///
/// # Errors
/// There is none of this name, or what the program holds cannot be unpacked.
pub(super) fn paper(name: &str) -> Result<&'static str, Error> {
    let path = format!("specification/{name}.md");
    let missing = || Error::new(ErrorKind::TemplateNotFound, format!("there is no `{path}`"));
    Ok(sources()?.get(&path).ok_or_else(missing)?)
}

/// An environment with all templates compiled.
///
/// Undefined names are errors, and all values are escaped.
pub(super) fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(formatter);
    for (name, source) in sources()?.iter().filter(|(name, _)| !name.starts_with("specification/")) {
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
