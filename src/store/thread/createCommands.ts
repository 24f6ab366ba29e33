import type { EventOf } from "../../protocol/events.ts";
import { metaEvent } from "../../protocol/metaEvents.ts";
import { parseMessages } from "../../protocol/parseMessages.ts";
import { assertJson } from "../../protocol/toJsonValue.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import { pruneSubagents } from "../../reducer/events/subagents.ts";
import { replaceConversation } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import { reduceEvent } from "../../reducer/reduceEvents.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { createHistoryCommands } from "../history/historyCommands.ts";
import { answerInterrupts, reopenInterrupt } from "../interrupts/answerInterrupts.ts";
import { cancelBeforeBranch } from "../interrupts/cancelInterrupts.ts";
import { editQueued, moveQueued, removeQueued, sendQueued, sendWhileBusy } from "../queue/queue.ts";
import { createConnectCommand } from "../reconnect/connectCommand.ts";
import { checkRunParameters } from "../run/checkRunParameters.ts";
import type { TurnController } from "../run/turnController.ts";
import { resync } from "../sharedState/resync.ts";
import { setState } from "../sharedState/setState.ts";
import { canUndo, discardEdits, dismissDroppedEdits, undoEdit } from "../sharedState/undoEdits.ts";
import { validateState } from "../sharedState/validateState.ts";
import { answerToolCall, rerunToolCall } from "../tools/answerToolCall.ts";
import { registerTool } from "../tools/toolRegistry.ts";
import type { AnyTool } from "../tools/toolTypes.ts";
import type { Thread } from "./thread.ts";
import type { ThreadInternals } from "./threadInternals.ts";

/** Commands of a thread: the methods that change its conversation, state, queue or tools. */
type ThreadCommands = Omit<
  Thread,
  | "threadId"
  | "agentId"
  | "agent"
  | "store"
  | "getSnapshot"
  | "onSendWithInterrupts"
  | "requestOptions"
  | "request"
  | "whenBusy"
  | "subscriberCount"
  | "isStored"
  | "addContext"
  | "subscribe"
  | "dispose"
>;

/** Parts of a thread that only its commands need. */
interface CommandParts extends Pick<TurnController, "startTurn" | "retryTurn"> {
  /** Returns the snapshot that was published last. */
  readonly getPublished: () => Snapshot;
  /** Returns the latest snapshot with predictions. */
  readonly getPredicted: () => Snapshot;
}

/** Creates the commands of a thread. Errors of asynchronous commands reject their promise. */
export function createCommands(
  internals: ThreadInternals,
  { startTurn, retryTurn, getPublished, getPredicted }: CommandParts,
): ThreadCommands {
  const { options, tools, blockedBy, assertReady, stop } = internals;
  const { initialState = {} } = options;

  return {
    async send(content, sendOptions = {}) {
      checkRunParameters(sendOptions);
      const { whenBusy = options.whenBusy, ...parameters } = sendOptions;
      // Without a pending stop, an `await` would delay the rendering of the user's message.
      if (blockedBy()) await blockedBy();
      if (internals.isBusy() && !internals.isDisposed() && whenBusy && whenBusy !== "reject") {
        return sendWhileBusy(internals, content, { parameters, whenBusy });
      }
      return internals.send(content, parameters);
    },
    async run(parameters = {}) {
      checkRunParameters(parameters);
      if (blockedBy()) await blockedBy();
      internals.assertCanRun(parameters);
      if (internals.getBaseSnapshot().tracking.abandonedInterrupts.length > 0)
        await cancelBeforeBranch(internals, parameters);
      // A run that answers interrupts sends no message.
      return startTurn(
        internals.getBaseSnapshot(),
        parameters,
        parameters.resume ? undefined : "now",
      );
    },
    stop,
    async retry() {
      if (blockedBy()) await blockedBy();
      assertReady();
      return retryTurn();
    },
    ...createHistoryCommands(internals),
    ...createConnectCommand(internals),
    setMessages(next) {
      assertReady();
      const messages =
        typeof next === "function" ? next(internals.getBaseSnapshot().messages) : next;
      assertJson(messages, "messages");
      const restarted = replaceConversation(internals.getBaseSnapshot(), parseMessages(messages));
      internals.commit(pruneSubagents(restarted));
      // A later call may reuse the id of a removed one, and must not get its result.
      for (const id of internals.toolResults.keys())
        if (!getOwn(internals.getBaseSnapshot().toolCalls, id)) internals.toolResults.delete(id);
    },

    registerTool: (tool: AnyTool) => registerTool(tools, tool),
    getTool: (name) => tools.getTools().get(name),
    async answerToolCall(toolCallId, answer) {
      // A message sent in the same task starts its run first, and takes the answer along.
      await Promise.resolve();
      answerToolCall(internals, toolCallId, answer);
    },
    rerunToolCall: (toolCallId) => rerunToolCall(internals, toolCallId),
    resume: (answers) => answerInterrupts(internals, answers),
    reopenInterrupt: async (interruptId) => reopenInterrupt(internals, interruptId),

    editQueued: async (id, content) => editQueued(internals, id, content),
    moveQueued: async (id, index) => moveQueued(internals, id, index),
    removeQueued: async (id) => removeQueued(internals, id),
    sendQueued: (id) => sendQueued(internals, id),

    setState: (next, how) => setState(internals, { next, getPublished, getPredicted }, how),
    resetState: (how) =>
      setState(internals, { next: initialState, getPublished, getPredicted }, how),
    canUndoEdit: () => canUndo(internals),
    undoEdit: async () => undoEdit(internals),
    discardEdits: async () => discardEdits(internals),
    dismissDroppedEdits: async () => dismissDroppedEdits(internals),
    resync: () => resync(internals),
    validateState: (schema, pointer) => validateState(internals, { schema, pointer }),
    annotate: async (metaType: Parameters<typeof annotate>[1], payload?: object) =>
      annotate(internals, metaType, payload),
  };
}

/** Records a meta event; see `Thread.annotate`. */
function annotate(
  { getBaseSnapshot, commit, listeners, now }: ThreadInternals,
  what: string | EventOf<"CUSTOM">,
  payload: object = {},
): void {
  checkArgument("metaType", what);
  const made = typeof what === "string" ? metaEvent(what, payload) : what;
  assertJson(made.value, "payload");
  const event = { ...made, timestamp: now() };
  const before = getBaseSnapshot();
  const reduced = reduceEvent(before, event);
  // The event comes from this tab and does not confirm that the agent received the sent edits.
  const { sentEdits } = before.tracking;
  const next = { ...reduced, tracking: { ...reduced.tracking, sentEdits } };
  commit(next);
  listeners.notifyEvents([event], next);
}
