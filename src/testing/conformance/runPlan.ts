import type { RunAgentInput, Tool } from "../../protocol/events.ts";
import { encodeAnswers } from "../../store/interrupts/encodeAnswers.ts";
import { answerFor } from "./answerFor.ts";
import type { ObservedRun, RunPurpose } from "./observedRun.ts";
import type { PlannedRun } from "./playRun.ts";
import { beginTalk, probeTool, type Talk } from "./talk.ts";

/** Something to ask that leads an agent to what it can do. */
export interface ConformancePrompt {
  readonly text: string;
  /** Tools that the request offers. @defaultValue none */
  readonly tools?: readonly Tool[];
  /** The shared state that the request carries: any JSON value. @defaultValue `{}` */
  readonly state?: unknown;
  /**
   * The payload that answers an interrupt it leads to: any JSON value.
   *
   * @defaultValue the smallest one that fits the interrupt's `responseSchema`, or `{ approved: true }`
   */
  readonly answer?: unknown;
  /** What the offered tools return, as the content of a tool message. @defaultValue `'{"ok":true}'` */
  readonly toolResult?: string;
}

/** The parts of the check: what each asks is in the documentation of {@link ConformanceOptions.runs}. */
export type ConformanceRunName =
  | "question"
  | "tools"
  | "state"
  | "odd-input"
  | "smallest-input"
  | "stop"
  | "prompts";

/** Who plays the planned runs. */
export interface Player {
  /** Plays a run and says what became of it. */
  play(plan: PlannedRun): Promise<ObservedRun>;
  /** Whether the agent is spoken to in the dialect of another system. */
  readonly hasDialect: boolean;
}

/** How often a run that asks or calls is gone on with. */
const MAX_ROUNDS = 4;
/** How often a thread is tried again after a run in it was stopped: some servers need a moment. */
const MAX_TRIES = 4;
const PAUSE_MS = 250;

/** What is done with an answer, by the purpose of the run that does it. */
const STEPS: Partial<Record<RunPurpose, string>> = {
  resume: "resume",
  "older-resume": "resume, in its older spelling",
};

interface Followed {
  readonly answer?: unknown;
  readonly toolResult?: string;
}

/** Goes on with a run as a page does: answers what it asks, returns what its calls are for. */
async function follow(
  talk: Talk,
  run: ObservedRun,
  player: Player,
  how: Followed = {},
): Promise<void> {
  talk.heard(run);
  let last = run;
  for (let round = 1; round <= MAX_ROUNDS && last.endedBy === "agent"; round++) {
    const next = nextRun(talk, last, how, player.hasDialect);
    if (!next) return;
    const name = `${run.name}: ${STEPS[next.purpose] ?? "tool result"}`;
    last = await player.play({ ...next, name: round === 1 ? name : `${name} ${round}` });
    talk.heard(last);
  }
}

function nextRun(
  talk: Talk,
  { after }: ObservedRun,
  how: Followed,
  hasDialect: boolean,
): Omit<PlannedRun, "name"> | undefined {
  const { interrupts } = after;
  if (after.run.outcome === "interrupt" && interrupts.length > 0) {
    const resume = interrupts.map((interrupt) => ({
      interruptId: interrupt.id,
      status: "resolved" as const,
      payload: "answer" in how ? how.answer : answerFor(interrupt),
    }));
    // What asks as before 1.0 is answered as before 1.0, and what else it can do gets shown.
    const isOlder = interrupts.some(({ spelling }) => spelling !== undefined);
    return {
      purpose: isOlder ? "older-resume" : "resume",
      input:
        hasDialect || isOlder
          ? encodeAnswers(talk.goOn(), interrupts, resume, Date.now())
          : talk.goOn({ resume }),
      // The ids of an older spelling may be made here, the same ones in every run.
      ...(!isOlder && { answeredIds: interrupts.map(({ id }) => id) }),
    };
  }
  if (after.run.outcome !== "success" || after.run.pendingToolCallIds.length === 0)
    return undefined;
  talk.answerCalls(how.toolResult ?? '{"ok":true}');
  return { purpose: "question", input: talk.goOn() };
}

async function ask(player: Player, talk: Talk, name: string, input: RunAgentInput): Promise<void> {
  await follow(talk, await player.play({ name, purpose: "question", input }), player);
}

async function question(player: Player, text: string): Promise<void> {
  const talk = beginTalk();
  await ask(player, talk, "question", talk.ask(text));
  talk.answerCalls("Error: not answered");
  await ask(player, talk, "second turn", talk.ask("What did I say?"));
}

async function withFields(
  player: Player,
  name: string,
  fields: Partial<RunAgentInput>,
  content: Parameters<Talk["ask"]>[0],
): Promise<void> {
  const talk = beginTalk(fields);
  await ask(player, talk, name, talk.ask(content));
}

async function smallest(player: Player, text: string): Promise<void> {
  const { threadId, runId, messages } = beginTalk().ask(text);
  // Only these have to be there; the type asks for more than the protocol does.
  const input = { threadId, runId, messages } as RunAgentInput;
  await player.play({ name: "smallest input", purpose: "smallest", input });
}

async function stop(player: Player, text: string): Promise<void> {
  const talk = beginTalk();
  const long = talk.ask("Count slowly");
  const stopped = await player.play({ name: "stop", purpose: "stopped", input: long });
  if (stopped.endedBy !== "stop") return;
  talk.heard(stopped);
  talk.answerCalls("Error: stopped");
  talk.ask(text);
  const name = "after the stop";
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const place = tries === 1 ? name : `${name}, try ${tries}`;
    const run = await player.play({ name: place, purpose: "early", input: talk.goOn() });
    if (run.after.run.outcome !== "error" && run.error?.code !== "http-status") return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await ask(player, talk, `${name}, try ${MAX_TRIES}`, talk.goOn());
}

async function prompted(
  player: Player,
  prompt: ConformancePrompt | string,
  n: number,
): Promise<void> {
  const given = typeof prompt === "string" ? { text: prompt } : prompt;
  const { text, tools = [], state, ...how } = given;
  const talk = beginTalk({ tools: [...tools], ...(state !== undefined && { state }) });
  const plan = { name: `prompt ${n}`, purpose: "prompt", input: talk.ask(text) } as const;
  await follow(talk, await player.play(plan), player, how);
}

const ODD: Partial<RunAgentInput> = {
  context: [{ description: "What nobody has asked for", value: "" }],
  forwardedProps: { "agui-kit-unknown": { nested: [null, { deep: true }] } },
};

/** Everything that an agent is asked, in this order. */
export async function runPlan(
  player: Player,
  text: string,
  prompts: readonly (ConformancePrompt | string)[],
  names: ReadonlySet<ConformanceRunName>,
): Promise<void> {
  if (names.has("question")) await question(player, text);
  if (names.has("tools")) await withFields(player, "tools offered", { tools: [probeTool] }, text);
  if (names.has("state")) {
    const state = { aguiKit: { items: ["a"], count: 1 } };
    await withFields(player, "state sent", { state }, text);
  }
  if (names.has("odd-input")) {
    await withFields(player, "odd input", ODD, [{ type: "text", text }]);
  }
  // In a dialect the request is another one.
  if (names.has("smallest-input") && !player.hasDialect) await smallest(player, text);
  if (names.has("stop")) await stop(player, text);
  if (names.has("prompts")) {
    for (const [i, prompt] of prompts.entries()) await prompted(player, prompt, i + 1);
  }
}
