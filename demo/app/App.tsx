import { AgentProvider, ThreadProvider } from "agui-kit";
import { type ReactNode, useEffect } from "react";
import { agents } from "./agents.ts";
import { Navigation } from "./Navigation.tsx";
import { SceneView } from "./SceneView.tsx";
import { PageTools } from "./tools/PageTools.tsx";
import { useScene } from "./useScene.ts";

/** The whole page: the list of scenes, and the conversation of the chosen one. */
export function App(): ReactNode {
  const scene = useScene();
  useEffect(() => {
    document.title = `${scene.title} · agui-kit`;
  }, [scene]);
  return (
    <AgentProvider agents={agents}>
      {/* Above the scenes, because a run goes on while another scene is shown. */}
      {__AGENT_URL__ === null && <PageTools />}
      <div className="page">
        <Navigation current={scene} />
        {/* Each agent has one thread; the key keeps a draft from wandering into another scene. */}
        <ThreadProvider key={scene.id} agentId={scene.id}>
          <SceneView scene={scene} />
        </ThreadProvider>
      </div>
    </AgentProvider>
  );
}
