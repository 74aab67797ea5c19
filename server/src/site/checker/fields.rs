use http::HeaderMap;
use http::header::CONTENT_TYPE;
use muniment_documents::api::v1::Refused;
use muniment_documents::wire::Target;

use super::super::form::InvalidForm;

/// What was sent to a checker: by a query or by a form, which have the same fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Fields {
    /// Each field or parameter that names licenses, as it was typed: one of them, or several between commas.
    pub(super) ids: Vec<String>,
    /// How each part is used. The value at a place is about the licenses of the field at the same place: one word for all
    /// of them, or one each between commas. Empty as `usage` says.
    pub(super) uses: Vec<String>,
    /// The license of the whole.
    pub(super) target: String,
    /// The graph to reason over.
    pub(super) graph: String,
    /// How the parts are used; empty for the default.
    pub(super) usage: String,
    /// How the work is shipped; empty for the default.
    pub(super) ship: String,
    /// What the work is used for; empty for the default.
    pub(super) purpose: String,
    /// Whether the parts are modified.
    pub(super) modified: bool,
    /// A repository.
    pub(super) github_url: Option<String>,
    /// What is to be done to the form first.
    pub(super) edit: Option<Edit>,
}

/// What a button does to the form where scripts are off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edit {
    /// One field more.
    Add,
    /// The field at a place, counted from one, goes.
    Remove(usize),
}

impl Fields {
    /// Those of a query.
    pub(super) fn of_query(target: &Target) -> Self {
        Self::of(target.parameters())
    }

    /// Those of a form.
    ///
    /// # Errors
    /// The body is none, 415.
    pub(super) fn of_form(headers: &HeaderMap, content: &[u8]) -> Result<Self, Refused> {
        let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        if !content.is_empty() && !essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return Err(InvalidForm::MediaType.into());
        }
        let pairs: Vec<_> = form_urlencoded::parse(content).collect();
        Ok(Self::of(pairs.iter().map(|(name, value)| (&**name, &**value))))
    }

    /// Of a field that is given twice the first counts, as in every query; `ids` may be given as often as one likes.
    fn of<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut fields, mut target, mut graph) = (Self::default(), None, None);
        let (mut usage, mut ship, mut purpose) = (None, None, None);
        for (name, value) in pairs {
            match name {
                "ids" => fields.ids.push(value.to_owned()),
                "uses" => fields.uses.push(value.trim().to_owned()),
                "target" => target = target.or(Some(value)),
                "dependency_graph" => graph = graph.or(Some(value)),
                "use" => usage = usage.or(Some(value)),
                "ship" => ship = ship.or(Some(value)),
                "purpose" => purpose = purpose.or(Some(value)),
                "modified" => fields.modified = value == "true",
                "github_url" if fields.github_url.is_none() => fields.github_url = Some(value.to_owned()),
                "add" => fields.edit = Some(Edit::Add),
                "remove" => fields.edit = value.parse().ok().map(Edit::Remove),
                _ => {}
            }
        }
        fields.target = target.unwrap_or_default().trim().to_owned();
        fields.graph = graph.unwrap_or_default().trim().to_owned();
        fields.usage = usage.unwrap_or_default().trim().to_owned();
        fields.ship = ship.unwrap_or_default().trim().to_owned();
        fields.purpose = purpose.unwrap_or_default().trim().to_owned();
        fields
    }

    /// Whether nothing is asked yet: the form is being opened, or filled in. A form that is sent has fields for licenses.
    pub(super) fn is_blank(&self) -> bool {
        self.edit.is_some() || self.ids.is_empty()
    }

    /// Whether a link leads here with the first of several licenses; a form that is sent says the graph too.
    pub(super) fn is_begun(&self) -> bool {
        let [one] = self.ids.as_slice() else { return false };
        !one.trim().is_empty() && !one.contains(',') && self.target.is_empty() && self.graph.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(content: &str) -> Fields {
        let headers = HeaderMap::from_iter([(
            CONTENT_TYPE,
            "application/x-www-form-urlencoded; charset=utf-8".parse().unwrap(),
        )]);
        Fields::of_form(&headers, content.as_bytes()).unwrap()
    }

    #[test]
    fn a_form_and_a_query_say_the_same() {
        let text = "ids=MIT&ids=A%2CB&target=+X+&target=Y&dependency_graph=dg_eu&else=1";
        let fields = form(text);
        assert_eq!(fields.ids, ["MIT", "A,B"]);
        assert_eq!((fields.target.as_str(), fields.graph.as_str()), ("X", "dg_eu"));
        assert_eq!(Fields::of_query(&Target::parse("/", Some(text)).unwrap()), fields);
        assert!(!fields.is_blank());
    }

    #[test]
    fn buttons_edit_the_form_and_ask_nothing() {
        assert!(form("").is_blank());
        assert_eq!(form("ids=MIT&add=1").edit, Some(Edit::Add));
        assert_eq!(form("ids=MIT&ids=&remove=2").edit, Some(Edit::Remove(2)));
        assert!(form("ids=MIT&add=1").is_blank());
        assert!(!form("ids=").is_blank(), "an empty form that is sent is answered");
    }

    #[test]
    fn each_field_of_licenses_has_its_use() {
        let fields = form("ids=MIT&uses=&ids=GPL-3.0-only,ISC&uses=aggregated+");
        assert_eq!(fields.uses, ["", "aggregated"]);
    }

    #[test]
    fn a_link_begins_with_a_license_or_a_graph() {
        assert!(form("ids=MIT").is_begun() && !form("ids=MIT").is_blank());
        assert!(form("dependency_graph=dg_eu").is_blank());
        for asked in ["ids=", "ids=+", "ids=MIT,ISC", "ids=MIT&ids=", "ids=MIT&dependency_graph=dg_default"] {
            assert!(!form(asked).is_begun() && !form(asked).is_blank(), "{asked}");
        }
    }

    #[test]
    fn another_body_is_no_form() {
        let refused = Fields::of_form(&HeaderMap::new(), b"{}").unwrap_err();
        assert_eq!(refused.status(), 415);
        assert!(Fields::of_form(&HeaderMap::new(), b"").unwrap().is_blank());
    }
}
