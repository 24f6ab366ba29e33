import type { ReactNode } from "react";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isUnsent } from "../composer/isUnsent.ts";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../suggestions/OnceButton.tsx";

/** Why the agent was not run again, and what runs it. */
export function Halted(): ReactNode {
  const { halt } = useStrings();
  // With what the last run was given, as the thread would have gone on by itself.
  const { retry } = useAgentRun();
  const reason = useSnapshot((snapshot) => {
    if (isUnsent(snapshot)) return halt.unsent;
    return snapshot.run.stopReason === "repeated-call" ? halt.repeatedCall : halt.maxSteps;
  });
  return (
    <>
      <span className="agk-label">{reason}</span>
      <OnceButton label={halt.goOn} onPress={() => retry()} />
    </>
  );
}
