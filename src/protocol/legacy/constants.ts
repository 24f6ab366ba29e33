/** Key in an interrupt's metadata for the older spelling in which it arrived. */
export const SPELLING_KEY = "agui-kit";

/** Name of the CUSTOM event that carries a META event of the draft. */
export const META_EVENT_NAME = "ag-ui:meta";
