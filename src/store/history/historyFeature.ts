/**
 * The lazy feature "history": the event log with its branches, earlier pages, and connections to a server that replays
 * a thread. `loadHistory` loads it as a whole.
 */
export {
  edit,
  getHistory,
  goToRun,
  regenerate,
  switchBranch,
} from "../eventLog/branchCommands.ts";
export { openOrContinue, retryRun } from "../reconnect/connectThread.ts";
export { readWithReconnect } from "../reconnect/readWithReconnect.ts";
export { loadEarlier } from "./loadEarlier.ts";
