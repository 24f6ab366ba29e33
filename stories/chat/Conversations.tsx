import { type ReactNode, useState } from "react";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { trip } from "../fixtures.ts";

const questions = [
  "Which of the three hotels is nearest to the river?",
  "Packing list for twelve days",
  "Trains from Porto to Faro",
];

/** Returns a short conversation about a question. */
function conversationAbout(content: string): readonly Message[] {
  return [
    { id: "q", role: "user", content },
    { id: "a", role: "assistant", content: "With pleasure." },
  ];
}

/** Renders a page with several conversations, of which one is shown. */
export function Conversations({ children }: { readonly children: ReactNode }): ReactNode {
  const [client] = useState(() => {
    const created = createAgentClient({ agent: scriptedAgent(textRun("With pleasure.")) });
    for (const question of questions)
      created.thread({ threadId: question, initialMessages: conversationAbout(question) });
    created.thread({ threadId: "trip", initialMessages: trip });
    return created;
  });
  const [shown, setShown] = useState("trip");
  return (
    <AgentProvider client={client}>
      <ThreadsProvider threadId={shown} onThreadChange={({ threadId }) => setShown(threadId)}>
        {children}
      </ThreadsProvider>
    </AgentProvider>
  );
}
