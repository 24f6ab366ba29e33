import { type ReactNode, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useClass } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptProps.ts";
import { createUiMemory } from "../state/uiMemory.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { SubagentDetails } from "./SubagentDetails.tsx";
import { type SubagentFacts, useSubagentFacts } from "./useSubagentSummary.ts";

const icons: Readonly<Record<SubagentFacts["status"], IconName>> = {
  running: "arc",
  finished: "check",
  suspended: "pause",
  failed: "alert",
  unfinished: "dash",
  answered: "pause",
};

/** @internal The card itself; what is public is `Subagent`, which loads it. */
export function SubagentCard({ id }: SubagentProps): ReactNode {
  const { agentId, threadId } = useThread();
  // Another sub-agent in the same place has a state of its own.
  return <Card key={`${agentId} ${threadId} ${id}`} id={id} />;
}

function Card({ id }: SubagentProps): ReactNode {
  const className = useClass("Subagent", "agk-subagent");
  const facts = useSubagentFacts(id);
  const [isOpen, setOpen] = useOpen(id, facts?.awaited ?? "");
  if (!facts) return null;
  const { status } = facts;
  return (
    <Disclosure
      className={className}
      status={status}
      isOpen={isOpen}
      onChoice={setOpen}
      summary={
        <>
          <Icon name={icons[status]} />
          <span className="agk-subagent-name" dir="auto">
            {facts.name}
          </span>
          <span className="agk-subagent-about" dir="auto">
            {facts.error?.message ?? facts.description}
          </span>
          <Status {...facts} />
        </>
      }
    >
      {() => <SubagentDetails id={id} facts={facts} />}
    </Disclosure>
  );
}

/** How far it is: while it works, what it is at. */
function Status({ status, current, startedAt, endedAt }: SubagentFacts): ReactNode {
  const strings = useStrings();
  const tenths = Math.round(((endedAt ?? 0) - (startedAt ?? Number.POSITIVE_INFINITY)) / 100);
  const hasEnded = status === "finished" || status === "failed";
  return (
    <>
      <span className="agk-subagent-status">
        {/* Not the span itself, or it would be pushed to the end of its own direction. */}
        <bdi>{(status === "running" && current) || wordFor(status, strings)}</bdi>
      </span>
      {hasEnded && tenths > 0 && (
        <span className="agk-duration" dir="auto">
          {strings.seconds(tenths / 10)}
        </span>
      )}
    </>
  );
}

function wordFor(status: SubagentFacts["status"], { subagent, toolCall, answers }: Strings) {
  if (status === "unfinished") return toolCall.unfinished;
  return status === "answered" ? answers.waiting : subagent[status];
}

interface Kept {
  readonly isOpen: boolean;
  /** What it has opened itself for. */
  readonly awaited: string;
}

/** Also while the cards around it, or the place it is in, come and go. */
const memory = createUiMemory<Kept>();

/**
 * Whether it is open: as the person left it, until something else waits for them. It stays open when
 * they have answered, so that nothing is closed under their hands.
 */
function useOpen(id: string, awaited: string): [boolean, (isOpen: boolean) => void] {
  const { store } = useThread();
  const [kept, setKept] = useState<Kept>(
    () => memory.get(store, id) ?? { isOpen: false, awaited: "" },
  );
  if (awaited !== kept.awaited) {
    const known = ["", ...kept.awaited.split("\n")];
    const isMore = awaited.split("\n").some((one) => !known.includes(one));
    setKept({ isOpen: kept.isOpen || isMore, awaited });
  }
  useEffect(() => memory.set(store, id, kept), [store, id, kept]);
  return [kept.isOpen, (isOpen) => setKept((before) => ({ ...before, isOpen }))];
}
