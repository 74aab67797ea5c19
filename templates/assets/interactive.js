// Draws the interactive page from the OpenAPI document that the page names.
const place = document.getElementById("operations");
document.documentElement.classList.toggle("dark-mode", matchMedia("(prefers-color-scheme: dark)").matches);
SwaggerUIBundle({
  domNode: place,
  url: `${place.dataset.document}/index.json`,
  // The checker that is set otherwise is another site's, and would be told of this one.
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Which operations never change.
  showExtensions: true,
  supportedSubmitMethods: ["get", "head", "post"],
});
