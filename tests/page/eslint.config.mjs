/** What the modules of the page keep to besides being correct: browsers of 2021, one style, no text made markup. */

import js from "@eslint/js";

const readable = (...names) => Object.fromEntries(names.map((name) => [name, "readonly"]));
const ANYWHERE = readable(
  "clearInterval", "clearTimeout", "console", "performance", "setInterval", "setTimeout", "TextDecoder", "TextEncoder",
  "URL", "URLSearchParams",
);
const BROWSER = readable(
  "addEventListener", "atob", "Blob", "cancelAnimationFrame", "crypto", "DecompressionStream", "document", "fetch", "FormData", "getComputedStyle", "history", "innerHeight",
  "innerWidth", "localStorage", "location", "matchMedia", "navigator", "removeEventListener", "requestAnimationFrame",
  "ResizeObserver", "Response", "scrollTo", "scrollX", "scrollY", "sessionStorage", "WebSocket", "window",
);
const UNSAFE = ["innerHTML", "outerHTML", "insertAdjacentHTML", "write", "srcdoc"];
const LATER = ["at", "findLast", "findLastIndex", "hasOwn", "toReversed", "toSorted", "toSpliced", "with"];

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2021, sourceType: "module", globals: { ...ANYWHERE, ...BROWSER } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 130, ignoreRegExpLiterals: true, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "no-control-regex": "off", // what is cleaned away is named
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-misleading-character-class": "off",
      "no-restricted-globals": ["error", "event", "name", "structuredClone"],
      "no-restricted-properties": [
        "error", ...UNSAFE.map((property) => ({ property, message: "Text is never made into markup." })),
      ],
      "no-restricted-syntax": ["error", {
        selector: `CallExpression > MemberExpression.callee[property.name=/^(${LATER.join("|")})$/]`,
        message: "Browsers of 2021 do not have it.",
      }, {
        selector: "TemplateElement[value.raw=/\\n/]",
        message: "The server shortens scripts line by line; join texts of several lines.",
      }],
      "no-self-compare": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-use-before-define": ["error", { functions: false, classes: true, variables: false }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      quotes: ["error", "double", { avoidEscape: true, allowTemplateLiterals: true }],
      semi: "error",
    },
  },
  {
    files: ["tests/**"],
    languageOptions: { ecmaVersion: 2022, globals: readable("Buffer", "process", "setImmediate") },
  },
];
