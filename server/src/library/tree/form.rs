//! Addresses with their forms: of the tree, and made for one request.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue};
use muniment_documents::api::v2;
use muniment_documents::wire::{
    CacheState, Class, ClassRules, Dialect, Elsewhere, FormRules, Representation, entity_tag,
};
use muniment_rdf::ContentHash;
use serde::Serialize;

use super::TreeError;
use super::body::{Folder, StoredBody};
use crate::wire::{identify, secure};

/// One form of a resource, ready to send.
#[derive(Debug, Clone)]
pub struct Form {
    /// Every header but those of the connection, the request and the coding.
    pub(super) headers: HeaderMap,
    /// The entity tag, as in the headers; none where none is sent.
    pub(super) tag: Option<String>,
    pub(super) body: FormBody,
}

/// The bytes of a form.
#[derive(Debug, Clone)]
pub(super) enum FormBody {
    /// Made for a request.
    Bytes(Bytes),
    /// A file of the tree.
    Stored(StoredBody),
}

/// An address with its forms.
#[derive(Debug)]
pub struct Address {
    /// How requests choose among the forms.
    pub dialect: Dialect,
    /// What the forms are asked for by; none for a file.
    pub rules: Arc<[FormRules]>,
    /// Where requests are led that get no form.
    pub elsewhere: Option<Elsewhere>,
    pub(super) forms: Forms,
}

#[derive(Debug)]
pub(super) enum Forms {
    /// Those that were made.
    Made(Vec<(Option<Representation>, Form)>),
    /// All that the rules name, or the one file.
    Stored(Stored),
}

/// What the forms of an address of the tree are made of.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) folder: Arc<Folder>,
    /// The address.
    pub(super) path: Arc<str>,
    /// Headers of its class.
    pub(super) common: Arc<HeaderMap>,
    /// Headers of its own.
    pub(super) own: Box<[(HeaderName, HeaderValue)]>,
    /// The digits of its entity tags, where they are sent.
    pub(super) digits: Option<TagDigits>,
    /// Those of its page, where they are others.
    pub(super) page_digits: Option<TagDigits>,
}

/// The 32 hexadecimal digits of an entity tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagDigits(u128);

impl TagDigits {
    /// Of a hash of 64 digits; `None` of something else.
    pub(super) fn of(hash: &str) -> Option<Self> {
        u128::from_str_radix(hash.get(..32)?, 16).ok().map(Self)
    }

    fn tag(self, key: &str) -> String {
        entity_tag(&format!("{:032x}", self.0), key)
    }
}

impl Stored {
    /// The path within the tree of the form of a rule, or of the file.
    pub(super) fn name(&self, rule: Option<&FormRules>) -> String {
        let path = self.path.trim_start_matches('/');
        match rule {
            None => path.to_owned(),
            Some(rule) if path.is_empty() => format!("index.{}", rule.extension),
            Some(rule) => format!("{path}/index.{}", rule.extension),
        }
    }

    fn form(&self, rule: Option<&FormRules>) -> Result<Form, TreeError> {
        let mut headers = HeaderMap::clone(&self.common);
        for (name, value) in &self.own {
            headers.insert(name, value.clone());
        }
        let representation = rule.map(|rule| rule.representation);
        let is_page = representation == Some(Representation::Html);
        let digits = if is_page { self.page_digits.or(self.digits) } else { self.digits };
        let tag = digits.map(|digits| digits.tag(representation.map_or("file", Representation::key)));
        set_tag(&mut headers, tag.as_deref())?;
        if let Some(rule) = rule {
            set(&mut headers, CONTENT_TYPE, &rule.media_type)?;
        }
        let (folder, name) = (Arc::clone(&self.folder), self.name(rule));
        Ok(Form { headers, tag, body: FormBody::Stored(StoredBody { folder, name, is_page }) })
    }
}

impl Form {
    /// The first form of a class of a document that was made for one request; `headers` are those that depend on data.
    pub fn computed(
        class: Class,
        cache: CacheState,
        headers: &BTreeMap<String, String>,
        document: &impl Serialize,
    ) -> Result<Self, TreeError> {
        let representation = class.representations().next().unwrap_or(Representation::Json);
        Self::of_body(class, cache, headers, representation, v2::body(document)?)
    }

