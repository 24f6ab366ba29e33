import type { ResumeEntry, RunAgentInput } from "../../../src/protocol/events.ts";
import type { ScriptStep } from "../../../src/testing.ts";
import { readField } from "../../readField.ts";
import { jobs, type Task } from "../content/jobs.ts";
import { type EarlierCall, earlierCalls, unansweredCalls } from "../earlierCalls.ts";
import { escapeMarkdown } from "../escapeMarkdown.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { interruptIdFor } from "../interruptIdFor.ts";
import { readPayload } from "../readPayload.ts";
import { run, runUntilResumed } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

const responseSchema = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string", title: "Why not?" } },
  required: ["approved"],
  additionalProperties: false,
};

/** Requests approval for three actions at once and executes the approved ones. */
export const approvalsExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const calls = earlierCalls(input);
  const before = settle(input);
  const job = jobs.find(({ words }) => words.test(question));
  if (!job) {
    return run(input, [
      ...before,
      ...streamText(
        `${id}-answer`,
        `I know three jobs, of three steps each: *get ready for your holidays*, *publish a release*, or *clean up your files*. “${question}” is none of them.`,
      ),
    ]);
  }
  if (calls.length === 0) {
    const lead = `${id}-lead`;
    const taskCalls = job.tasks.map((task) => ({ task, toolCallId: `${id}-${task.tool}` }));
    return runUntilResumed(
      input,
      [
        ...before,
        ...streamText(lead, job.lead),
        ...taskCalls.flatMap(({ task, toolCallId }) =>
          streamCall(toolCallId, task.tool, task.args, lead),
        ),
      ],
      taskCalls.map(({ task, toolCallId }) => ({
        id: interruptIdFor(toolCallId),
        reason: "tool_call",
        toolCallId,
        message: task.ask,
        responseSchema,
      })),
    );
  }
  const verdicts = job.tasks.map((task) => judge(task, calls));
  return run(input, [
    ...verdicts.flatMap(carryOut),
    { delayMs: 250 },
    ...streamText(`${id}-answer`, report(verdicts)),
  ]);
};

/** Executes the approved actions of a job that the user has abandoned, and reports them. */
function settle(input: RunAgentInput): readonly ScriptStep[] {
  const left = unansweredCalls(input);
  const tasks = jobs.flatMap((job) => job.tasks).filter(({ tool }) => left.some(isCallOf(tool)));
  const verdicts = tasks.map((task) => judge(task, left));
  if (verdicts.length === 0) return [];
  return [
    ...verdicts.flatMap(carryOut),
    ...streamText(`${input.runId}-before`, `As for what you had answered:\n\n${listOf(verdicts)}`),
  ];
}

/** Result of a task. */
interface Verdict {
  readonly task: Task;
  readonly call: EarlierCall | undefined;
  readonly outcome: Outcome;
}

type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly reason: string | undefined };

function judge(task: Task, calls: readonly EarlierCall[]): Verdict {
  const call = calls.find(isCallOf(task.tool));
  if (!call?.answer) return { task, call, outcome: { isDone: false, reason: undefined } };
  return { task, call, outcome: readOutcome(call.answer) };
}

function readOutcome(answer: ResumeEntry): Outcome {
  const payload = readPayload(answer, responseSchema);
  if (readField(payload, "approved") === true) return { isDone: true };
  const reason = readField(payload, "reason");
  return { isDone: false, reason: typeof reason === "string" && reason ? reason : undefined };
}

function isCallOf(tool: string): (call: EarlierCall) => boolean {
  return ({ name }) => name === tool;
}

function carryOut({ task, call, outcome }: Verdict): readonly ScriptStep[] {
  if (!call || call.result) return [];
  const answer = outcome.isDone ? { status: "done", ...task.result } : { status: "declined" };
  return [
    ...(outcome.isDone ? [{ delayMs: 700 }] : []),
    {
      type: "TOOL_CALL_RESULT",
      messageId: `${call.id}-result`,
      toolCallId: call.id,
      content: JSON.stringify(answer),
    },
  ];
}

function report(verdicts: readonly Verdict[]): string {
  const heads = [
    "I have left everything as it was.",
    "One of the three is done.",
    "Two of the three are done.",
    "All three are done.",
  ];
  const done = verdicts.filter(({ outcome }) => outcome.isDone).length;
  return `${heads[done]}\n\n${listOf(verdicts)}`;
}

function listOf(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ task, outcome }) => {
    if (outcome.isDone) return `- **Done:** ${task.done}`;
    const because = outcome.reason ? ` You said: “${escapeMarkdown(outcome.reason)}”` : "";
    return `- **Not done:** ${task.notDone}${because}`;
  });
  return lines.join("\n");
}
