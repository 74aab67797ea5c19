// Fetches one form of what has an address of its own.

/**
 * The answer with a form, which `extension` names. Hosts of plain files do not know the parameter `format`, and answer with a
 * page, an object or nothing; they have the form as a file.
 */
export async function fetchForm(address, extension) {
  let refused;
  for (const place of [`${address}?format=${extension}`, `${address}/index.${extension}`]) {
    const answer = await fetch(place);
    const isOther = /html|json/.test(answer.headers.get("Content-Type") ?? "");
    if (answer.ok && !isOther) return answer;
    refused ??= answer.ok ? "this host does not send that form" : `the server answered ${answer.status}`;
  }
  throw new Error(refused);
}
