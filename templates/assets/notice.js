// The banner of the site gets a button that closes it. It stays closed in this browser until it says something else.

const KEY = "muniment-closed-notice";

function closedText() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function close(banner, text) {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage the banner comes back with the next page.
  }
  banner.remove();
}

const banner = document.querySelector("aside[data-closable]");
const text = banner?.textContent.trim();
if (banner && closedText() === text) {
  banner.remove();
} else if (banner) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button slight";
  button.textContent = "Close this notice";
  button.addEventListener("click", () => close(banner, text));
  banner.append(" ", button);
}
