import { moneyIn } from "./money.ts";

/** How many calls of a group stand where; together they are all of them. */
export interface ToolCallCounts {
  /** Also those that are still being prepared. */
  readonly running: number;
  /** For the person. */
  readonly waiting: number;
  readonly done: number;
  /** Also those that were not finished. */
  readonly failed: number;
  /** By the person. */
  readonly denied: number;
}

/** What is known of the tokens that were used; `undefined` where nobody has told. */
export interface ShownTokens {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** Words of how an agent works: calls that are folded, its steps, what it searches, what it has used. */
export interface WorkStrings {
  /** The row into which calls are folded that stand side by side. */
  readonly toolCalls: (count: number) => string;
  /** Names the tools of that row, each once. */
  readonly toolNames: (names: readonly string[]) => string;
  /** How far they are, where that is not the same for all of them. */
  readonly toolCallCounts: (counts: ToolCallCounts) => string;
  /** Names the list of steps. @param count - At least 1. */
  readonly steps: (count: number) => string;
  readonly usageOfRun: string;
  readonly usageOfThread: string;
  /** In the way of counting of the language. */
  readonly tokens: (tokens: ShownTokens) => string;
  /**
   * @param currency - An ISO 4217 code.
   * @param isComplete - Whether it is all, or there is something that has no price.
   */
  readonly cost: (amount: number, currency: string, isComplete: boolean) => string;
  /** Puts together what `tokens` and `cost` return. */
  readonly usage: (tokens: string, cost: string) => string;
  /** Names the bar of what is under way. */
  readonly progress: string;
  /** How far it is. @param share - From 0 to 1. */
  readonly share: (share: number) => string;
  /** How far it is, counted. */
  readonly counted: (done: number, total: number) => string;
  /** Leads to what is not shown of a list of sources. */
  readonly moreSources: (count: number) => string;
}

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent" });

/** In English. */
export const workStrings: WorkStrings = {
  toolCalls: (count) => (count === 1 ? "1 tool call" : `${count} tool calls`),
  toolNames: (names) => names.join(", "),
  toolCallCounts: ({ running, waiting, done, failed, denied }) =>
    [
      done && `${done} done`,
      running && `${running} running`,
      waiting && `${waiting} ${waiting === 1 ? "needs" : "need"} your input`,
      failed && `${failed} failed`,
      denied && `${denied} denied`,
    ]
      .filter(Boolean)
      .join(", "),
  steps: (count) => (count === 1 ? "1 step" : `${count} steps`),
  usageOfRun: "Last response",
  usageOfThread: "Conversation",
  tokens: ({ input, output, total }) =>
    input + output === total && total > 0
      ? `${number.format(input)} in · ${number.format(output)} out tokens`
      : `${number.format(total)} tokens`,
  cost: (amount, currency, isComplete) => {
    const money = moneyIn("en", amount, currency);
    return isComplete ? money : `at least ${money}`;
  },
  usage: (tokens, cost) => `${tokens} · ${cost}`,
  progress: "Progress",
  share: (share) => percent.format(share),
  counted: (done, total) => `${number.format(done)} of ${number.format(total)}`,
  moreSources: (count) => (count === 1 ? "1 more source" : `${count} more sources`),
};
