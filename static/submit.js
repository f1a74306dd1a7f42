// @ts-check
/** Sends a form with all that listens to it; Safari has `requestSubmit` since 16. @param {HTMLFormElement} form */
export const submit = (form) => (form.requestSubmit ?? form.submit).call(form);
