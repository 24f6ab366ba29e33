/** The key under an interrupt's metadata where its older spelling is remembered. */
export const SPELLING_KEY = "agui-kit";

/** The name under which a META event of the draft travels as a CUSTOM event. */
export const META_EVENT_NAME = "ag-ui:meta";
