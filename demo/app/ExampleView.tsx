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
import type { Example } from "../examples/example.ts";
import { SUGGEST } from "../orders.ts";
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
const LazyThreads = lazy(async () => ({
  default: (await import("./threads/Threads.tsx")).Threads,
}));

/** Panels beside the conversation, by example id. */
const panels: Readonly<Record<string, ReactNode>> = {
  state: <RecipePanel />,
  document: <DocumentPanel />,
  usage: <UsagePanel />,
  orders: <OrdersPanel />,
  branches: <TripPanel />,
  reconnect: <ConnectionPanel />,
  agent: <StatePanel />,
};

/** Chat props that differ from the default, by example id. */
const extras: Readonly<Record<string, Pick<ChatProps, "components" | "messageActions">>> = {
  orders: {
    components: { AssistantMessageItem: RatedAnswer },
    // The example renders its own rating buttons, which ask for a reason.
    messageActions: ["copy", "edit", "regenerate", "readAloud"],
  },
};

/** Returns what an example suggests to send; the agent of one example generates more after each answer. */
function suggestionsOf({ id, suggestions }: Example): ChatProps["suggestions"] {
  return id === "orders"
    ? { static: suggestions, generate: { instruction: SUGGEST } }
    : suggestions;
}

interface ExampleViewProps {
  readonly example: Example;
  /** Replaces the conversation with a new one. */
  readonly onStartOver: () => void;
}

/** Renders an example: its description, the conversation and the panel beside it. */
export function ExampleView({ example, onStartOver }: ExampleViewProps): ReactNode {
  const { threadId } = useThread();
  const exampleRef = useScrollToChat();
  const [reasoning, setReasoning] = useState<ReasoningVisibility>("shown");
  const hasTwo = example.id === RECEPTION;
  return (
    <main className="example" ref={exampleRef} tabIndex={-1}>
      <div className="example-head">
        <div>
          <h1 className="example-title">{example.title}</h1>
          <p className="example-about">{example.about}</p>
        </div>
        <StartOver
          onStartOver={onStartOver}
          also={hasTwo ? { agentId: WORKSHOP, threadId } : undefined}
        />
      </div>
      {example.id === "reasoning" && (
        <ReasoningPanel visibility={reasoning} onChange={setReasoning} />
      )}
      {hasTwo ? (
        <Desks example={example} />
      ) : example.id === DIALECTS ? (
        <Dialects example={example} />
      ) : example.id === "threads" ? (
        <Suspense fallback={null}>
          <LazyThreads example={example} />
        </Suspense>
      ) : (
        <DraftProvider>
          {panels[example.id]}
          <Chat
            className="example-chat"
            label={example.title}
            placeholder={example.placeholder}
            reasoning={reasoning}
            welcome={<Welcome title={example.welcome} />}
            suggestions={suggestionsOf(example)}
            {...extras[example.id]}
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
      onClick={handleClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 10a6 6 0 1 0 2-4.500M6 2.500v3h3" />
      </svg>
      <span>Start over</span>
    </button>
  );
}
