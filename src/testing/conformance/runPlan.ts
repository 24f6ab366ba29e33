import type { RunAgentInput, Tool } from "../../protocol/events.ts";
import { encodeAnswers } from "../../store/interrupts/encodeAnswers.ts";
import { type Conversation, createConversation, probeTool } from "./conversation.ts";
import { exampleAnswer } from "./exampleAnswer.ts";
import type { ObservedRun, RunPurpose } from "./observedRun.ts";
import type { PlannedRun } from "./playRun.ts";

/** A message that leads an agent to its features. */
export interface ConformancePrompt {
  /** Text of the user message. */
  readonly text: string;
  /** Tools that the request offers. @defaultValue none */
  readonly tools?: readonly Tool[];
  /** The shared state of the request: a JSON value. @defaultValue `{}` */
  readonly state?: unknown;
  /**
   * The payload that answers an interrupt of the run: a JSON value.
   *
   * @defaultValue a minimal value for the interrupt's `responseSchema`, or `{ approved: true }`
   */
  readonly answer?: unknown;
  /** The content of tool messages for calls of the offered tools. @defaultValue `'{"ok":true}'` */
  readonly toolResult?: string;
}

/** The parts of a check; {@link ConformanceOptions.runs} describes them. */
export type ConformanceRunName =
  | "question"
  | "tools"
  | "state"
  | "odd-input"
  | "smallest-input"
  | "stop"
  | "prompts";

interface Player {
  playPlan(plan: PlannedRun): Promise<ObservedRun>;
  /** True when requests and responses use the dialect of another system. */
  readonly hasDialect: boolean;
}

/** Number of follow-up runs after interrupts and tool calls. */
const MAX_FOLLOW_UPS = 4;
/** Number of requests after a stopped run, because some servers need a moment. */
const MAX_TRIES = 4;
const RETRY_DELAY_MS = 250;

const FOLLOW_UP_NAMES: Partial<Record<RunPurpose, string>> = {
  resume: "resume",
  "older-resume": "resume, in its older form",
};

type FollowUpOptions = Pick<ConformancePrompt, "answer" | "toolResult">;

/** Runs all parts of the check in order. */
export async function runPlan(
  player: Player,
  text: string,
  prompts: readonly (ConformancePrompt | string)[],
  names: ReadonlySet<ConformanceRunName>,
): Promise<void> {
  if (names.has("question")) await runQuestion(player, text);
  if (names.has("tools")) {
    await runWithFields(player, "tools offered", { tools: [probeTool] }, text);
  }
  if (names.has("state")) {
    const state = { aguiKit: { items: ["a"], count: 1 } };
    await runWithFields(player, "state sent", { state }, text);
  }
  if (names.has("odd-input")) {
    await runWithFields(player, "odd input", ODD_FIELDS, [{ type: "text", text }]);
  }
  // A dialect sends requests in another format.
  if (names.has("smallest-input") && !player.hasDialect) await runSmallestInput(player, text);
  if (names.has("stop")) await runStop(player, text);
  if (names.has("prompts")) {
    for (const [i, prompt] of prompts.entries()) await runPrompt(player, prompt, i + 1);
  }
}

async function runQuestion(player: Player, text: string): Promise<void> {
  const conversation = createConversation();
  await sendQuestion(player, conversation, "question", conversation.addMessage(text));
  conversation.addToolResults("Error: not answered");
  const input = conversation.addMessage("What did I say?");
  await sendQuestion(player, conversation, "second turn", input);
}

const ODD_FIELDS: Partial<RunAgentInput> = {
  context: [{ description: "Context that the agent does not expect", value: "" }],
  forwardedProps: { "agui-kit-unknown": { nested: [null, { deep: true }] } },
};

async function runWithFields(
  player: Player,
  name: string,
  fields: Partial<RunAgentInput>,
  content: Parameters<Conversation["addMessage"]>[0],
): Promise<void> {
  const conversation = createConversation(fields);
  await sendQuestion(player, conversation, name, conversation.addMessage(content));
}

