//! The text of a license that its publisher gives as a web page.

use html5gum::{Token, Tokenizer};

/// Elements whose text the pages of Creative Commons mark as the legal code, the narrower one first.
const LEGAL_CODE: [&str; 2] = ["deed-main-content", "deed"];

/// The text of the legal code within a page of Creative Commons; `None` if the page has none. Each block is a paragraph,
/// each item of an ordered list begins with the label that a browser shows. Styles, scripts and comments are left out.
pub(super) fn text_of_legal_code(page: &str) -> Option<String> {
    LEGAL_CODE.iter().find_map(|id| text_of_element(page, id))
}

/// The text of the element with an identifier.
fn text_of_element(page: &str, id: &str) -> Option<String> {
    let mut element: Option<Element> = None;
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        let Some(open) = &mut element else {
            if let Token::StartTag(tag) = token
                && tag.attributes.get(&b"id"[..]).is_some_and(|found| ***found == *id.as_bytes())
            {
                element = Some(Element::new(&tag.name));
            }
            continue;
        };
        match token {
            Token::StartTag(tag) => {
                let attribute = |name: &[u8]| {
                    tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned())
                };
                open.start(&tag.name, attribute(b"type"), attribute(b"start"), tag.self_closing);
            }
            Token::EndTag(tag) => {
                let is_this = open.end(&tag.name);
                if is_this {
                    break;
                }
            }
            Token::String(text) => open.add(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    element.map(|element| element.text.trim().to_owned())
}

/// An element as far as it is read.
struct Element {
    name: Vec<u8>,
    /// Open elements of the same name within it.
    depth: usize,
    /// Whether the tokenizer is within a style or a script.
    is_unread: bool,
    /// Open lists; `None` for those without order.
    lists: Vec<Option<OrderedList>>,
    text: String,
    /// Whether the text ends with the label of an item.
    is_labelled: bool,
}

struct OrderedList {
    style: String,
    next: usize,
}

impl Element {
    fn new(name: &[u8]) -> Self {
        Self {
            name: name.to_vec(),
            depth: 0,
            is_unread: false,
            lists: Vec::new(),
            text: String::new(),
            is_labelled: false,
        }
    }

    fn start(&mut self, name: &[u8], style: Option<String>, start: Option<String>, is_closed: bool) {
        if *name == *self.name && !is_closed {
            self.depth += 1;
        }
        match name {
            b"style" | b"script" => self.is_unread = !is_closed,
            b"ol" => {
                let next = start.and_then(|start| start.parse().ok()).unwrap_or(1);
                self.lists.push(Some(OrderedList { style: style.unwrap_or_default(), next }));
            }
            b"ul" => self.lists.push(None),
            _ => {}
        }
        self.break_at(name);
        if name == b"li"
            && let Some(Some(list)) = self.lists.last_mut()
        {
            let label = label(&list.style, list.next);
            list.next += 1;
            self.text.push_str(&label);
            self.is_labelled = true;
        }
    }

    /// Ends an element; tells whether it was this one.
    fn end(&mut self, name: &[u8]) -> bool {
        match name {
            b"style" | b"script" => self.is_unread = false,
            b"ol" | b"ul" => {
                self.lists.pop();
            }
            _ => {}
        }
        self.break_at(name);
        if *name != *self.name {
            return false;
        }
        if self.depth == 0 {
            return true;
        }
        self.depth -= 1;
        false
    }

    fn add(&mut self, text: &str) {
        if self.is_unread {
            return;
        }
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            self.is_labelled &= word.is_empty();
            self.text.push_str(word);
            if piece.len() > word.len() && !self.text.ends_with(char::is_whitespace) {
                self.text.push(' ');
            }
        }
    }

    /// A paragraph ends at a block.
    fn break_at(&mut self, name: &[u8]) {
        let is_block = matches!(
            name,
            b"blockquote"
                | b"br"
                | b"center"
                | b"dd"
                | b"div"
                | b"dl"
                | b"dt"
                | b"h1"
                | b"h2"
                | b"h3"
                | b"h4"
                | b"h5"
                | b"h6"
                | b"hr"
                | b"li"
                | b"ol"
                | b"p"
                | b"table"
                | b"td"
                | b"tr"
                | b"ul"
        );
        if is_block && !self.is_labelled && !self.text.ends_with("\n\n") {
            self.text.truncate(self.text.trim_end_matches(' ').len());
            self.text.push_str("\n\n");
        }
    }
}

/// The label of an item, for example `b. `.
fn label(style: &str, number: usize) -> String {
    let letter = |first: u8| {
        u8::try_from(number).ok().filter(|at| (1..=26).contains(at)).map(|at| char::from(first - 1 + at))
    };
    let letters = match style {
        "a" => letter(b'a').map(String::from),
        "A" => letter(b'A').map(String::from),
        "i" => Some(roman(number)),
        "I" => Some(roman(number).to_uppercase()),
        _ => None,
    };
    format!("{}. ", letters.unwrap_or_else(|| number.to_string()))
}

/// A Roman number in small letters.
fn roman(mut number: usize) -> String {
    const SIGNS: [(usize, &str); 9] =
        [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut written = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            written.push_str(sign);
            number -= value;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_legal_code_of_a_page_is_its_paragraphs_with_the_labels_of_lists() {
        let page = "<html><body><p>Navigation</p><div id='deed'><p>Top</p><div id=\"deed-main-content\">\
                    <style>li { margin: 0 }</style><h3>Lizenz</h3>\n<p>Die  „Bearbeitung“<br>ist &uuml;blich<!-- no -->.</p>\
                    <ol type=\"a\" start=2><li><p>Eins <b>und</b></p></li><li>Zwei<ol type=i><li>Drei<li>Vier</ol></li></ol>\
                    <div>Innen</div></div><p>Zurück</p></div></body></html>";
        assert_eq!(
            text_of_legal_code(page).as_deref(),
            Some(
                "Lizenz\n\nDie „Bearbeitung“\n\nist üblich.\n\nb. Eins und\n\nc. Zwei\n\ni. Drei\n\nii. Vier\n\nInnen"
            )
        );
        assert_eq!(text_of_legal_code("<div id=deed>Text</div>").as_deref(), Some("Text"));
        assert_eq!(text_of_legal_code("<p>Another page</p>"), None);
    }

    #[test]
    fn labels_are_those_that_browsers_show() {
        let labels = [("a", 1), ("a", 27), ("A", 3), ("i", 49), ("I", 4), ("", 7), ("a", 0)];
        let shown = ["a. ", "27. ", "C. ", "xlix. ", "IV. ", "7. ", "0. "];
        assert_eq!(labels.map(|(style, number)| label(style, number)), shown);
    }
}
