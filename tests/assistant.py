"""The client of the Python SDK asks every tool of `muniment mcp`.

Usage: python3 tests/assistant.py MUNIMENT, with the package mcp, in the root of the repository.
"""

import asyncio
import json
import re
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

server = StdioServerParameters(command=sys.argv[1], args=["mcp", "--data", "data", "--folder", "tests/fixtures/audit"])


async def main():
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        began = await session.initialize()
        assert began.server_info.name == "muniment", began
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert sorted(tools) == [
            "audit_inventory",
            "check_compatibility",
            "compare_licenses",
            "find_license",
            "read_license",
        ], tools
        assert all(tool.description and tool.input_schema["properties"] for tool in tools.values())

        verdicts = []

        async def ask(tool, **question):
            verdict, text, cursor = "", "", 0
            while cursor is not None:
                found = await session.call_tool(tool, {**question, "cursor": cursor})
                assert not found.is_error, found
                told, page = (block.text for block in found.content)
                assert len((told + page).encode()) <= 8192, (tool, question)
                verdict, _, left = told.partition("\n")
                text += page
                cursor = int(re.search(r"with `cursor` (\d+)\.$", left)[1]) if left else None
            document = json.loads(text)
            verdicts.append(verdict)
            assert document["release"].startswith("data-") and "legal advice" in document["notice"], document
            for id, address in document["addresses"].items():
                assert f"/v2/licenses/{id}/versions/" in address.replace("%20", " "), address
            return document["addresses"], document["answer"]

        async def refused(tool, told, **question):
            found = await session.call_tool(tool, question)
            assert found.is_error and told in found.content[0].text, found

        addresses, answer = await ask("find_license", query="apache")
        assert "Apache-2.0" in addresses and any(entry["id"] == "Apache-2.0" for entry in answer), answer

        addresses, answer = await ask("read_license", license="mit")
        assert list(addresses) == ["MIT"] and answer["content_hash"].startswith("sha256:"), answer
        text = json.dumps(answer)
        assert "copyright notice and this permission notice shall be included" in text, text

        addresses, answer = await ask("compare_licenses", licenses=["MIT", "GPL-3.0-only"])
        assert sorted(addresses) == sorted(answer["ids"]) and any(row["differs"] for row in answer["rows"])

        addresses, answer = await ask("check_compatibility", **{"in": ["GPL-2.0-only"], "out": "MIT", "use": "merged"})
        assert answer["answer"] == "no" and len(addresses) == 2, answer
        addresses, answer = await ask("check_compatibility", **{"in": ["MIT", "ISC"], "out": "Apache-2.0"})
        assert answer["answer"] == "if" and answer["obligations"], answer

        addresses, answer = await ask("audit_inventory", file="sbom.cdx.json", target="MIT")
        assert answer["version"] == 1 and answer["format"] == "CycloneDX" and "MIT" in addresses, answer
        assert answer["verdict"] == "not-determined" and answer["undetermined"]["unknown"] == 3, answer
        _, answer = await ask("audit_inventory", file="sbom.cdx.json", target="MIT", ship="service", purpose="research")
        assert answer["context"]["ship"] == "service" and answer["context"]["purpose"] == "research", answer
        await refused("audit_inventory", "ship: `mail` is not one of internal, service, binary, source", file="sbom.cdx.json", ship="mail")

        for begins in [
            "Apache-2.0: Apache License 2.0, or",
            "MIT: MIT License.",
            "MIT, GPL-3.0-only: ",
            "GPL-2.0-only into a work under MIT: no. ",
            "MIT, ISC into a work under Apache-2.0: if. ",
            "Not determined",
        ]:
            assert any(verdict.startswith(begins) for verdict in verdicts), (begins, verdicts)
        await refused("read_license", "cursor: 3 is none", license="MIT", cursor=3)
        await refused("read_license", "cursor: 999999 is none", license="MIT", cursor=999999)

        await refused("read_license", "there is no license `nothing`", license="nothing")
        await refused("compare_licenses", "2 to 20 can be compared", licenses=["MIT"])
        await refused("check_compatibility", "use", **{"in": ["MIT"], "out": "MIT", "use": "eaten"})
        await refused("audit_inventory", "there is no file", file="../../../README.md")
        await refused("audit_inventory", "there is no file", file="/etc/passwd")
        await refused("audit_inventory", "there is no file", file="nothing.json")
        await refused("audit_inventory", "there is no file", file=".")
        print(f"the client of Python asked {len(tools)} tools")


asyncio.run(main())
