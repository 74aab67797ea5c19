// Suggests licenses while one is typed, over the list of an input; without it identifiers are typed whole.

const PAUSE = 120;

async function suggestions(keyword) {
  const answer = await fetch(`/license-library/suggest?q=${encodeURIComponent(keyword)}`);
  return answer.ok ? answer.json() : [];
}

function attend(input) {
  const list = document.getElementById(input.getAttribute("list"));
  let latest = 0;
  let timer;
  let known = [];
  async function suggest() {
    const turn = ++latest;
    const keyword = input.value.trim();
    const found = keyword ? await suggestions(keyword).catch(() => []) : [];
    if (turn !== latest) return;
    known = found;
    list.replaceChildren(...found.map(({ id, title }) => new Option(title, id)));
  }
  input.addEventListener("input", () => {
    clearTimeout(timer);
    // What was chosen from the list is whole already.
    if (known.some(({ id }) => id === input.value)) return;
    timer = setTimeout(suggest, PAUSE);
  });
  // Who types a title means its record.
  input.addEventListener("change", () => {
    const typed = input.value.trim().toLowerCase();
    const meant = known.find(({ title }) => title.toLowerCase() === typed);
    if (meant) input.value = meant.id;
  });
}

for (const input of document.querySelectorAll('input[name="ids"][list]')) attend(input);
