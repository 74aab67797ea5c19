//! The conflict rules (spec:reasoning#direct, spec:reasoning#derived). `holds`, `must` and `asserts` are in
//! [`Holdings`], the closed relations in [`Closures`](super::closures::Closures), `path` and `reach` in
//! [`Facts`](super::Facts). `L1` and `L2` are `(number, holdings)`, in the order of their IRIs.

use super::acts::{Act, ActSet};
use super::entry::{Entry, RuleId, Side};
use super::holdings::Holdings;
use super::theory::Theory;

/// A license of a bundle, with its index.
type License<'h, 'a> = (u32, &'h Holdings<'a>);

/// Finds the conflicts of two licenses in this order, or of one license with itself.
pub(super) fn conflicts(theory: &Theory, l1: License, l2: License, found: &mut impl FnMut(Entry)) {
    permission_prohibition(l1, l2, found);
    duty_prohibition(l1, l2, found);
    share_alike_escape(theory, l1, l2, found);
    related_permission_prohibition(theory, l1, l2, found);
    contradiction(theory, l1, l2, found);
    if l1.0 == l2.0 {
        duty_on_a_prohibition(l1, found);
    } else if l1.0 < l2.0 {
        share_alike(theory, l1, l2, found);
    }
}

/// D1: `holds(L1, permission, a)`, `holds(L2, prohibition, a)`.
fn permission_prohibition((i, l1): License, (j, l2): License, found: &mut impl FnMut(Entry)) {
    for a in l1.permits.common(&l2.prohibits) {
        found(Entry::direct(RuleId::D1, Side::permits(i, a), Side::prohibits(j, a)));
    }
}

/// D2: `must(L1, a)`, `holds(L2, prohibition, a)`.
fn duty_prohibition((i, l1): License, (j, l2): License, found: &mut impl FnMut(Entry)) {
    for a in l1.requires.common(&l2.prohibits) {
        found(Entry::direct(RuleId::D2, Side::requires(i, a), Side::prohibits(j, a)));
    }
}

/// D3: `hangs(L, prohibition, a, d)`.
fn duty_on_a_prohibition((i, l): License, found: &mut impl FnMut(Entry)) {
    for &(a, d) in &l.facts.bound_prohibitions {
        found(Entry::direct(RuleId::D3, Side::prohibits(i, a), Side::requires(i, d)));
    }
}

/// D4: `says(L1, duty, cc:ShareAlike)`, `holds(L2, permission, svc:ChangeLicense)`, not `clause(L2)`.
fn share_alike_escape(theory: &Theory, (i, l1): License, (j, l2): License, found: &mut impl FnMut(Entry)) {
    if l1.facts.shares_alike && l2.permits.contains(theory.change_license) && !l2.facts.clause {
        let (duty, permission) =
            (Side::requires(i, theory.share_alike), Side::permits(j, theory.change_license));
        found(Entry::direct(RuleId::D4, duty, permission));
    }
}

/// D5 and D6, for `L1` before `L2`: `gap(L1, L2)` means that both bind and there is no path between them. With a
/// `reach` it is a restriction (D6), without one a conflict (D5).
fn share_alike(theory: &Theory, (i, l1): License, (j, l2): License, found: &mut impl FnMut(Entry)) {
    let (a, b) = (&*l1.facts, &*l2.facts);
    if !a.binds || !b.binds || a.leads_to(b) || b.leads_to(a) {
        return;
    }
    let stays = |license| Side::requires(license, theory.share_alike);
    let (forth, back) = (a.reaches(b), b.reaches(a));
    if forth {
        found(Entry::direct(RuleId::D6, Side::names(i, j), stays(j)));
    }
    if back {
        found(Entry::direct(RuleId::D6, Side::names(j, i), stays(i)));
    }
    if !forth && !back {
        found(Entry::direct(RuleId::D5, stays(i), stays(j)));
    }
}

/// V1, V2, V3: `holds(L1, permission, p)`, `holds(L2, prohibition, q)`, and `within(p, q)`, `alias(p, q)`, or
/// `entails(p, q)` or `commits(p, q)`; `p` and `q` are different acts.
fn related_permission_prohibition(
    theory: &Theory,
    (i, l1): License,
    (j, l2): License,
    found: &mut impl FnMut(Entry),
) {
    let closures = &theory.closures;
    for q in l2.prohibits.iter() {
        for (rule, relation) in
            [(RuleId::V1, &closures.within), (RuleId::V2, &closures.alias), (RuleId::V3, &closures.implies)]
        {
            for p in different(relation.subjects(q), &l1.permits, q) {
                let is_stated = relation.is_stated(p, q);
                found(Entry::derived(rule, Side::permits(i, p), Side::prohibits(j, q), is_stated));
            }
        }
    }
}

/// V4: `asserts(L1, k1, p)`, `asserts(L2, k2, q)`, `clash(p, q)`; `p` and `q` are different acts.
fn contradiction(theory: &Theory, (i, l1): License, (j, l2): License, found: &mut impl FnMut(Entry)) {
    let clash = &theory.closures.clash;
    for p in l1.asserted.iter() {
        for q in clash.objects(p).common(&l2.asserted) {
            let is_stated = clash.is_stated(p, q);
            for k1 in l1.asserts(p) {
                for k2 in l2.asserts(q) {
                    let (first, second) = (Side::states(i, k1, p), Side::states(j, k2, q));
                    found(Entry::derived(RuleId::V4, first, second, is_stated));
                }
            }
        }
    }
}

/// The acts of both sets, except `act`.
fn different<'a>(related: &'a ActSet, held: &'a ActSet, act: Act) -> impl Iterator<Item = Act> + 'a {
    related.common(held).filter(move |other| *other != act)
}
