use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::AuditReport;
use super::problems::Problem;

/// An audit as JUnit XML: a test case for each license, and one for each problem of several licenses, of unknown ones and
/// of lines. Problems that make the audit fail are failures, the others are skipped.
pub(super) fn text(report: &AuditReport<'_>, problems: &[Problem]) -> io::Result<String> {
    let of_problems: Vec<&str> = problems.iter().map(|problem| problem.subject.as_str()).collect();
    let licenses = report.audit.licenses.keys().map(|id| report.names.shown(id));
    let passed: Vec<&str> = licenses.filter(|name| !of_problems.contains(name)).collect();
    let failures = problems.iter().filter(|problem| problem.is_open()).count();
    let tests = (passed.len() + problems.len()).to_string();
    let (failures, skipped) = (failures.to_string(), (problems.len() - failures).to_string());
    let counts =
        [("name", "muniment audit"), ("tests", &*tests), ("failures", &*failures), ("skipped", &*skipped)];
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuite").with_attributes(counts).write_inner_content(|xml| {
        for name in &passed {
            xml.create_element("testcase")
                .with_attributes([("classname", "license"), ("name", *name)])
                .write_empty()?;
        }
        for problem in problems {
            case(xml, problem)?;
        }
        Ok::<(), io::Error>(())
    })?;
    xml.get_mut().push(b'\n');
    String::from_utf8(xml.into_inner()).map_err(io::Error::other)
}

fn case(xml: &mut Writer<Vec<u8>>, problem: &Problem) -> io::Result<()> {
    let name = [("classname", problem.kind.name()), ("name", problem.subject.as_str())];
    xml.create_element("testcase").with_attributes(name).write_inner_content(|xml| {
        match (&problem.accepted, problem.fails) {
            (None, true) => xml
                .create_element("failure")
                .with_attribute(("message", problem.message.as_str()))
                .write_text_content(BytesText::new(&problem.message))?,
            (Some(reason), _) => {
                let message = format!("{} Accepted: {reason}", problem.message);
                xml.create_element("skipped").with_attribute(("message", message.as_str())).write_empty()?
            }
            (None, false) => xml
                .create_element("skipped")
                .with_attribute(("message", problem.message.as_str()))
                .write_empty()?,
        };
        Ok::<(), io::Error>(())
    })?;
    Ok(())
}
