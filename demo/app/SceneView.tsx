import {
  Chat,
  type ReasoningVisibility,
  useAgentRun,
  useMessages,
  useThread,
  Welcome,
} from "agui-kit";
import { type ReactNode, useState } from "react";
import type { Scene } from "../scenes.ts";
import { DocumentPanel } from "./document/DocumentPanel.tsx";
import { DraftProvider } from "./document/DraftProvider.tsx";
import { ReasoningPanel } from "./ReasoningPanel.tsx";
import { RecipePanel } from "./recipe/RecipePanel.tsx";
import { StatePanel } from "./StatePanel.tsx";
import { UsagePanel } from "./usage/UsagePanel.tsx";

/** What there is beside a conversation, by the scene's id. */
const panels: Readonly<Record<string, ReactNode>> = {
  state: <RecipePanel />,
  document: <DocumentPanel />,
  usage: <UsagePanel />,
  agent: <StatePanel />,
};

/** One scene: what there is to see, the conversation, and what goes with it beside it. */
export function SceneView({ scene }: { readonly scene: Scene }): ReactNode {
  const [reasoning, setReasoning] = useState<ReasoningVisibility>("shown");
  return (
    <main className="scene">
      <div className="scene-head">
        <div>
          <h1 className="scene-title">{scene.title}</h1>
          <p className="scene-about">{scene.about}</p>
        </div>
        <StartOver />
      </div>
      {scene.id === "reasoning" && (
        <ReasoningPanel visibility={reasoning} onChange={setReasoning} />
      )}
      <DraftProvider>
        {panels[scene.id]}
        <Chat
          className="scene-chat"
          label={scene.title}
          placeholder={scene.placeholder}
          reasoning={reasoning}
          welcome={<Welcome title={scene.welcome} suggestions={scene.suggestions} />}
        />
      </DraftProvider>
    </main>
  );
}

function StartOver(): ReactNode {
  const thread = useThread();
  const { isRunning } = useAgentRun();
  const isEmpty = useMessages().length === 0;
  const handleClick = () => {
    thread.setMessages([]);
    thread.resetState();
    void thread.dismissDroppedEdits();
  };
  // Hidden and not absent, so that the first message moves nothing.
  return (
    <button
      type="button"
      className="start-over"
      hidden={isEmpty}
      disabled={isRunning}
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
