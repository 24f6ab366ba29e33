/**
 * How the layers above look into a snapshot: through the reducer's index, and safe for ids such as
 * "constructor".
 */

export { getAt, setAt } from "./json/jsonPointer.ts";
export { findMessage, findToolCall } from "./lookup.ts";
export { findMessageIndex } from "./messageIndex.ts";
export { getOwn } from "./safeRecord.ts";
export { replaceEqualDeep } from "./structuralSharing.ts";
export { statusOfResult } from "./toolCallStatus.ts";
