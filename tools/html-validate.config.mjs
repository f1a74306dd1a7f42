/* Rules for pages (tests/test_html.py): the standard and accessibility, no matters of taste. */

export default {
    root: true,
    extends: ["html-validate:standard", "html-validate:a11y"],
    /* The standard counts <details> as flow content, so that it may stand in a cell. */
    elements: ["html5", { details: { sectioning: false } }],
    rules: {
        "meta-refresh": "off", // the wall without scripts: a screen that nobody sits at
        "no-implicit-button-type": "off", // a button of a form submits it: that is HTML's own default
    },
};
