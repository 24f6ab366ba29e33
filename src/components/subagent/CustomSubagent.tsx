import { type ComponentType, type ReactNode, useCallback, useState } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import { humanCallsOf } from "../../selectors/humanCalls.ts";
import { interruptsWithin } from "../../selectors/interruptPlacement.ts";
import { isSameCall, selectToolCall, type ToolCallView } from "../../selectors/toolCallView.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import type { SubagentProps } from "../settings/transcriptProps.ts";
import { claimOf, type Kind, RenderedItemsContext } from "../toolCall/renderedItems.ts";

/** @internal What draws a call with all that is asked about it: it draws sub-agents as well. */
export type CallComponent = ComponentType<{ readonly call: ToolCallView }>;

export interface ReplacedSubagentProps extends SubagentProps {
  readonly Card: ComponentType<SubagentProps>;
  readonly Call: CallComponent;
}

const NOTHING: readonly string[] = [];

/**
 * @internal What the application draws in place of a sub-agent's card, and beside it what that card
 * would have asked a person: nothing goes on before it is answered, whatever is drawn of the rest.
 */
export function CustomSubagent({ id, Card, Call }: ReplacedSubagentProps): ReactNode {
  const [claimed, setClaimed] = useState(NOTHING);
  const claim = useCallback((what: string) => {
    setClaimed((before) => [...before, what]);
    return () => setClaimed((before) => before.filter((_, at) => at !== before.indexOf(what)));
  }, []);
  const isShown = (kind: Kind) => (one: string) => claimed.includes(claimOf(kind, one));
  const isInside = isShown("subagent");
  const calls = useSnapshot(
    (snapshot) => humanCallsOf(snapshot, id, isInside).filter((one) => !isShown("call")(one)),
    haveSameItems,
  );
  const asked = useSnapshot(
    (snapshot) =>
      interruptsWithin(snapshot, id, isInside).filter(
        // What is asked about a call is shown with that.
        ({ id, toolCallId = "" }) => !isShown("interrupt")(id) && !calls.includes(toolCallId),
      ),
    haveSameItems,
  );
  return (
    <>
      <RenderedItemsContext.Provider value={claim}>
        <Card id={id} />
      </RenderedItemsContext.Provider>
      {calls.map((one) => (
        <AskedCall key={one} id={one} Call={Call} />
      ))}
      <InterruptList interrupts={asked} />
    </>
  );
}

function AskedCall({ id, Call }: Pick<ReplacedSubagentProps, "id" | "Call">): ReactNode {
  const call = useSnapshot((snapshot) => selectToolCall(snapshot, id), isSameCall);
  return call && <Call call={call} />;
}
