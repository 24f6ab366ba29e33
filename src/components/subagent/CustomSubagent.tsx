import { type ComponentType, type ReactNode, useCallback, useState } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { interruptsWithin } from "../../selectors/interruptPlacement.ts";
import { subagentIdOf, subagentIndexOf } from "../../selectors/subagentIndex.ts";
import { isSameCall, selectToolCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import type { SubagentProps } from "../settings/transcriptPartProps.ts";
import {
  type RenderedItemKind,
  RenderedItemsContext,
  renderedItemKey,
} from "../toolCall/renderedItems.ts";

/** @internal Renders a tool call with its interrupts and sub-agents. */
export type CallComponent = ComponentType<{ readonly call: ToolCallView }>;

interface CustomSubagentProps extends SubagentProps {
  /** Component of the application. */
  readonly Card: ComponentType<SubagentProps>;
  readonly Call: CallComponent;
}

const NONE: readonly string[] = [];

/**
 * @internal Renders an application's component instead of a sub-agent's card. Adds the interrupts and
 * the tool calls for the user that the component does not render: the run cannot continue without them.
 */
export function CustomSubagent({ id, Card, Call }: CustomSubagentProps): ReactNode {
  const [claims, setClaims] = useState(NONE);
  const addClaim = useCallback((claim: string) => {
    setClaims((latest) => [...latest, claim]);
    return () =>
      setClaims((latest) => latest.filter((_, index) => index !== latest.indexOf(claim)));
  }, []);
  const isRendered = (kind: RenderedItemKind) => (itemId: string) =>
    claims.includes(renderedItemKey(kind, itemId));
  const isSubagentRendered = isRendered("subagent");
  const callIds = useSnapshot(
    (snapshot) =>
      humanCallsOf(snapshot, id, isSubagentRendered).filter(
        (callId) => !isRendered("call")(callId),
      ),
    haveSameItems,
  );
  const interrupts = useSnapshot(
    (snapshot) =>
      interruptsWithin(snapshot, id, isSubagentRendered).filter(
        // The component of a call renders the interrupts about that call.
        ({ id, toolCallId = "" }) => !isRendered("interrupt")(id) && !callIds.includes(toolCallId),
      ),
    haveSameItems,
  );
  return (
    <>
      <RenderedItemsContext.Provider value={addClaim}>
        <Card id={id} />
      </RenderedItemsContext.Provider>
      {callIds.map((callId) => (
        <PendingCall key={callId} id={callId} Call={Call} />
      ))}
      <InterruptList interrupts={interrupts} />
    </>
  );
}

function PendingCall({ id, Call }: Pick<CustomSubagentProps, "id" | "Call">): ReactNode {
  const call = useSnapshot((snapshot) => selectToolCall(snapshot, id), isSameCall);
  return call && <Call call={call} />;
}

/**
 * Returns the ids of calls that the user was asked to answer, answered or not. They are calls of a sub-agent and of
 * the sub-agents in its card.
 *
 * @param isExcluded - True for a sub-agent that does not count, with the sub-agents in its card.
 */
function humanCallsOf(
  snapshot: Snapshot,
  id: string,
  isExcluded: (id: string) => boolean,
): readonly string[] {
  return Object.entries(snapshot.toolCalls).flatMap(([call, { inputRequestedAt, messageId }]) => {
    let ancestor =
      inputRequestedAt === undefined ? undefined : subagentIdOf(findMessage(snapshot, messageId));
    while (ancestor !== undefined && !isExcluded(ancestor)) {
      if (ancestor === id) return call;
      ancestor = subagentIndexOf(snapshot).containerOf.get(ancestor);
    }
    return [];
  });
}
