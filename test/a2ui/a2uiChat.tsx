import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type A2uiOptions, a2ui } from "../../src/a2ui/useA2ui.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import type { ChatSettingsProps } from "../../src/components/settings/settings.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput, Message } from "../../src/protocol/events.ts";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { surfaceActivity } from "./fixtures.ts";

interface ChatOptions extends A2uiOptions {
  readonly agent?: Agent;
  readonly messages?: readonly Message[];
  readonly forwardedProps?: object;
  readonly settings?: ChatSettingsProps;
}

/** Renders a chat with surfaces, and returns its thread. */
export function renderSurfaces({
  agent = scriptedAgent(textRun("Hello.")),
  messages = [],
  forwardedProps,
  settings,
  ...options
}: ChatOptions) {
  const client = createAgentClient({ agent, ...(forwardedProps && { forwardedProps }) });
  const thread = client.thread({ threadId: "t1", initialMessages: messages });
  const element = () => (
    <AgentProvider client={client} plugins={[a2ui(options)]}>
      <ThreadProvider threadId="t1">
        <Chat {...settings} />
      </ThreadProvider>
    </AgentProvider>
  );
  const view = render(element());
  return {
    thread,
    user: userEvent.setup(),
    ...view,
    renderAgain: () => view.rerender(element()),
  };
}

/** Renders a chat with a surface of these operations. */
export function renderSurface(
  operations: readonly object[],
  options: Omit<ChatOptions, "messages"> = {},
) {
  return renderSurfaces({ ...options, messages: [surfaceActivity("a2ui-surface-c1", operations)] });
}

export const activitySnapshot = (messageId: string, content: object): EventInput => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId,
  activityType: "a2ui-surface",
  content: { ...content },
});
