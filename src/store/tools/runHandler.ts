import { printHint } from "../../protocol/developmentHint.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { unref } from "../../protocol/runtime.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { type ToolOutcome, toolErrors, toResult } from "./toolResult.ts";
import type { AnyTool, ToolContext, ToolHandler } from "./toolTypes.ts";

/** Environment variables of Node, which bundlers replace in browser builds. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

function isAsyncIterator(value: unknown): value is AsyncIterator<unknown, unknown, undefined> {
  return isRecord(value) && typeof value.next === "function" && Symbol.asyncIterator in value;
}

/** Returns the result of a tool that threw, and prints the error in development. */
export function toFailure(tool: AnyTool, error: unknown): ToolOutcome {
  const failure = toolErrors.failed(tool.name, error);
  // Not per tool: a component that mounts again registers another object.
  printHint("tool-threw", toFailure, [tool.name, failure.error ?? ""], error);
  return failure;
}

interface HandlerRun {
  /** Resolves when the signal of the context aborts. */
  readonly stopping: Promise<void>;
  /** Called with every value that an async generator yields. */
  readonly onProgress: (progress: unknown) => void;
}

/**
 * Runs the handler of a tool until it settles or the signal aborts. A handler that ignores the
 * signal is not waited for.
 */
export async function runHandler(
  tool: AnyTool,
  args: unknown,
  context: ToolContext<unknown>,
  { stopping, onProgress }: HandlerRun,
): Promise<ToolOutcome> {
  const { name, handler } = tool;
  const { signal } = context;
  // The arguments were validated by the tool's schema.
  const run = handler as ToolHandler<unknown, unknown, unknown>;
  let iterator: AsyncIterator<unknown, unknown, undefined> | undefined;

  async function work(): Promise<ToolOutcome> {
    const returned = await run(args, context);
    if (!isAsyncIterator(returned)) return toResult(name, returned);
    iterator = returned;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return toResult(name, value);
      if (!signal.aborted) onProgress(value);
    }
  }

  try {
    return await Promise.race([stopping.then(() => toolErrors.stopped(name)), work()]);
  } catch (error) {
    return signal.aborted ? toolErrors.stopped(name) : toFailure(tool, error);
  } finally {
    // An abandoned generator may throw or never settle.
    if (signal.aborted) new Promise((resolve) => resolve(iterator?.return?.())).catch(() => {});
  }
}

/** Delay before the hint at a handler that may wait for a queued message, in milliseconds. */
const HINT_MS = 5000;

/**
 * In development, hints at a handler that is still running when a message sent meanwhile has been queued for a while. A
 * handler that awaits the message never ends, because queued messages are sent after the run.
 */
export function hintAtWaitingHandler(internals: ThreadInternals, messageId: string): void {
  try {
    // Bundlers replace exactly this expression, so a production build drops the timer.
    if (process.env.NODE_ENV !== "production") hintWhenStillQueued(internals, messageId);
  } catch {
    // A browser that runs the sources without a bundler has no `process`.
  }
}

function hintWhenStillQueued(
  { queued, getBaseSnapshot, options }: ThreadInternals,
  messageId: string,
): void {
  const runningCall = (id: string) => {
    const call = findToolCall(getBaseSnapshot(), id);
    return call?.info.status === "running" ? call.toolCall : undefined;
  };
  const callIds = getBaseSnapshot().run.pendingToolCallIds.filter(runningCall);
  const hint = () => {
    const call = queued.has(messageId) && callIds.map(runningCall).find(Boolean);
    if (call) printHint("queued-send", options.agent, [call.function.name]);
  };
  if (callIds.length > 0) unref(setTimeout(hint, HINT_MS));
}
