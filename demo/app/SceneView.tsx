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
  if (isEmpty) return null;
  return (
    <button type="button" className="quiet-button" disabled={isRunning} onClick={handleClick}>
      Start over
    </button>
  );
}
