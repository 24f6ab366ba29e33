/**
 * The lazy feature "history": the event log with its branches, and earlier pages. `loadHistory` loads it as a whole.
 */
export {
  edit,
  getEventLog,
  goToRun,
  regenerate,
  switchBranch,
} from "../eventLog/branchCommands.ts";
export { loadEarlier } from "./loadEarlier.ts";