    /// A form whose body was made for one request.
    pub fn of_body(
        class: Class,
        cache: CacheState,
        headers: &BTreeMap<String, String>,
        representation: Representation,
        body: Vec<u8>,
    ) -> Result<Self, TreeError> {
        let rules = class.rules();
        let headers = common_headers(&rules, cache, headers)?;
        let hash = rules.cache_control.get(&cache).map(|_| ContentHash::of(&body).hex());
        form(representation, representation.media_type(), headers, hash.as_deref(), body.into())
    }

    /// Bytes of a body that was made for a request; 0 for a file of the tree.
    pub(in crate::library) fn made_length(&self) -> usize {
        match &self.body {
            FormBody::Bytes(bytes) => bytes.len(),
            FormBody::Stored(_) => 0,
        }
    }

    /// A file without an entity tag, with headers of its own.
    ///
    /// # Errors
    /// A header cannot be written.
    pub fn untagged(class: Class, own: &[(HeaderName, &str)], body: Bytes) -> Result<Self, TreeError> {
        let mut rules = class.rules();
        rules.cache_control.clear();
        let mut headers = common_headers(&rules, CacheState::Current, &BTreeMap::new())?;
        for (name, value) in own {
            set(&mut headers, name.clone(), value)?;
        }
        Ok(Self { headers, tag: None, body: FormBody::Bytes(body) })
    }

    /// A file that was made for one request.
    ///
    /// # Errors
    /// A header cannot be written.
    pub fn file(class: Class, cache: CacheState, body: Vec<u8>) -> Result<Self, TreeError> {
        let rules = class.rules();
        let mut headers = common_headers(&rules, cache, &BTreeMap::new())?;
        let is_tagged = rules.cache_control.contains_key(&cache);
        let tag = is_tagged.then(|| entity_tag(&ContentHash::of(&body).hex(), "file"));
        set_tag(&mut headers, tag.as_deref())?;
        Ok(Self { headers, tag, body: FormBody::Bytes(body.into()) })
    }
}

impl Address {
    /// An address of a class with the first of its forms.
    #[must_use]
    pub fn of(class: Class, form: Form) -> Self {
        let mut rules = class.rules().representations;
        rules.truncate(1);
        let representation = rules.first().map(|rule| rule.representation);
        let forms = Forms::Made(vec![(representation, form)]);
        Self { dialect: class.dialect(), rules: rules.into(), elsewhere: None, forms }
    }

    /// The form in a representation; of a file, in none.
    ///
    /// # Errors
    /// A header cannot be written.
    pub fn form(&self, wanted: Option<Representation>) -> Result<Option<Form>, TreeError> {
        match &self.forms {
            Forms::Made(forms) => {
                let found = forms.iter().find(|(representation, _)| *representation == wanted);
                Ok(found.map(|(_, form)| form.clone()))
            }
            Forms::Stored(stored) => match wanted {
                None => Some(stored.form(None)).transpose(),
                Some(wanted) => {
                    let rule = self.rules.iter().find(|rule| rule.representation == wanted);
                    rule.map(|rule| stored.form(Some(rule))).transpose()
                }
            },
        }
    }

    /// An address that the tree does not have, of a model that an account made: with the form that is wanted alone,
    /// since making one can take long.
    ///
    /// `hash` is the content hash of the model. One that only some may see is kept by no cache but their own.
    pub fn made<E: From<TreeError>>(
        class: Class,
        made: Made<'_>,
        wanted: Option<Representation>,
        mut render: impl FnMut(Representation) -> Result<Vec<u8>, E>,
    ) -> Result<Self, E> {
        let rules = class.rules();
        let mut common = common_headers(&rules, made.cache, made.headers)?;
        let hash = rules.cache_control.get(&made.cache).map(|_| made.hash.hex());
        if made.is_private {
            keep_private(&mut common);
        }
        let forms = rules
            .representations
            .iter()
            .filter(|rule| Some(rule.representation) == wanted)
            .map(|rule| {
                let body = render(rule.representation)?.into();
                let representation = rule.representation;
                let form = form(representation, &rule.media_type, common.clone(), hash.as_deref(), body)?;
                Ok((Some(representation), form))
            })
            .collect::<Result<_, E>>()?;
        let rules = rules.representations.into();
        Ok(Self { dialect: class.dialect(), rules, elsewhere: made.elsewhere, forms: Forms::Made(forms) })
    }

