/**
 * Agents without servers, and a conformance check, for your own tests and stories.
 *
 * @packageDocumentation
 */

export type { ConformanceDialectName } from "./testing/conformance/checkConformance.ts";
export {
  type ConformanceOptions,
  checkConformance,
} from "./testing/conformance/checkConformance.ts";
export {
  type FormatReportOptions,
  formatReport,
} from "./testing/conformance/formatReport.ts";
export type { Paint, ReportStyle } from "./testing/conformance/formatRule.ts";
export type {
  ConformanceEnding,
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceRun,
  ConformanceSeverity,
  ConformanceStatus,
} from "./testing/conformance/report.ts";
export type { ConformancePrompt, ConformanceRunName } from "./testing/conformance/runPlan.ts";
export { type ManualAgent, manualAgent } from "./testing/manualAgent.ts";
export { readSse } from "./testing/readSse.ts";
export {
  type RunFinishedFields,
  runError,
  runFinished,
  runStarted,
  type TextRunOptions,
  textRun,
} from "./testing/runSteps.ts";
export type {
  Script,
  ScriptContext,
  ScriptDelay,
  ScriptFunction,
  ScriptStep,
} from "./testing/script.ts";
export { type ScriptedAgent, scriptedAgent } from "./testing/scriptedAgent.ts";
