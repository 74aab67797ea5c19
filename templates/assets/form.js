// Fetches one form of what has an address of its own.

/** The answer with the form of `address` whose file has an extension. */
export async function fetchForm(address, extension) {
  const answer = await fetch(`${address}/index.${extension}`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const isOther = /html|json/.test(answer.headers.get("Content-Type") ?? "");
  if (isOther) throw new Error("this host does not send that form");
  return answer;
}
