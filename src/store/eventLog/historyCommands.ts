/**
 * The verbs of a thread that go back in it, or take it up again: what they share is its log. Loaded when one
 * of them is first used.
 */

export { loadEarlier } from "../history/loadEarlier.ts";
export { connectThread as connect } from "../reconnect/connectThread.ts";
export { edit, getHistory, goToRun, regenerate, switchBranch } from "./branchCommands.ts";
