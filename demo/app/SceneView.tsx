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
import { lazy, type ReactNode, Suspense, useState } from "react";
import { RECEPTION, WORKSHOP } from "../desks.ts";
import { DIALECTS } from "../dialects.ts";
import { SUGGEST } from "../orders.ts";
import type { Scene } from "../scenes.ts";
import { TripPanel } from "./branches/TripPanel.tsx";
import { Desks } from "./desks/Desks.tsx";
import { Dialects } from "./dialects/Dialects.tsx";
import { DocumentPanel } from "./document/DocumentPanel.tsx";
import { DraftProvider } from "./document/DraftProvider.tsx";
import { focusComposer } from "./focusComposer.ts";
import { OrdersPanel } from "./orders/OrdersPanel.tsx";
import { RatedAnswer } from "./orders/RatedAnswer.tsx";
import { ReasoningPanel } from "./ReasoningPanel.tsx";
import { RecipePanel } from "./recipe/RecipePanel.tsx";
import { ConnectionPanel } from "./reconnect/ConnectionPanel.tsx";
import { StatePanel } from "./StatePanel.tsx";
import { UsagePanel } from "./usage/UsagePanel.tsx";
import { useScrollToChat } from "./useScrollToChat.ts";

/** Lazily loaded, because the module opens the database that stores its conversations. */
const Threads = lazy(async () => ({ default: (await import("./threads/Threads.tsx")).Threads }));

/** Panels beside the conversation, by scene id. */
const panels: Readonly<Record<string, ReactNode>> = {
  state: <RecipePanel />,
  document: <DocumentPanel />,
  usage: <UsagePanel />,
  orders: <OrdersPanel />,
  branches: <TripPanel />,
  reconnect: <ConnectionPanel />,
  agent: <StatePanel />,
};

/** Chat props that differ from the default, by scene id. */
const extras: Readonly<
  Record<string, Pick<ChatProps, "components" | "messageActions" | "suggestions">>
> = {
  orders: {
    components: { AssistantMessageItem: RatedAnswer },
    // The scene renders its own rating buttons, which ask for a reason.
    messageActions: ["copy", "edit", "regenerate", "readAloud"],
    suggestions: { generate: { instruction: SUGGEST } },
  },
};

interface SceneViewProps {
  readonly scene: Scene;
  /** Replaces the conversation with a new one. */
  readonly onStartOver: () => void;
}

/** Renders a scene: its description, the conversation and the panel beside it. */
export function SceneView({ scene, onStartOver }: SceneViewProps): ReactNode {
  const { threadId } = useThread();
  const sceneRef = useScrollToChat();
  const [reasoning, setReasoning] = useState<ReasoningVisibility>("shown");
  const hasTwo = scene.id === RECEPTION;
  return (
    <main className="scene" ref={sceneRef} tabIndex={-1}>
      <div className="scene-head">
        <div>
          <h1 className="scene-title">{scene.title}</h1>
          <p className="scene-about">{scene.about}</p>
        </div>
        <StartOver
          onStartOver={onStartOver}
          also={hasTwo ? { agentId: WORKSHOP, threadId } : undefined}
        />
      </div>
      {scene.id === "reasoning" && (
        <ReasoningPanel visibility={reasoning} onChange={setReasoning} />
      )}
      {hasTwo ? (
        <Desks scene={scene} />
      ) : scene.id === DIALECTS ? (
        <Dialects scene={scene} />
      ) : scene.id === "threads" ? (
        <Suspense fallback={null}>
          <Threads scene={scene} />
        </Suspense>
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

interface StartOverProps {
  readonly onStartOver: () => void;
  /** Another conversation that ends together with this one. */
  readonly also?: ThreadTarget | undefined;
}

/** Replaces the conversation with an empty one, without its messages, edits and usage. */
function StartOver({ onStartOver, also }: StartOverProps): ReactNode {
  const threads = [useThread(), useThread(also)];
  const { isRunning } = useAgentRun();
  const { isRunning: isOtherRunning } = useAgentRun(also);
  const count = useMessages().length + useMessages(also).length;
  const handleClick = () => {
    onStartOver();
    for (const thread of threads) thread.dispose();
    // The pressed button is no longer rendered.
    focusComposer();
  };
  // Hidden rather than unmounted, so that the first message causes no layout shift.
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
