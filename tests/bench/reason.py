#!/usr/bin/env python3
"""A verdict of our reasoner beside clingo working out the same rules in its own process, in one run.

clingo (PyPI) grounds and solves `reason.lp` with the facts of a graph and two licenses, as a reasoner built on it
does for each question; ours is what `cargo bench --bench reason` measures on ten thousand pairs. Both on one core.
For every pair asked of clingo, the conflicts are compared with those of `muniment reason --json`, so that the two
are known to do the same; D5 and D6 are left out, which answer-set programs have no part in.

Usage: tests/bench/reason.py [--pairs N] [--profile PROFILE]
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

from built import ROOT, add_profile, program

ODRL = "http://www.w3.org/ns/odrl/2/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
TRIPLE = re.compile(r'^(<[^>]*>|_:\S+) <([^>]*)> (<[^>]*>|_:\S+|".*) \.$')
KINDS = {ODRL + kind: kind for kind in ("permission", "prohibition", "duty", "obligation")}


def triples(muniment, file, *subject):
    text = subprocess.run([muniment, "hash", file, *subject, "--nt"], check=True, capture_output=True, text=True).stdout
    return [TRIPLE.match(line).groups() for line in text.splitlines()]


class Acts:
    """Constants for acts; two have a name, since rules speak of them."""

    def __init__(self, namespace):
        self.named = {
            "http://creativecommons.org/ns#ShareAlike": "share_alike",
            namespace + "ChangeLicense": "change_license",
            namespace + "compliantLicense": "compliant_license",
        }

    def __getitem__(self, node):
        iri = node.strip("<>")
        return self.named.setdefault(iri, f"a{len(self.named)}")


def license_facts(name, triples, iri, acts):
    facts, actions, duties = [], {}, {}
    for subject, predicate, thing in triples:
        if predicate == ODRL + "action":
            actions.setdefault(subject, []).append(acts[thing])
        elif predicate == ODRL + "duty" and subject != f"<{iri}>":
            duties.setdefault(subject, []).append(thing)
    for subject, predicate, node in triples:
        if subject == f"<{iri}>" and predicate in KINDS:
            for act in actions.get(node, []):
                facts.append(f"says({name},{KINDS[predicate]},{act}).")
                for duty in duties.get(node, []):
                    facts += [f"hangs({name},{KINDS[predicate]},{act},{d})." for d in actions.get(duty, [])]
    return "\n".join(facts)


def graph_facts(triples, namespace, acts):
    relations = {
        "http://www.w3.org/2002/07/owl#sameAs": "alias0",
        ODRL + "includedIn": "within0",
        ODRL + "implies": "entails0",
        namespace + "contradicts": "clash0",
    }
    outcomes = {"NotGrantedByDefault": "not_granted", "GrantedByDefault": "granted", "RequiredByDefault": "required"}
    facts = [f"{relations[p]}({acts[s]},{acts[o]})." for s, p, o in triples if p in relations and o[0] == "<"]
    applies = {s: o for s, p, o in triples if p == namespace + "appliesTo"}
    for subject, predicate, outcome in triples:
        local = outcome.strip("<>").removeprefix(namespace)
        if predicate == namespace + "defaultOutcome" and local in outcomes and subject in applies:
            facts.append(f"rule({acts[applies[subject]]},{outcomes[local]},r{len(facts)}).")
    return "\n".join(facts)


def count_of(verdict):
    """Conflicts without D5 and D6."""
    conflicts = verdict["conflicting_statements"]
    direct = [c for c in conflicts["direct"].values()
              if not c["reason"].startswith(("Direct conflict. Both", "Direct restriction."))]
    return len(direct) + len(conflicts["derived"])


def main():
    try:
        import clingo
    except ImportError:
        sys.exit("clingo is missing: pip install clingo")
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pairs", type=int, default=60)
    add_profile(arguments)
    options = arguments.parse_args()
    muniment = program("muniment", options)
    site = re.search(r'site_url = "(.*)"', (ROOT / "data/site.toml").read_text()).group(1)
    namespace, acts = site + "/ns#", Acts(site + "/ns#")
    graph = graph_facts(triples(muniment, ROOT / "data/graphs/dg_default.ttl"), namespace, acts)
    rules = (ROOT / "tests/bench/reason.lp").read_text()
    ids = sorted(path.stem for path in (ROOT / "data/licenses").glob("*.ttl"))
    times = []
    for number in range(options.pairs):
        pair = [ids[number * 7 % len(ids)], ids[(number * 13 + 1) % len(ids)]]
        facts = []
        for name, each in zip(("l1", "l2"), pair):
            iri = f"{site}/licenselibrary/{each}"
            found = triples(muniment, ROOT / f"data/licenses/{each}.ttl", "--subject", iri)
            facts.append(license_facts(name, found, iri, acts))
        start = time.perf_counter()
        control = clingo.Control(["--warn=none"])
        control.add("base", [], rules + graph + "\n".join(facts))
        control.ground([("base", [])])
        shown = []
        control.solve(on_model=lambda model: shown.extend(map(str, model.symbols(shown=True))))
        times.append(time.perf_counter() - start)
        report = subprocess.run([muniment, "reason", *pair, "--json"], cwd=ROOT, capture_output=True, text=True)
        ours = count_of(json.loads(report.stdout))
        if len(shown) != ours:
            sys.exit(f"{pair}: clingo finds {len(shown)} conflicts and we {ours}")
    clingo_median = statistics.median(times)
    report = subprocess.run(["cargo", "bench", "--quiet", "--package", "muniment", "--bench", "reason", "--", "--quick"],
                            cwd=ROOT, capture_output=True, text=True, check=True).stdout
    ours = int(re.search(r"pair verdict, dg_default: \d+ questions, p50 (\d+) ns", report).group(1)) / 1e9
    print(f"clingo {clingo.__version__}, one pair: {clingo_median * 1e3:.2f} ms median of {len(times)} pairs, equal conflicts")
    print(f"ours, one pair: {ours * 1e6:.2f} µs median")
    print(f"ratio: {clingo_median / ours:,.0f}")
    print("\n".join(line for line in report.splitlines() if "all pairs" in line or "500 licenses" in line))
    return 0 if ours <= 5e-6 and clingo_median / ours >= 100 else 1


if __name__ == "__main__":
    sys.exit(main())
