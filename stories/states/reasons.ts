/** Reasons why a control does not have a state. */
export const alwaysUsable = "The control can always be used.";
export const onlyWhileUsable = "The control is shown only while it can be used.";
export const neverBusy = "The action is done at once, or its result shows the progress.";
export const typedInto =
  "A press puts the cursor into the field, or opens the list of the browser.";

/** Parameters of a story whose tables show one landmark several times, which a page has once. */
export const repeatsLandmarks = {
  a11y: { config: { rules: [{ id: "landmark-unique", enabled: false }] } },
};
