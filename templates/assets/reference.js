// Draws the page for reading from the OpenAPI document that it names.
const place = document.getElementById("reference");
const letters = "system-ui, sans-serif";
Redoc.init(place.dataset.document, {
  // Which operations never change.
  showExtensions: ["x-svc-contract"],
  theme: {
    typography: {
      fontFamily: letters,
      headings: { fontFamily: letters },
      code: { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" },
    },
    // Orange on cream, as it is otherwise, can hardly be read.
    colors: { responses: { redirect: { color: "#7a5200", backgroundColor: "#fff6e5" } } },
  },
}, place);
