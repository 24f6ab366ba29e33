/**
 * Agents without servers, for your own tests and stories.
 *
 * @packageDocumentation
 */
export { type ManualAgent, manualAgent } from "./testing/manualAgent.ts";
export { readSse } from "./testing/readSse.ts";
export type {
  Script,
  ScriptContext,
  ScriptDelay,
  ScriptFunction,
  ScriptStep,
} from "./testing/script.ts";
export { type ScriptedAgent, scriptedAgent } from "./testing/scriptedAgent.ts";
export {
  type RunFinishedFields,
  runError,
  runFinished,
  runStarted,
  type TextRunOptions,
  textRun,
} from "./testing/steps.ts";
