import { randomId } from "../../protocol/randomId.ts";
import type { Thread } from "../thread/thread.ts";
import { parseArguments } from "./executeToolCall.ts";
import { runHandler } from "./runHandler.ts";
import { type ToolOutcome, toolErrors } from "./toolResult.ts";
import type { AnyTool, ToolContext } from "./toolTypes.ts";

/** A call of a page tool by someone else than the agent of a thread. */
interface DirectCall {
  /** The thread that the handler receives. The call is no part of its conversation. */
  readonly thread: Thread;
  readonly args: unknown;
  /** Stops the call. */
  readonly signal: AbortSignal;
}

/** Validates the arguments of a call, and runs the handler of its tool. */
export async function callTool(
  tool: AnyTool,
  { thread, args, signal }: DirectCall,
): Promise<ToolOutcome> {
  const stopping = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const parsed = await Promise.race([
    parseArguments(tool, JSON.stringify(args ?? {}), () => {}),
    stopping,
  ]);
  if (!parsed || signal.aborted) return toolErrors.stopped(tool.name);
  if ("rejection" in parsed) return parsed.rejection;
  const context: ToolContext<unknown> = {
    signal,
    toolCallId: randomId(),
    thread,
    state: thread.getSnapshot().visibleState,
    // A tool cannot know the type of the state.
    setState: (next: unknown) => thread.setState(next as Parameters<typeof thread.setState>[0]),
  };
  return runHandler(tool, parsed.args, context, { stopping, onProgress() {} });
}
