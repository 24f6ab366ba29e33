import type { ReactNode } from "react";
import {
  type AgentClient,
  AgentProvider,
  Chat,
  createAgentClient,
  Welcome,
} from "../../src/index.ts";
import { scriptedAgent } from "../../src/testing.ts";
import { capabilities, type Screenshot, suggestions } from "./screenshots.ts";

/** Creates the client of a picture. */
export function createShopClient({ script = [] }: Screenshot): AgentClient {
  return createAgentClient({
    agent: { ...scriptedAgent(script), getCapabilities: async () => capabilities },
  });
}

/** Renders the chat of a picture. */
export function ShopChat({ client }: { readonly client: AgentClient }): ReactNode {
  return (
    <AgentProvider client={client}>
      <Chat
        title="Shop assistant"
        welcome={
          <Welcome
            title="Good morning, Nora"
            text="I know your orders, products and customers. How can I help?"
          />
        }
        suggestions={suggestions}
      />
    </AgentProvider>
  );
}
