import { findToolCall } from "../../reducer/lookup.ts";
import { setProgress, setWaiting } from "../../reducer/toolUpdates.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { ClientCall } from "./clientCalls.ts";
import { validateArgs } from "./parameters.ts";
import { runHandler } from "./runHandler.ts";
import { type ToolResult, toolErrors } from "./toolResult.ts";
import type { AnyTool, ToolContext } from "./types.ts";

/** How work learns that the person stopped it. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves when the signal aborts. */
  readonly stopping: Promise<void>;
}

/** What became of the arguments: what the handler gets, or the answer they come to. */
type Checked = { readonly args: unknown } | { readonly refusal: ToolResult };

async function check(tool: AnyTool, { name, args: text }: ClientCall): Promise<Checked> {
  let args: unknown;
  try {
    // Some models send nothing at all for a tool without parameters.
    args = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    return { refusal: toolErrors.invalidJson(name, error) };
  }
  try {
    const checked = await validateArgs(tool.parameters, args);
    return checked.problems
      ? { refusal: toolErrors.invalidArgs(name, checked.problems) }
      : { args: checked.args };
  } catch (error) {
    // A schema's own code threw, or its validator could not be loaded.
    return { refusal: toolErrors.failed(name, error) };
  }
}

/**
 * Works on one call of this page until it has its answer, or a person has been asked for one.
 *
 * @returns The answer; none when a person is asked, or has answered already.
 */
export async function executeToolCall(
  internals: ThreadInternals,
  call: ClientCall,
  { signal, stopping }: StopSignal,
): Promise<ToolResult | undefined> {
  const { id, name } = call;
  const { getSnapshot, commit } = internals;
  const tools = internals.tools.all();
  const tool = tools.get(name);
  if (!tool) return toolErrors.unknownTool(name, [...tools.keys()]);
  if (tool.available === false) return toolErrors.unavailable(name);
  const checked = await Promise.race([check(tool, call), stopping]);
  if (!checked || signal.aborted) return toolErrors.stopped(name);
  if ("refusal" in checked) return checked.refusal;
  if (!tool.handler) {
    const isAsked = findToolCall(getSnapshot(), id)?.info.status === "pending";
    if (isAsked) commit(setWaiting(getSnapshot(), id, internals.now()), "now");
    return undefined;
  }
  const thread = internals.thread();
  const context: ToolContext<unknown> = {
    signal,
    toolCallId: id,
    thread,
    state: getSnapshot().visibleState,
    // A tool cannot know the shape of the state; what it sets is its own word.
    setState: (next: unknown) => thread.setState(next as Parameters<typeof thread.setState>[0]),
  };
  return runHandler(tool, checked.args, context, {
    stopping,
    onProgress: (progress) => commit(setProgress(getSnapshot(), id, progress), "frame"),
  });
}
