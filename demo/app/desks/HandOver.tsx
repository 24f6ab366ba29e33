import { useAgentRun, useClient, useSnapshot, useThread } from "agui-kit";
import type { ReactNode } from "react";

/** Gives the conversation of the nearest thread to another agent, which goes on with it. */
export function HandOver({ to }: { readonly to: string }): ReactNode {
  const client = useClient();
  const thread = useThread();
  const { isRunning } = useAgentRun();
  const target = { agentId: to, threadId: thread.threadId };
  const own = useSnapshot(({ messages }) => messages[0]?.id);
  const theirs = useSnapshot(({ messages }) => messages[0]?.id, Object.is, target);
  const isHandedOver = own !== undefined && own === theirs;
  // A conversation the other one has already is not written over.
  const isReady = own !== undefined && theirs === undefined && !isRunning;
  const handleClick = () => {
    if (isReady) void client.handOver(thread, to).run();
  };
  return (
    <button
      type="button"
      className="hand-over"
      // Not `disabled`, which would take the focus away from the very button that was pressed.
      aria-disabled={!isReady}
      title={
        theirs !== undefined && !isHandedOver
          ? "Theo is in a conversation of his own. Start over to hand this one over."
          : undefined
      }
      onClick={handleClick}
    >
      {isHandedOver ? "Theo has it" : "Hand over to Theo"}
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={isHandedOver ? "m4.500 10.500 3.500 3.500 7.500-8" : "M4 10h12M11 5l5 5-5 5"} />
      </svg>
    </button>
  );
}
