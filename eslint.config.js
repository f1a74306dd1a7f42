/* Rules for the scripts and their tests; `make lint` runs them. */

import js from "@eslint/js";
import globals from "globals";

/* Modules of a bundle share a scope, so that a name of one of them would hide a global of the same name from others. */
const CONFUSING = [
  "event",
  "find",
  "length",
  "name",
  "open",
  "close",
  "parent",
  "print",
  "screen",
  "status",
  "stop",
  "top",
];

export default [
  { ignores: ["static/vendor/", "node_modules/", "data/", ".venv/", "templates/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "off",
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
      "no-implicit-globals": "error",
      "no-restricted-globals": ["error", ...CONFUSING],
      "no-var": "error",
      "one-var": ["error", "never"],
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["static/**/*.js"], languageOptions: { globals: { ...globals.browser, htmx: "readonly" } } },
  { files: ["tests/**/*.js", "*.js"], languageOptions: { globals: globals.nodeBuiltin } },
  { files: ["tests/**/*.js"], rules: { "max-lines-per-function": "off" } },
];
