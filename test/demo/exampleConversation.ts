import { type BaseEvent, enforceEvents, verifyEvents } from "@ag-ui/client";
import { from, lastValueFrom, toArray } from "rxjs";
import { expect, vi } from "vitest";
import { assertFits } from "../../demo/app/tools/landscape.ts";
import type { Landscape } from "../../demo/app/tools/paint.ts";
import {
  drawPictureTool,
  pickSeatTool,
  setThemeTool,
  type Theme,
  writeDocumentTool,
} from "../../demo/pageTools.ts";
import { ConnectionCut, readConversation } from "../../demo/server/exampleScript.ts";
import { exampleScripts } from "../../demo/server/examples/index.ts";
import { createThread, type ResumeEntry, type RunAgentInput, type Thread } from "../../src/core.ts";
import { type ScriptStep, scriptedAgent } from "../../src/testing.ts";
import { collect } from "../support/collect.ts";

/** Conversation with an example, without HTTP, in a page with all of the demo's tools. */
export interface ExampleConversation {
  readonly thread: Thread;
  /** Inputs of the example's runs, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** Sends a message and waits until the run settles. */
  send(text: string): Promise<void>;
  /** Waits until the run settles. */
  waitUntilIdle(): Promise<void>;
  /** Returns the agent's last message. */
  lastAnswer(): string;
  /** Returns the id and the arguments of the tool's last call. */
  callOf(name: string): { readonly id: string; readonly args: unknown };
}

export interface ExampleConversationOptions {
  /**
   * Number of earlier runs of every message.
   * @defaultValue 0
   */
  readonly attempt?: number;
  readonly state?: unknown;
  /**
   * True when the page's tools are registered.
   * @defaultValue true
   */
  readonly hasTools?: boolean;
}

/** Starts a conversation in strict mode, where any protocol violation fails the run. */
export function startConversation(
  id: string,
  options: ExampleConversationOptions = {},
): ExampleConversation {
  const { attempt = 0, state, hasTools = true } = options;
  const agent = scriptedAgent((input) => playExample(id, input, attempt));
  const thread = createThread({
    agent,
    strict: true,
    ...(state !== undefined && { initialState: state }),
  });
  if (hasTools) registerPageTools(thread);
  const waitUntilIdle = () =>
    vi.waitFor(() => {
      const { run } = thread.getSnapshot();
      expect(["idle", "waiting", "error"]).toContain(run.status);
    });
  return {
    thread,
    inputs: agent.inputs,
    waitUntilIdle,
    async send(text) {
      const { outcome, error } = await thread.send(text);
      if (outcome === "error") throw error;
    },
    lastAnswer: () => {
      const message = thread.getSnapshot().messages.findLast(({ role }) => role === "assistant");
      return String(message?.content ?? "");
    },
    callOf(name) {
      const calls = thread
        .getSnapshot()
        .messages.flatMap((message) =>
          message.role === "assistant" ? (message.toolCalls ?? []) : [],
        );
      const call = calls.findLast((one) => one.function.name === name);
      if (!call) throw new Error(`The tool \`${name}\` has not been called in this conversation.`);
      return { id: call.id, args: JSON.parse(call.function.arguments) };
    },
  };
}

/** Answers all open interrupts in order; `undefined` cancels. */
export async function answerOpenInterrupts(
  { thread, waitUntilIdle }: ExampleConversation,
  ...payloads: unknown[]
): Promise<void> {
  const { interrupts } = thread.getSnapshot();
  expect(interrupts).toHaveLength(payloads.length);
  const problems = await thread.resume(
    interrupts.map(({ id: interruptId }, index): ResumeEntry => {
      const payload = payloads[index];
      return payload === undefined
        ? { interruptId, status: "cancelled" }
        : { interruptId, status: "resolved", payload };
    }),
  );
  expect(problems).toEqual([]);
  await waitUntilIdle();
}

/** Returns the results of a tool's calls, in order. */
export function resultsOfTool({ thread }: ExampleConversation, name: string): readonly unknown[] {
  const { messages } = thread.getSnapshot();
  const ids = messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? []).filter((one) => one.function.name === name).map(({ id }) => id)
      : [],
  );
  return messages.flatMap((message) =>
    message.role === "tool" && ids.includes(message.toolCallId)
      ? [JSON.parse(String(message.content))]
      : [],
  );
}

/** Returns the steps of an example without its pauses; undefined when the example refuses. */
export function playExample(
  id: string,
  input: RunAgentInput,
  attempt = 0,
): readonly ScriptStep[] | undefined {
  const { question, turn } = readConversation(input);
  const origin = "http://localhost:5173";
  const steps = exampleScripts.get(id)?.({ input, question, turn, attempt, origin });
  if (steps === undefined) throw new Error(`There is no example "${id}".`);
  if ("error" in steps) return undefined;
  return steps.filter((step) => !(typeof step === "object" && "delayMs" in step));
}

/** Asserts that the reference implementation accepts the steps unchanged. */
export async function expectCanonical(steps: readonly ScriptStep[]): Promise<void> {
  const { events, error } = await collect(scriptedAgent(steps));
  if (error !== undefined) expect(error).toBeInstanceOf(ConnectionCut);
  // The comparison fails where the reference drops an event, and rejects where it reports a
  // violation.
  const stream = from(events as BaseEvent[]).pipe(enforceEvents(), verifyEvents(), toArray());
  expect(await lastValueFrom(stream)).toEqual(events);
}

/** Registers the page's tools with handlers that need no page. */
function registerPageTools(thread: Thread): void {
  let current: Theme = "system";
  thread.registerTool({
    ...setThemeTool,
    handler({ theme }) {
      const before = current;
      current = theme;
      return { theme, before };
    },
  });
  thread.registerTool({ ...drawPictureTool, handler: pictureOf });
  thread.registerTool(pickSeatTool);
  thread.registerTool(writeDocumentTool);
}

function pictureOf(landscape: Landscape) {
  assertFits(landscape);
  // The first bytes of a PNG, with its signature and size.
  const png = Buffer.alloc(24);
  png.write("\x89PNG\r\n\x1a\n", "latin1");
  png.writeUInt32BE(landscape.width, 16);
  png.writeUInt32BE(landscape.height, 20);
  const value = png.toString("base64");
  return [{ type: "image", source: { type: "data", value, mimeType: "image/png" } }];
}
