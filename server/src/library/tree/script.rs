use std::collections::BTreeMap;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use muniment_documents::wire::{CacheState, Class, Representation, entity_tag};
use muniment_pages::with_banner;
use muniment_rdf::ContentHash;

use super::open::{common_headers, set_tag};
use super::{Address, Form, Tree, TreeError};

/// Where the script stands in a page.
const END_OF_HEAD: &str = "</head>";

impl Tree {
    /// Shows a banner on every page that can have one, in the place of its own. The pages get entity tags of their own;
    /// the files they were read from stay as they are.
    ///
    /// # Errors
    /// A header of a page cannot be written.
    pub fn show_banner(&mut self, banner: &str) -> Result<(), TreeError> {
        self.change_pages(|html| with_banner(html, banner))
    }

    /// Lets every page load a script from an address, which finds the name of the tree in `data-tree`. The pages get
    /// entity tags of their own; the files they were read from stay as they are.
    ///
    /// # Errors
    /// A header of a page or of the script cannot be written.
    pub fn load_script(&mut self, address: &str, script: &'static str) -> Result<(), TreeError> {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        let name: String = self.name.chars().filter(is_plain).collect();
        let element = format!("<script src=\"{address}\" data-tree=\"{name}\" defer></script>");
        self.change_pages(|html| {
            let (head, rest) = html.split_once(END_OF_HEAD)?;
            Some([head, &element, END_OF_HEAD, rest].concat())
        })?;
        let own = BTreeMap::from([
            (CONTENT_TYPE.to_string(), "text/javascript; charset=utf-8".to_owned()),
            (CACHE_CONTROL.to_string(), "no-cache".to_owned()),
        ]);
        let mut rules = Class::Asset.rules();
        rules.cache_control.clear();
        let headers = common_headers(&rules, CacheState::Current, &own)?;
        let body = Bytes::from_static(script.as_bytes());
        self.replace(
            address,
            Address::of(Class::Asset, Form { representation: None, headers, tag: None, body, coded: None }),
        );
        Ok(())
    }

    /// Puts what `change` makes of pages in their place; where it makes nothing of one, that stays as it is.
    fn change_pages(&mut self, change: impl Fn(&str) -> Option<String>) -> Result<(), TreeError> {
        let forms = self.addresses.values_mut().flat_map(|address| &mut address.forms);
        for page in forms.filter(|form| form.representation == Some(Representation::Html)) {
            let Some(html) = std::str::from_utf8(&page.body).ok().and_then(&change) else { continue };
            page.body = html.into();
            page.coded = None;
            page.tag = Some(entity_tag(&ContentHash::of(&page.body).hex(), Representation::Html.key()));
            set_tag(&mut page.headers, page.tag.as_deref())?;
        }
        Ok(())
    }
}
