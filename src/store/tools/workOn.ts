import { setCallStatus, setProgress } from "../../reducer/turn.ts";
import type { ThreadCore } from "../threadCore.ts";
import { checkArgs } from "./parameters.ts";
import { failures, type ToolResult } from "./results.ts";
import { runHandler } from "./runHandler.ts";
import type { AnyTool } from "./types.ts";

/** A call of this page. */
export interface TakenCall {
  readonly id: string;
  readonly name: string;
  /** As they were streamed. */
  readonly args: string;
  /** The interrupt that takes the answer in place of a tool message. */
  readonly interruptId?: string;
}

/** Takes the answer to a call, and whether the agent is to hear of it right away. */
export type TakeAnswer = (call: TakenCall, result: ToolResult, wantsMore: boolean) => void;

/** What became of the arguments: what the handler gets, or the answer they come to. */
type Checked = { readonly args: unknown } | { readonly refusal: ToolResult };

async function check(tool: AnyTool, { name, args: text }: TakenCall): Promise<Checked> {
  let args: unknown;
  try {
    // Some models send nothing at all for a tool without parameters.
    args = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    return { refusal: failures.invalidJson(name, error) };
  }
  try {
    const checked = await checkArgs(tool.parameters, args);
    return checked.problems
      ? { refusal: failures.invalidArgs(name, checked.problems) }
      : { args: checked.args };
  } catch (error) {
    // A schema's own code threw, or its validator could not be loaded.
    return { refusal: failures.failed(name, error) };
  }
}

/**
 * Works on one call of this page until it has its answer, or a person has been asked for one. A
 * call that fails is always handed back to the agent, so that it can do better.
 */
export async function workOn<TState>(
  core: ThreadCore<TState>,
  call: TakenCall,
  signal: AbortSignal,
  take: TakeAnswer,
): Promise<void> {
  const { id, name } = call;
  const { getSnapshot, commit } = core;
  const tools = core.tools.all();
  const tool = tools.get(name);
  if (!tool) return take(call, failures.unknownTool(name, [...tools.keys()]), true);
  if (tool.available === false) return take(call, failures.unavailable(name), true);
  const checked = await check(tool, call);
  if (signal.aborted) return take(call, failures.stopped(name), true);
  if ("refusal" in checked) return take(call, checked.refusal, true);
  if (!tool.handler) {
    commit(setCallStatus(getSnapshot(), [id], "waiting"), "now");
    return;
  }
  const thread = core.thread();
  const result = await runHandler(
    tool,
    checked.args,
    {
      signal,
      toolCallId: id,
      thread,
      state: getSnapshot().visibleState,
      // A tool cannot know the shape of the state; what it sets is its own word.
      setState: (next: unknown) => thread.setState(next as Parameters<typeof thread.setState>[0]),
    },
    (progress) => commit(setProgress(getSnapshot(), id, progress), "frame"),
  );
  take(call, result, result.error !== undefined || tool.followUp !== false);
}