    /// Whether the address belongs to version 2 of the API.
    #[must_use]
    pub fn is_of_version_2(&self) -> bool {
        self.dialect == Dialect::Version2
    }

    /// The query that asks for the form whose file has an extension.
    #[must_use]
    pub fn query_of(&self, extension: &str) -> Option<String> {
        query_of(&self.rules, extension)
    }

    /// Whether `format` chooses among the forms.
    #[must_use]
    pub fn has_format_parameter(&self) -> bool {
        self.rules.iter().any(|form| !form.formats.is_empty())
    }
}

/// The query that asks for the form whose file has an extension: empty for the first form where it has no name, none for
/// another without a name.
pub fn query_of(forms: &[FormRules], extension: &str) -> Option<String> {
    let (index, form) = forms.iter().enumerate().find(|(_, form)| form.extension == extension)?;
    match form.formats.first() {
        Some(format) => Some(format!("?format={format}")),
        None => (index == 0).then(String::new),
    }
}

/// What the answers of an address depend on that the tree does not have.
#[derive(Debug)]
pub struct Made<'a> {
    /// Content hash of the model.
    pub hash: ContentHash,
    /// How long answers may be kept.
    pub cache: CacheState,
    /// Headers that depend on the model.
    pub headers: &'a BTreeMap<String, String>,
    /// Where requests are led that get no form.
    pub elsewhere: Option<Elsewhere>,
    /// Whether only some may see it.
    pub is_private: bool,
}

/// Only the cache of the client stores what may be stored.
fn keep_private(headers: &mut HeaderMap) {
    let policy = headers.get(CACHE_CONTROL).and_then(|policy| policy.to_str().ok());
    let policy = policy.map_or("private, no-store".to_owned(), |policy| policy.replace("public", "private"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CACHE_CONTROL, policy);
    }
}

/// The headers all forms of an address share.
pub(super) fn common_headers(
    rules: &ClassRules,
    cache: CacheState,
    own: &BTreeMap<String, String>,
) -> Result<HeaderMap, TreeError> {
    let mut headers = HeaderMap::new();
    // Overwritten in each answer; a map that holds it already need not grow then.
    identify(&mut headers, "none");
    for (name, value) in rules.headers.iter().chain(own) {
        let (name, value) = header(name, value)?;
        headers.insert(name, value);
    }
    if let Some(policy) = rules.cache_control.get(&cache) {
        set(&mut headers, CACHE_CONTROL, policy)?;
    }
    secure(&mut headers);
    Ok(headers)
}

fn form(
    representation: Representation,
    media_type: &str,
    mut headers: HeaderMap,
    hash: Option<&str>,
    body: Bytes,
) -> Result<Form, TreeError> {
    let tag = hash.map(|hash| entity_tag(hash, representation.key()));
    set_tag(&mut headers, tag.as_deref())?;
    set(&mut headers, CONTENT_TYPE, media_type)?;
    Ok(Form { headers, tag, body: FormBody::Bytes(body) })
}

fn set_tag(headers: &mut HeaderMap, tag: Option<&str>) -> Result<(), TreeError> {
    tag.map_or(Ok(()), |tag| set(headers, ETAG, tag))
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) -> Result<(), TreeError> {
    let known = value.parse().map_err(|_| refused(name.as_str(), value))?;
    headers.insert(name, known);
    Ok(())
}

/// A header by its name in text.
pub(super) fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), TreeError> {
    let known = name.parse().map_err(|_| refused(name, value))?;
    Ok((known, value.parse().map_err(|_| refused(name, value))?))
}

fn refused(name: &str, value: &str) -> TreeError {
    TreeError::Header { name: name.to_owned(), value: value.to_owned() }
}
