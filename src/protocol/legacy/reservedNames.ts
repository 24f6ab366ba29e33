/** Key in metadata for facts that the protocol has no field for, such as the format of an interrupt. */
export const KIT_METADATA_KEY = "agui-kit";

/** Name of the CUSTOM event that carries a META event of the draft. */
export const META_EVENT_NAME = "ag-ui:meta";
