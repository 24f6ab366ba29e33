import { type ReactNode, useEffect, useState } from "react";
import { useReviewDocument } from "../../demo/app/document/useReviewDocument.tsx";
import { ExampleView } from "../../demo/app/ExampleView.tsx";
import { useResearchCards } from "../../demo/app/research/useResearchCards.tsx";
import { scriptedExamples } from "../../demo/examples/scriptedExamples.ts";
import { capabilities } from "../../demo/server/capabilities.ts";
import { type ExampleScript, readConversation } from "../../demo/server/exampleScript.ts";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { useThread } from "../../src/hooks/providers/useThread.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { ScriptStep } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { Page } from "../conversation.tsx";
import "../../demo/styles/example.css";
import "../../demo/styles/cards.css";
import "../../demo/styles/recipe.css";
import "../../demo/styles/edits.css";
import "../../demo/styles/document.css";
import "../../demo/styles/research.css";
import "../../demo/styles/reasoning.css";
import "../../demo/styles/usage.css";
import "../../demo/styles/orders.css";
import "../../demo/styles/notice.css";
import "../../demo/styles/feedback.css";
import "../../demo/styles/desks.css";

export interface ExampleStoryProps {
  /** Id of an example of the demo. */
  readonly id: string;
  /** Script of the example's agent. */
  readonly script: ExampleScript;
  /** Scripts of the example's other agents, by name. */
  readonly others?: Readonly<Record<string, ExampleScript>>;
  /** Message sent on mount. */
  readonly message?: string;
  /** True to stream at typing speed. @defaultValue false */
  readonly isPaced?: boolean;
}

/** Renders an example of the demo with agents in the browser instead of an HTTP server. */
export function ExampleStory(props: ExampleStoryProps): ReactNode {
  const { id, script, others = {}, message, isPaced = false } = props;
  const [threadId, setThreadId] = useState("story");
  const example = scriptedExamples.find((one) => one.id === id);
  const [agents] = useState(() =>
    Object.fromEntries(
      Object.entries({ [id]: script, ...others }).map(([name, script]) => [
        name,
        playing(name, script, isPaced),
      ]),
    ),
  );
  return (
    <AgentProvider agents={agents}>
      <ThreadProvider agentId={id} threadId={threadId}>
        <Page blockSize="100dvh" display="grid">
          <Tools />
          {threadId === "story" && <First message={message} />}
          {example && (
            <ExampleView
              key={threadId}
              example={example}
              onStartOver={() => setThreadId("again")}
            />
          )}
        </Page>
      </ThreadProvider>
    </AgentProvider>
  );
}

function playing(name: string, script: ExampleScript, isPaced: boolean): Agent {
  const agent = scriptedAgent((input) => {
    const steps = script({ input, ...readConversation(input), attempt: 0, origin: "" });
    if ("error" in steps) throw new Error(steps.error);
    return isPaced ? steps : steps.filter((step) => !isPause(step));
  });
  const own = capabilities.get(name);
  return own ? { ...agent, getCapabilities: async () => own } : agent;
}

function First({ message }: { readonly message: string | undefined }): null {
  const thread = useThread();
  useEffect(() => {
    // Strict mode mounts twice; the message is sent once.
    if (message !== undefined && thread.getSnapshot().messages.length === 0)
      void thread.send(message);
  }, [thread, message]);
  return null;
}

function Tools(): null {
  useReviewDocument();
  useResearchCards();
  return null;
}

function isPause(step: ScriptStep): boolean {
  return typeof step === "object" && "delayMs" in step;
}
