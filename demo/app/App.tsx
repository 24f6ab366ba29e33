import { AgentProvider, ThreadProvider } from "agui-kit";
import { type ReactNode, useEffect } from "react";
import type { Example } from "../examples/example.ts";
import { agents } from "./agents.ts";
import { ConversationsProvider, useConversation } from "./Conversations.tsx";
import { ExampleView } from "./ExampleView.tsx";
import { Navigation } from "./Navigation.tsx";
import { PageTools } from "./tools/PageTools.tsx";
import { useExample } from "./useExample.ts";

/** Retry delays so short that a lost connection fails within seconds. */
const reconnectOptions = { attempts: 5, firstMs: 400, longestMs: 2_000 };

/** Renders the list of examples and the conversation of the chosen example. */
export function App(): ReactNode {
  const example = useExample();
  useEffect(() => {
    document.title = `${example.title} · agui-kit`;
  }, [example]);
  return (
    <AgentProvider agents={agents} reconnect={reconnectOptions}>
      {/* Above the examples, because runs continue while another example is shown. */}
      {__AGENT_URL__ === null && <PageTools />}
      <ConversationsProvider>
        <div className="page">
          <Navigation current={example} />
          <Current example={example} />
        </div>
      </ConversationsProvider>
    </AgentProvider>
  );
}

function Current({ example }: { readonly example: Example }): ReactNode {
  const { target, startOver } = useConversation(example.id);
  return (
    // The key keeps a draft out of other examples and conversations.
    <ThreadProvider key={Object.values(target).join(" ")} {...target}>
      <ExampleView example={example} onStartOver={startOver} />
    </ThreadProvider>
  );
}
