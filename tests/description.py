"""The description of the data, the stream of events and the published queries, read by independent programs.

Usage: python3 tests/description.py PROGRAMS LDES_CLIENT, with the package pyoxigraph, in the root of the repository;
LDES_CLIENT is the command of the npm package ldes-client.
"""

import gzip
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import urllib.request

import pyoxigraph

programs, ldes_client = sys.argv[1:]
DCAT, VOID, DCT = "http://www.w3.org/ns/dcat#", "http://rdfs.org/ns/void#", "http://purl.org/dc/terms/"


def named(iri):
    return pyoxigraph.NamedNode(iri)


def answer(address):
    with urllib.request.urlopen(url + address) as response:
        return response.read()


def changes():
    """The addresses of all versions, by the change feed."""
    address = "/v2/changes?limit=100"
    while address:
        page = json.loads(answer(address))
        for item in page["items"]:
            yield item["links"]["self"]
        address = page["links"].get("next")


with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
url = f"http://127.0.0.1:{port}"
with tempfile.TemporaryDirectory() as folder:
    site = f"{folder}/site"
    subprocess.run(
        [f"{programs}/muniment", "build", "--data", "data", "--out", site, "--publish", "--base-url", url],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    server = subprocess.Popen(
        [f"{programs}/muniment", "serve", "--listen", f"127.0.0.1:{port}", "--base-url", url, "--data", "data"]
        + ["--site", site, "--database-url", f"sqlite://{folder}/accounts.db"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        for line in server.stdout:
            if line.startswith("serving at "):
                break

        # DCAT and VoID: the same graph in each form.
        graphs = []
        for address, form in [
            ("/dataset.ttl", pyoxigraph.RdfFormat.TURTLE),
            ("/.well-known/void", pyoxigraph.RdfFormat.TURTLE),
            ("/dataset.jsonld", pyoxigraph.RdfFormat.JSON_LD),
        ]:
            graph = pyoxigraph.Dataset(pyoxigraph.parse(answer(address), form))
            graph.canonicalize(pyoxigraph.CanonicalizationAlgorithm.UNSTABLE)
            graphs.append(graph)
        assert graphs[0] == graphs[1] == graphs[2] and len(graphs[0]) > 30
        store = pyoxigraph.Store()
        store.extend(graphs[0])
        dumps = [quad.object.value for quad in store.quads_for_pattern(None, named(DCAT + "downloadURL"), None)]
        assert dumps and all(dump.startswith(url + "/dumps/") for dump in dumps), dumps
        for dump in dumps:
            assert answer(dump.removeprefix(url))
        page = answer("/releases").decode()
        schema = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page).group(1))
        site_url = schema["@id"].removesuffix("/dataset#data")
        [version] = {quad.object.value for quad in store.quads_for_pattern(named(schema["@id"]), named(DCAT + "version"), None)}
        assert schema["@type"] == "Dataset" and schema["version"] == version, schema

        # The stream has the versions of the change feed.
        followed = subprocess.run([ldes_client, url + "/events.jsonld"], capture_output=True, text=True, check=True)
        members = set(re.findall(rf"<(\S+)> <{DCT}isVersionOf>", followed.stdout))
        expected = {site_url + address for address in changes()}
        assert members == expected, (len(members), len(expected), sorted(members ^ expected)[:5])

        # The published queries have answers.
        [quads] = [dump for dump in dumps if dump.endswith(f"/{version}.nq.gz")]
        store.bulk_load(gzip.decompress(answer(quads.removeprefix(url))), pyoxigraph.RdfFormat.N_QUADS)
        text = pathlib.Path("templates/specification/releases.md").read_text(encoding="utf-8")
        queries = re.findall(r"```sparql\n(.*?)```", text, re.S)
        rows = [len(list(store.query(query))) for query in queries]
        assert len(rows) == 3 and min(rows) > 5, rows
        print(f"ldes-client followed {len(members)} versions; pyoxigraph answered {len(rows)} queries")
    finally:
        server.terminate()
        server.wait()
