import { printHint } from "../../protocol/developmentHint.ts";
import { createIssue, type NewIssue } from "../../protocol/issue.ts";
import { notValidated } from "../../protocol/issueCodes.ts";
import { isTooDeep } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { toJsonValue } from "../../protocol/toJsonValue.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { setProgress, setWaiting } from "../../reducer/toolUpdates.ts";
import { addIssues } from "../../reducer/updateSnapshot.ts";
import { isLoadFailure, type UncheckedListener } from "../jsonSchema/validate.ts";
import { addLoggedIssue } from "../thread/addLoggedIssue.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { ClientCall } from "./clientCalls.ts";
import { validateArgs } from "./parameters.ts";
import { runHandler, toFailure } from "./runHandler.ts";
import { type ToolOutcome, toolErrors } from "./toolResult.ts";
import type { AnyTool, ToolContext } from "./toolTypes.ts";

/** Signal of a stopped run, also as a promise. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves when the signal aborts. */
  readonly stopping: Promise<void>;
}

/** Validated arguments, or the result that rejects them. */
type ParsedArguments = { readonly args: unknown } | { readonly rejection: ToolOutcome };

/**
 * Parses and validates the arguments of a call.
 *
 * @param onUnchecked - Called when the arguments, or a part of them, could not be validated.
 */
export async function parseArguments(
  tool: AnyTool,
  text: string,
  onUnchecked: UncheckedListener,
): Promise<ParsedArguments> {
  const { name } = tool;
  let args: unknown;
  try {
    // Some models send an empty text or `null` for a tool without parameters.
    args = (text.trim() === "" ? null : JSON.parse(text)) ?? {};
    // Some models encode the object twice.
    if (typeof args === "string") args = parseJson(args) ?? args;
  } catch (error) {
    return { rejection: toolErrors.invalidJson(name, error) };
  }
  if (isTooDeep(args)) return { rejection: toolErrors.tooDeep(name) };
  try {
    const parsed = await validateArgs(tool.parameters, args, onUnchecked);
    return parsed.problems
      ? { rejection: toolErrors.invalidArgs(name, parsed.problems) }
      : { args: parsed.args };
  } catch (error) {
    if (isLoadFailure(error)) {
      onUnchecked(notValidated, []);
      return { args };
    }
    // Code of the application's schema threw.
    return { rejection: toFailure(tool, error) };
  }
}

/**
 * Executes one call: runs its handler, or asks the user when the tool has none.
 *
 * @returns The result; `undefined` when the user is asked, or has answered already.
 */
export async function executeToolCall(
  internals: ThreadInternals,
  call: ClientCall,
  { signal, stopping }: StopSignal,
): Promise<ToolOutcome | undefined> {
  const { id, name } = call;
  const { getBaseSnapshot, commit } = internals;
  const tools = internals.tools.getTools();
  const tool = tools.get(name);
  if (!tool) {
    printHint("unknown-tool", internals.options.agent, [name, [...tools.keys()]]);
    return toolErrors.unknownTool(name, [...tools.keys()]);
  }
  if (tool.available === false) return toolErrors.unavailable(name);
  const onUnchecked: UncheckedListener = (kind) => addLoggedIssue(internals, kind, id);
  const parsed = await Promise.race([parseArguments(tool, call.args, onUnchecked), stopping]);
  if (!parsed || signal.aborted) return toolErrors.stopped(name);
  if ("rejection" in parsed) return parsed.rejection;
  if (!tool.handler) {
    const isPending = findToolCall(getBaseSnapshot(), id)?.info.status === "pending";
    if (isPending) commit(setWaiting(getBaseSnapshot(), id, internals.now()), "now");
    return undefined;
  }
  const thread = internals.thread();
  const context: ToolContext<unknown> = {
    signal,
    toolCallId: id,
    thread,
    state: getBaseSnapshot().visibleState,
    // A tool cannot know the type of the state.
    setState: (next: unknown) => thread.setState(next as Parameters<typeof thread.setState>[0]),
  };
  return runHandler(tool, parsed.args, context, {
    stopping,
    onProgress(value) {
      const issues: NewIssue[] = [];
      const progress = toJsonValue(value, (kind, path) =>
        issues.push(createIssue(kind, undefined, path || name)),
      );
      commit(addIssues(setProgress(getBaseSnapshot(), id, progress), issues), "frame");
    },
  });
}
