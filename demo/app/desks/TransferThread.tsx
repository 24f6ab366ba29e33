import { useAgentRun, useClient, useSnapshot, useThread } from "agui-kit";
import { type ReactNode, useId } from "react";

/**
 * Hands the nearest thread's conversation over to another agent, and again whenever it has grown.
 */
export function TransferThread({ to }: { readonly to: string }): ReactNode {
  const client = useClient();
  const thread = useThread();
  const noteId = useId();
  const target = { agentId: to, threadId: thread.threadId };
  const { isRunning } = useAgentRun();
  const { isRunning: isOtherRunning } = useAgentRun(target);
  const own = useSnapshot(selectIds, isSame);
  const theirs = useSnapshot(selectIds, isSame, target);
  const isTheirOwn = theirs.length > 0 && theirs[0] !== own[0];
  const isHandedOver = theirs.length > 0 && !isTheirOwn;
  const isAllThere = isHandedOver && own.every((id) => theirs.includes(id));
  const isReady = own.length > 0 && !isTheirOwn && !isAllThere && !isRunning && !isOtherRunning;
  const note = isTheirOwn
    ? "Theo has his own conversation, which would be lost. Start over to hand over this one."
    : isHandedOver && !isAllThere && !isRunning
      ? isOtherRunning
        ? "Theo is still responding."
        : "Theo starts again with the latest conversation."
      : undefined;
  const handleClick = () => {
    if (isReady) void client.transferThread(thread, to).run();
  };
  return (
    <>
      <button
        type="button"
        className="transfer"
        // Not `disabled`, which would remove the focus from the pressed button.
        aria-disabled={!isReady}
        aria-describedby={noteId}
        onClick={handleClick}
      >
        {isAllThere ? "Handed to Theo" : isHandedOver ? "Hand over again" : "Hand over to Theo"}
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={isAllThere ? "m4.500 10.500 3.500 3.500 7.500-8" : "M4 10h12M11 5l5 5-5 5"} />
        </svg>
      </button>
      <p className="transfer-note" id={noteId} role="status">
        {note}
      </p>
    </>
  );
}

function selectIds({ messages }: { readonly messages: readonly { readonly id: string }[] }) {
  return messages.map(({ id }) => id);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
