import { AgentProvider, ThreadProvider } from "agui-kit";
import { type ReactNode, useEffect } from "react";
import type { Scene } from "../scenes.ts";
import { agents } from "./agents.ts";
import { ConversationsProvider, useConversation } from "./Conversations.tsx";
import { Navigation } from "./Navigation.tsx";
import { SceneView } from "./SceneView.tsx";
import { PageTools } from "./tools/PageTools.tsx";
import { useScene } from "./useScene.ts";

/** Retry delays so short that a lost connection fails within seconds. */
const reconnectOptions = { attempts: 5, firstMs: 400, longestMs: 2_000 };

/** Renders the list of scenes and the conversation of the chosen scene. */
export function App(): ReactNode {
  const scene = useScene();
  useEffect(() => {
    document.title = `${scene.title} · agui-kit`;
  }, [scene]);
  return (
    <AgentProvider agents={agents} reconnect={reconnectOptions}>
      {/* Above the scenes, because runs continue while another scene is shown. */}
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
  const { target, startOver } = useConversation(scene.id);
  return (
    // The key keeps a draft out of other scenes and conversations.
    <ThreadProvider key={Object.values(target).join(" ")} {...target}>
      <SceneView scene={scene} onStartOver={startOver} />
    </ThreadProvider>
  );
}
