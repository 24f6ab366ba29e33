import { ThreadProvider, useThread } from "agui-kit";
import type { ReactNode } from "react";
import { RECEPTION, WORKSHOP } from "../../desks.ts";
import type { Example } from "../../examples/example.ts";
import { Desk } from "./Desk.tsx";
import { TransferThread } from "./TransferThread.tsx";

/**
 * Renders two agents side by side and a conversation that the first can hand over to the second.
 */
export function Desks({ example }: { readonly example: Example }): ReactNode {
  const { threadId } = useThread();
  return (
    <div className="desks">
      <Desk
        agentId={RECEPTION}
        name="Nora"
        welcome={example.welcome}
        suggestions={example.suggestions}
        placeholder={example.placeholder}
      >
        <TransferThread to={WORKSHOP} />
      </Desk>
      {/* The same thread id names another conversation, because the agent differs. */}
      <ThreadProvider agentId={WORKSHOP} threadId={threadId}>
        <Desk
          agentId={WORKSHOP}
          name="Theo"
          welcome="Theo repairs your bike"
          suggestions={["Do you know my bike?"]}
          next={["What will it cost?", "When is it ready?"]}
          placeholder="Ask Theo…"
        />
      </ThreadProvider>
    </div>
  );
}
