import { AgentProvider, ThreadProvider } from "agui-kit";
import { type ReactNode, useEffect } from "react";
import type { Scene } from "../scenes.ts";
import { agents } from "./agents.ts";
import { ConversationsProvider, useConversation } from "./Conversations.tsx";
import { Navigation } from "./Navigation.tsx";
import { SceneView } from "./SceneView.tsx";
import { PageTools } from "./tools/PageTools.tsx";
import { useScene } from "./useScene.ts";

/** So that one need not wait for long until a connection is given up. */
const patience = { attempts: 5, firstMs: 400, longestMs: 2_000 };

/** The whole page: the list of scenes, and the conversation of the chosen one. */
export function App(): ReactNode {
  const scene = useScene();
  useEffect(() => {
    document.title = `${scene.title} · agui-kit`;
  }, [scene]);
  return (
    <AgentProvider agents={agents} reconnect={patience}>
      {/* Above the scenes, because a run goes on while another scene is shown. */}
      {__AGENT_URL__ === null && <PageTools />}
      <ConversationsProvider>
        <div className="page">
          <Navigation current={scene} />
          <Current scene={scene} />
        </div>
      </ConversationsProvider>
    </AgentProvider>
  );
}

function Current({ scene }: { readonly scene: Scene }): ReactNode {
  const { target, beginAnew } = useConversation(scene.id);
  return (
    // The key keeps a draft from wandering into another scene, or into another conversation.
    <ThreadProvider key={Object.values(target).join(" ")} {...target}>
      <SceneView scene={scene} onStartOver={beginAnew} />
    </ThreadProvider>
  );
}
