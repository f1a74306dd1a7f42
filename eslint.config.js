/* Rules for the scripts and their tests; `make lint` runs them. */

import js from "@eslint/js";
import compat from "eslint-plugin-compat";
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

/* Asked for before they are used, or caught: over plain HTTP some of them are missing everywhere. */
const ASKED_FOR_FIRST = [
  "CompressionStream",
  "DecompressionStream",
  "navigator.locks",
  "navigator.wakeLock",
  "requestIdleCallback",
];

/* Methods that came after Safari 15.4, which no list of objects knows. */
const AFTER_SAFARI_15_4 = [
  ["checkVisibility", "17.4"],
  ["requestSubmit", "16"],
  ["timeout", "16: AbortSignal.timeout"],
  ["any", "17.4: AbortSignal.any"],
  ["showPopover", "17"],
  ["startViewTransition", "18"],
  ["requestIdleCallback", "none yet"],
  ["toSorted", "16"],
  ["toReversed", "16"],
  ["toSpliced", "16"],
  ["with", "16"],
  ["groupBy", "17.4"],
  ["withResolvers", "17.4"],
  ["fromAsync", "16.4"],
].map(([name, since]) => ({
  selector: `CallExpression:not([optional=true])[callee.property.name=${name}]`,
  message: `Safari has ${name} since ${since}: ask for it with ?.() or do without.`,
}));

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
  {
    ...compat.configs["flat/recommended"], // what the browsers of package.json have, Safari 15.4 the oldest of them
    files: ["static/**/*.js"],
    languageOptions: { globals: globals.browser },
    settings: { polyfills: ASKED_FOR_FIRST },
  },
  { files: ["static/**/*.js"], rules: { "no-restricted-syntax": ["error", ...AFTER_SAFARI_15_4] } },
  { files: ["tests/**/*.js", "*.js"], languageOptions: { globals: globals.nodeBuiltin } },
  { files: ["tests/**/*.js"], rules: { "max-lines-per-function": "off" } },
];
