use crate::wire::path_values;

/// Operations by the templates of their paths, in the order in which these are tried.
pub(super) struct Paths<O>(Vec<(&'static str, Vec<O>)>);

impl<O: Copy> Paths<O> {
    pub(super) fn new(operations: &[O], template: impl Fn(O) -> &'static str) -> Self {
        let mut paths: Vec<(&'static str, Vec<O>)> = Vec::new();
        for &operation in operations {
            let path = template(operation);
            match paths.iter_mut().find(|(known, _)| *known == path) {
                Some((_, operations)) => operations.push(operation),
                None => paths.push((path, vec![operation])),
            }
        }
        Self(paths)
    }

    /// The operations at a decoded path, one a method, with the values of its path parameters in their order.
    pub(super) fn at<'p>(&self, segments: &'p [String]) -> Option<(&[O], Vec<&'p str>)> {
        self.0.iter().find_map(|(template, operations)| {
            Some((operations.as_slice(), path_values(template, segments)?))
        })
    }
}
