import { ThreadProvider, useThread } from "agui-kit";
import type { ReactNode } from "react";
import { RECEPTION, WORKSHOP } from "../../desks.ts";
import type { Scene } from "../../scenes.ts";
import { Desk } from "./Desk.tsx";
import { HandOver } from "./HandOver.tsx";

/** Two agents side by side, and a conversation that can go from the first to the second. */
export function Desks({ scene }: { readonly scene: Scene }): ReactNode {
  const { threadId } = useThread();
  return (
    <div className="desks">
      <Desk
        agentId={RECEPTION}
        name="Nora"
        welcome={scene.welcome}
        suggestions={scene.suggestions}
        placeholder={scene.placeholder}
      >
        <HandOver to={WORKSHOP} />
      </Desk>
      {/* The same name of a conversation: it is another one, because the agent is. */}
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
