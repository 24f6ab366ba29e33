import { type ComponentType, type ReactNode, useCallback, useState } from "react";
import { interruptsWithin } from "../hooks/interruptRecords.ts";
import { haveSameItems, useSnapshot } from "../hooks/useSnapshot.ts";
import { Interrupts } from "./Interrupts.tsx";
import type { SubagentProps } from "./settings.tsx";
import { ClaimContext, claimOf } from "./shownHere.ts";

interface ReplacedSubagentProps extends SubagentProps {
  readonly Card: ComponentType<SubagentProps>;
}

const NOTHING: readonly string[] = [];

/**
 * @internal What the application draws in place of a sub-agent's card, and beside it what that card
 * would have asked a person: nothing goes on before it is answered, whatever is drawn of the rest.
 */
export function ReplacedSubagent({ id, Card }: ReplacedSubagentProps): ReactNode {
  const [claimed, setClaimed] = useState(NOTHING);
  const claim = useCallback((what: string) => {
    setClaimed((before) => [...before, what]);
    return () => setClaimed((before) => before.filter((_, at) => at !== before.indexOf(what)));
  }, []);
  const asked = useSnapshot(
    (snapshot) =>
      interruptsWithin(snapshot, id, (one) => claimed.includes(claimOf("subagent", one))).filter(
        (record) => !claimed.includes(claimOf("interrupt", record.id)),
      ),
    haveSameItems,
  );
  return (
    <>
      <ClaimContext.Provider value={claim}>
        <Card id={id} />
      </ClaimContext.Provider>
      <Interrupts of={asked} />
    </>
  );
}
