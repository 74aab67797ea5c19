use minijinja::HtmlEscape;

use muniment_licenses::model::Site;

/// The start of every banner.
const START: &str = "<aside class=\"note\" aria-label=\"Notice\"";
const END: &str = "</aside>";
/// The start of the header of a page that can have a banner.
const HEADER: &str = "<header class=\"site-head\">";
const END_OF_HEADER: &str = "</header>\n";

/// The banner of a site as HTML (spec:version-2#discovery `notice`), if it has one.
#[must_use]
pub fn banner(site: &Site) -> Option<String> {
    site.notice.as_deref().map(|text| banner_of(text, site.notice_closable))
}

fn banner_of(text: &str, is_closable: bool) -> String {
    let text = HtmlEscape(text);
    let (mark, script) = match is_closable {
        true => (" data-closable", "<script type=\"module\" src=\"/assets/notice.js\"></script>"),
        false => ("", ""),
    };
    format!("{START}{mark}>{text}{script}{END}")
}

/// Replaces the banner of a page; `None` if the page cannot have one or already has this one.
#[must_use]
pub fn with_banner(page: &str, banner: &str) -> Option<String> {
    let (head, body) = page.split_once(HEADER)?;
    let (header, rest) = body.split_once(END_OF_HEADER)?;
    let rest = match rest.strip_prefix(START).and_then(|own| own.split_once(END)) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let changed = [head, HEADER, header, END_OF_HEADER, banner, "\n", rest.trim_start_matches('\n')].concat();
    (changed != page).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_is_escaped_and_can_be_closable() {
        let plain = banner_of("Closed on <Sunday>", false);
        assert_eq!(plain, "<aside class=\"note\" aria-label=\"Notice\">Closed on &lt;Sunday&gt;</aside>");
        let closable = banner_of("Closed", true);
        assert!(closable.contains(" data-closable>") && closable.contains("/assets/notice.js"), "{closable}");
    }

    #[test]
    fn a_page_has_one_banner_below_its_header() {
        let page =
            "<body>\n<header class=\"site-head\">\n<a></a>\n</header>\n<main>\n<header>x</header>\n</main>";
        let (first, second) = (banner_of("One", false), banner_of("Two", true));
        let once = with_banner(page, &first).unwrap();
        assert!(once.contains(&format!("</header>\n{first}\n<main>")), "{once}");
        assert_eq!(with_banner(&once, &first), None, "it has this one");
        let twice = with_banner(&once, &second).unwrap();
        assert_eq!(twice, with_banner(page, &second).unwrap());
        assert_eq!(with_banner("<body><main></main>", &first), None, "it is shown within other sites");
    }
}
