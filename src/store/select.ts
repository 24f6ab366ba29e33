/**
 * How the layers above look into a snapshot: through the reducer's index, and safe for ids such as
 * "constructor".
 */
export { findMessageIndex } from "../reducer/messageIndex.ts";
export { getAt, setAt } from "../reducer/pointer.ts";
export { getOwn } from "../reducer/records.ts";
export { findMessage, findToolCall } from "../reducer/select.ts";
export { replaceEqualDeep } from "../reducer/share.ts";
export { statusOfResult } from "../reducer/toolCallInfo.ts";
