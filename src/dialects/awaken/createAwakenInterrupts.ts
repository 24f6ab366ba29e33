import type { RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asFields, asText, textIn, type WireFields } from "../wireFields.ts";

/** Prefix of the call id in the id of a suspended frontend tool call. */
const SUSPENDED = "suspend_";

/** Reason that marks an interrupt as a call of a frontend tool. */
const CLIENT_TOOL_REASON = "tanstack:client_tool_execution";

/** Converter of the end of a run, using the calls in it. */
interface AwakenInterrupts {
  onCall(event: WireFields): void;
  onResult(event: WireFields): void;
  /** Converts RUN_FINISHED to the outcome of 1.0. */
  convertRunFinished(event: WireFields): WireFields;
}

/**
 * Creates the reader of Awaken's interrupts: `outcome: "interrupt"` and one `interrupt` beside it.
 * Most name their call in their id; those of older servers have no id and belong to the last call.
 */
export function createAwakenInterrupts({ tools = [] }: RunAgentInput): AwakenInterrupts {
  const offered = new Set<unknown>(tools.map(({ name }) => `tool:${name}`));
  const waiting = new Set<string>();

  function callOf(id: string | undefined): string | undefined {
    if (id?.startsWith(SUSPENDED)) return id.slice(SUSPENDED.length);
    if (id !== undefined && waiting.has(id)) return id;
    return id === undefined ? [...waiting].at(-1) : undefined;
  }

  function toInterrupt(interrupt: WireFields): WireFields {
    const { payload, ...rest } = interrupt;
    const receivedId = asText(rest.id);
    const toolCallId = callOf(receivedId);
    const reason = asText(rest.reason) ?? "interrupt";
    // An approval may concern a frontend tool too; only a suspension requests its result.
    const isClientTool = receivedId?.startsWith(SUSPENDED) && offered.has(reason);
    const metadata = omitUndefined({ payload, reason: isClientTool ? reason : undefined });
    return omitUndefined({
      // The answer to an interrupt without an id refers to the call.
      id: receivedId ?? toolCallId ?? "",
      reason: isClientTool ? CLIENT_TOOL_REASON : reason,
      message: asText(payload) ?? textIn(asFields(payload), "message", "prompt"),
      toolCallId,
      metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    });
  }

  return {
    onCall({ toolCallId }) {
      if (typeof toolCallId === "string") waiting.add(toolCallId);
    },
    onResult({ toolCallId }) {
      if (typeof toolCallId === "string") waiting.delete(toolCallId);
    },
    convertRunFinished(event) {
      const { outcome, interrupt, ...rest } = event;
      const isBare = outcome === undefined || outcome === null;
      const isInterrupt = outcome === "interrupt" || (isBare && isRecord(interrupt));
      if (isInterrupt) {
        const interrupts = [toInterrupt(asFields(interrupt))];
        return { ...rest, outcome: { type: "interrupt", interrupts } };
      }
      if (typeof outcome === "string") return { ...rest, outcome: { type: outcome } };
      return isBare ? rest : { ...rest, outcome };
    },
  };
}
