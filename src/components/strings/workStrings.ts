import { formatMoney } from "./format.ts";

/** Numbers of tool calls in a group, by status. */
interface ToolCallCounts {
  /** Running calls, and calls whose arguments stream. */
  readonly running: number;
  /** Calls that need the user's input. */
  readonly waiting: number;
  /** Complete calls. */
  readonly done: number;
  /** Complete calls whose result reads like an error. */
  readonly warning: number;
  /** Calls whose result is an error. */
  readonly failed: number;
  /** Calls that were interrupted, or whose run ended without a result. */
  readonly unfinished: number;
  /** Calls that the user denied. */
  readonly denied: number;
}

/** Numbers of tokens. */
interface ShownTokens {
  /** Tokens that the model has read. */
  readonly input: number;
  /** Tokens that the model has written. */
  readonly output: number;
  /** All tokens. */
  readonly total: number;
}

/** Texts about the work of an agent: grouped tool calls, steps, searches and usage. */
export interface WorkStrings {
  /** Title of a group of tool calls. */
  readonly toolCalls: (count: number) => string;
  /**
   * Tools of a group.
   *
   * @param labels - Labels of the tools, each once.
   */
  readonly toolLabels: (labels: readonly string[]) => string;
  /** Statuses of a group whose calls differ in status. */
  readonly toolCallCounts: (counts: ToolCallCounts) => string;
  /** Line below the first of many tool calls that need the user's input. */
  readonly moreWaitingCalls: (count: number) => string;
  /**
   * Accessible name of the list of steps.
   *
   * @param count - 1 or more.
   */
  readonly steps: (count: number) => string;
  /** Label of the usage of the last run. */
  readonly usageOfRun: string;
  /** Label of the usage of the whole thread. */
  readonly usageOfThread: string;
  /** Numbers of tokens, for example "1,200 tokens". */
  readonly tokens: (tokens: ShownTokens) => string;
  /**
   * Formats a cost.
   *
   * @param currency - ISO 4217 code, or the name of another unit.
   * @param isComplete - False when the price of some usage is unknown.
   */
  readonly cost: (amount: number, currency: string, isComplete: boolean) => string;
  /** Joins the texts of `tokens` and `cost`. */
  readonly usage: (tokens: string, cost: string) => string;
  /** Accessible name of a progress bar. */
  readonly progress: string;
  /**
   * Progress as a percentage.
   *
   * @param share - From 0 to 1.
   */
  readonly share: (share: number) => string;
  /** Progress as numbers. */
  readonly progressOf: (done: number, total: number) => string;
  /** Accessible name of the list of sources below an answer. */
  readonly sources: string;
  /** Button that shows the other sources of a search or an answer. */
  readonly moreSources: (count: number) => string;
}

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent" });

export const workStrings: WorkStrings = {
  toolCalls: (count) => (count === 1 ? "1 tool call" : `${count} tool calls`),
  toolLabels: (labels) => labels.join(", "),
  toolCallCounts: ({ running, waiting, done, warning, failed, unfinished, denied }) =>
    [
      done && `${done} done`,
      running && `${running} running`,
      waiting && `${waiting} ${waiting === 1 ? "needs" : "need"} your input`,
      warning && `${warning} returned an error`,
      failed && `${failed} failed`,
      unfinished && `${unfinished} interrupted`,
      denied && `${denied} denied`,
    ]
      .filter(Boolean)
      .join(", "),
  moreWaitingCalls: (count) =>
    count === 1
      ? "1 more tool call needs your input."
      : `${number.format(count)} more tool calls need your input.`,
  steps: (count) => (count === 1 ? "1 step" : `${count} steps`),
  usageOfRun: "Last response",
  usageOfThread: "Conversation",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `${number.format(input)} in · ${number.format(output)} out tokens`
      : `${number.format(total)} tokens`,
  cost: (amount, currency, isComplete) => {
    const money = formatMoney("en", amount, currency);
    return isComplete ? money : `at least ${money}`;
  },
  usage: (tokens, cost) => `${tokens} · ${cost}`,
  progress: "Progress",
  share: (share) => percent.format(share),
  progressOf: (done, total) => `${number.format(done)} of ${number.format(total)}`,
  sources: "Sources",
  moreSources: (count) => (count === 1 ? "1 more source" : `${count} more sources`),
};
