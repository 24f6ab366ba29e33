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
import { ConnectionCut, readConversation } from "../../demo/server/scene.ts";
import { scenes } from "../../demo/server/scenes/index.ts";
import { createThread, type ResumeEntry, type RunAgentInput, type Thread } from "../../src/core.ts";
import { type ScriptStep, scriptedAgent } from "../../src/testing.ts";
import { collect } from "../support/collect.ts";

/** A conversation with a scene, without HTTP, in a page that has all the tools of the demo's. */
export interface Talk {
  readonly thread: Thread;
  /** What the scene was sent, run by run. */
  readonly inputs: readonly RunAgentInput[];
  /** Says something, and waits until it is the person's turn again. */
  say(text: string): Promise<void>;
  /** Waits until it is the person's turn again, after an answer. */
  rest(): Promise<void>;
  /** What the agent said last. */
  said(): string;
  /** The one thing the agent waits for with this tool. */
  callOf(name: string): { readonly id: string; readonly args: unknown };
}

export interface TalkOptions {
  /** How often what is said was said before. @defaultValue 0 */
  readonly attempt?: number;
  readonly state?: unknown;
  /** @defaultValue true */
  readonly hasTools?: boolean;
}

/** Begins a conversation in which the slightest violation of the protocol fails the run. */
export function talk(id: string, options: TalkOptions = {}): Talk {
  const { attempt = 0, state, hasTools = true } = options;
  const agent = scriptedAgent((input) => play(id, input, attempt));
  const thread = createThread({
    agent,
    strict: true,
    ...(state !== undefined && { initialState: state }),
  });
  if (hasTools) registerPageTools(thread);
  const rest = () =>
    vi.waitFor(() => {
      const { run } = thread.getSnapshot();
      expect(["idle", "waiting", "error"]).toContain(run.status);
    });
  return {
    thread,
    inputs: agent.inputs,
    rest,
    async say(text) {
      const { outcome, error } = await thread.send(text);
      if (outcome === "error") throw error;
    },
    said: () => {
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
      if (!call) throw new Error(`There is no call of ${name}.`);
      return { id: call.id, args: JSON.parse(call.function.arguments) };
    },
  };
}

/** Answers everything that is open, in order; `undefined` cancels. */
export async function answer({ thread, rest }: Talk, ...payloads: unknown[]): Promise<void> {
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
  await rest();
}

/** What the calls of one tool came to, in order. */
export function resultsIn({ thread }: Talk, name: string): readonly unknown[] {
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

/** The steps of a scene without its pauses; nothing when it refuses. */
export function play(
  id: string,
  input: RunAgentInput,
  attempt = 0,
): readonly ScriptStep[] | undefined {
  const { question, turn } = readConversation(input);
  const origin = "http://localhost:5173";
  const steps = scenes.get(id)?.({ input, question, turn, attempt, origin });
  if (steps === undefined) throw new Error(`There is no scene "${id}".`);
  if ("error" in steps) return undefined;
  return steps.filter((step) => !(typeof step === "object" && "delayMs" in step));
}

/** Expects what the reference implementation would leave as it is. */
export async function expectCanonical(steps: readonly ScriptStep[]): Promise<void> {
  const { events, error } = await collect(scriptedAgent(steps));
  if (error !== undefined) expect(error).toBeInstanceOf(ConnectionCut);
  // What the reference would leave out or complain of makes this differ or reject.
  const stream = from(events as BaseEvent[]).pipe(enforceEvents(), verifyEvents(), toArray());
  expect(await lastValueFrom(stream)).toEqual(events);
}

/** What the page can do, without a page. */
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
  // As much of a PNG as says what it is, and how large.
  const png = Buffer.alloc(24);
  png.write("\x89PNG\r\n\x1a\n", "latin1");
  png.writeUInt32BE(landscape.width, 16);
  png.writeUInt32BE(landscape.height, 20);
  const value = png.toString("base64");
  return [{ type: "image", source: { type: "data", value, mimeType: "image/png" } }];
}
