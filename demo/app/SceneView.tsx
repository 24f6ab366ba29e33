import { Chat, useAgentRun, useMessages, useThread, Welcome } from "agui-kit";
import type { ReactNode } from "react";
import type { Scene } from "../scenes.ts";
import { RecipePanel } from "./RecipePanel.tsx";
import { StatePanel } from "./StatePanel.tsx";

/** One scene: what there is to see, the conversation, and the state beside it. */
export function SceneView({ scene }: { readonly scene: Scene }): ReactNode {
  return (
    <main className="scene">
      <div className="scene-head">
        <div>
          <h1 className="scene-title">{scene.title}</h1>
          <p className="scene-about">{scene.about}</p>
        </div>
        <StartOver />
      </div>
      {scene.id === "state" && <RecipePanel />}
      {scene.id === "agent" && <StatePanel />}
      <Chat
        className="scene-chat"
        label={scene.title}
        placeholder={scene.placeholder}
        welcome={<Welcome title={scene.welcome} suggestions={scene.suggestions} />}
      />
    </main>
  );
}

function StartOver(): ReactNode {
  const thread = useThread();
  const { isRunning } = useAgentRun();
  const isEmpty = useMessages().length === 0;
  const handleClick = () => {
    thread.setMessages([]);
    thread.setState({});
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
