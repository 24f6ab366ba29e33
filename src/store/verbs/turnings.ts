/**
 * The verbs of a thread that go back in it, or take it up again: what they share is its log. Loaded when one
 * of them is first used.
 */
export { connect } from "../connect/attach.ts";
export { edit, getHistory, goToRun, regenerate, switchBranch } from "./branches.ts";
export { loadEarlier } from "./earlier.ts";