async function runSmallestInput(player: Player, text: string): Promise<void> {
  const { threadId, runId, messages } = createConversation().addMessage(text);
  // The protocol requires only these fields; the type requires more.
  const input = { threadId, runId, messages } as RunAgentInput;
  await player.playPlan({ name: "smallest input", purpose: "smallest", input });
}

async function runStop(player: Player, text: string): Promise<void> {
  const conversation = createConversation();
  const input = conversation.addMessage("Count slowly");
  const stopped = await player.playPlan({ name: "stop", purpose: "stopped", input });
  if (stopped.endedBy !== "stop") return;
  conversation.applyRun(stopped);
  conversation.addToolResults("Error: stopped");
  conversation.addMessage(text);
  const name = "after the stop";
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const run = await player.playPlan({
      name: tries === 1 ? name : `${name}, try ${tries}`,
      purpose: "early",
      input: conversation.createInput(),
    });
    if (run.after.run.outcome !== "error" && run.error?.code !== "http-status") return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
  }
  const lastName = `${name}, try ${MAX_TRIES}`;
  await sendQuestion(player, conversation, lastName, conversation.createInput());
}

async function runPrompt(
  player: Player,
  prompt: ConformancePrompt | string,
  n: number,
): Promise<void> {
  const {
    text,
    tools = [],
    state,
    ...options
  }: ConformancePrompt = typeof prompt === "string" ? { text: prompt } : prompt;
  const conversation = createConversation({
    tools: [...tools],
    ...(state !== undefined && { state }),
  });
  const input = conversation.addMessage(text);
  const run = await player.playPlan({ name: `prompt ${n}`, purpose: "prompt", input });
  await followUp(conversation, run, player, options);
}

async function sendQuestion(
  player: Player,
  conversation: Conversation,
  name: string,
  input: RunAgentInput,
): Promise<void> {
  const run = await player.playPlan({ name, purpose: "question", input });
  await followUp(conversation, run, player);
}

/** Continues after a run like a client: answers its interrupts, and returns results of its tool calls. */
async function followUp(
  conversation: Conversation,
  run: ObservedRun,
  player: Player,
  options: FollowUpOptions = {},
): Promise<void> {
  conversation.applyRun(run);
  let last = run;
  for (let round = 1; round <= MAX_FOLLOW_UPS && last.endedBy === "agent"; round++) {
    const next = planFollowUp(conversation, last, options, player.hasDialect);
    if (!next) return;
    const name = `${run.name}: ${FOLLOW_UP_NAMES[next.purpose] ?? "tool result"}`;
    last = await player.playPlan({ ...next, name: round === 1 ? name : `${name} ${round}` });
    conversation.applyRun(last);
  }
}

function planFollowUp(
  conversation: Conversation,
  { after }: ObservedRun,
  options: FollowUpOptions,
  hasDialect: boolean,
): Omit<PlannedRun, "name"> | undefined {
  const { interrupts } = after;
  if (after.run.outcome === "interrupt" && interrupts.length > 0) {
    const resume = interrupts.map((interrupt) => ({
      interruptId: interrupt.id,
      status: "resolved" as const,
      payload: "answer" in options ? options.answer : exampleAnswer(interrupt),
    }));
    // An interrupt in a form before 1.0 is answered in that form, so that the rest of the agent is covered.
    const isOlder = interrupts.some(({ format }) => format !== undefined);
    return {
      purpose: isOlder ? "older-resume" : "resume",
      input:
        hasDialect || isOlder
          ? encodeAnswers(conversation.createInput(), interrupts, {
              answers: resume,
              newAnswers: resume,
              at: Date.now(),
            })
          : conversation.createInput({ resume }),
      // Ids of older forms are created, and may be equal in every run: they prove nothing.
      ...(!isOlder && { answeredIds: interrupts.map(({ id }) => id) }),
    };
  }
  if (after.run.outcome !== "success" || after.run.pendingToolCallIds.length === 0)
    return undefined;
  conversation.addToolResults(options.toolResult ?? '{"ok":true}');
  return { purpose: "question", input: conversation.createInput() };
}
