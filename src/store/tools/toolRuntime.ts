/**
 * What a page with tools of its own needs beyond a conversation: running their handlers and
 * answering their calls. Loaded when the first tool is registered, or the first call is pending.
 */
export { runToolLoop } from "./toolLoop.ts";
export { warnAboutTwins } from "./warnDuplicateTool.ts";
