/**
 * What a page with tools of its own needs beyond a conversation: running their handlers and
 * answering their calls. Loaded when the first tool is registered, or the first call is pending.
 */
export { answerToolCall, rerunToolCall } from "./answerToolCall.ts";
export { takeCalls } from "./takeCalls.ts";
export { warnAboutTwins } from "./warnAboutTwins.ts";
