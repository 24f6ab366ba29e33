import {
  Chat,
  type ChatProps,
  type ReasoningVisibility,
  type ThreadTarget,
  useAgentRun,
  useMessages,
  useThread,
  Welcome,
} from "agui-kit";
import { type ReactNode, useState } from "react";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { SUGGEST } from "../orders.ts";
import type { Scene } from "../scenes.ts";
import { Desks } from "./desks/Desks.tsx";
import { DocumentPanel } from "./document/DocumentPanel.tsx";
import { DraftProvider } from "./document/DraftProvider.tsx";
import { OrdersPanel } from "./orders/OrdersPanel.tsx";
import { RatedAnswer } from "./orders/RatedAnswer.tsx";
import { ReasoningPanel } from "./ReasoningPanel.tsx";
import { RecipePanel } from "./recipe/RecipePanel.tsx";
import { StatePanel } from "./StatePanel.tsx";
import { UsagePanel } from "./usage/UsagePanel.tsx";

/** What there is beside a conversation, by the scene's id. */
const panels: Readonly<Record<string, ReactNode>> = {
  state: <RecipePanel />,
  document: <DocumentPanel />,
  usage: <UsagePanel />,
  orders: <OrdersPanel />,
  agent: <StatePanel />,
};

/** What a conversation has that the others have not, by the scene's id. */
const extras: Readonly<Record<string, Pick<ChatProps, "components" | "suggestions">>> = {
  orders: {
    components: { AssistantMessage: RatedAnswer },
    suggestions: { generate: { instruction: SUGGEST } },
  },
};

/** One scene: what there is to see, the conversation, and what goes with it beside it. */
export function SceneView({ scene }: { readonly scene: Scene }): ReactNode {
  const { threadId } = useThread();
  const [reasoning, setReasoning] = useState<ReasoningVisibility>("shown");
  const hasTwo = scene.id === RECEPTION;
  return (
    <main className="scene">
      <div className="scene-head">
        <div>
          <h1 className="scene-title">{scene.title}</h1>
          <p className="scene-about">{scene.about}</p>
        </div>
        {hasTwo ? <StartOver also={{ agentId: WORKSHOP, threadId }} /> : <StartOver />}
      </div>
      {scene.id === "reasoning" && (
        <ReasoningPanel visibility={reasoning} onChange={setReasoning} />
      )}
      {hasTwo ? (
        <Desks scene={scene} />
      ) : (
        <DraftProvider>
          {panels[scene.id]}
          <Chat
            className="scene-chat"
            label={scene.title}
            placeholder={scene.placeholder}
            reasoning={reasoning}
            welcome={<Welcome title={scene.welcome} suggestions={scene.suggestions} />}
            {...extras[scene.id]}
          />
        </DraftProvider>
      )}
    </main>
  );
}

/** Empties the conversation, and another one with it. */
function StartOver({ also }: { readonly also?: ThreadTarget }): ReactNode {
  const threads = [useThread(), useThread(also)];
  const { isRunning } = useAgentRun();
  const { isRunning: isOtherRunning } = useAgentRun(also);
  const count = useMessages().length + useMessages(also).length;
  const handleClick = () => {
    for (const thread of threads) {
      thread.setMessages([]);
      thread.resetState();
      void thread.dismissDroppedEdits();
    }
  };
  // Hidden and not absent, so that the first message moves nothing.
  return (
    <button
      type="button"
      className="start-over"
      hidden={count === 0}
      disabled={isRunning || isOtherRunning}
      title="Start over"
      onClick={handleClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 10a6 6 0 1 0 2-4.500M6 2.500v3h3" />
      </svg>
      <span>Start over</span>
    </button>
  );
}
