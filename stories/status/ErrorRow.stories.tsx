import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ChatSettings } from "../../src/components/settings/settings.tsx";
import { ErrorRow } from "../../src/components/status/ErrorRow.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import { AgentKitError } from "../../src/protocol/errors.ts";
import { runError, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import unreachable from "../../test/fixtures/recordings/langgraph/backend-unreachable.sse?raw";
import modelError from "../../test/fixtures/recordings/strands/llm-error.1.sse?raw";
import overloaded from "../../test/fixtures/recordings/tanstack/server-0.58/llm-error.1.sse?raw";
import recovered from "../../test/fixtures/recordings/tanstack/server-0.58/llm-error.2.sse?raw";
import { Conversation, onChatBackground, Page } from "../conversation.tsx";
import { eventsOf } from "../recordings.ts";
import { StateTable } from "../states/StateTable.tsx";
import { errorControls } from "../states/toolControls.tsx";
import { withoutNetwork } from "./runStatusScreens.tsx";

const meta = {
  title: "Chat/Errors",
  component: ErrorRow,
  decorators: [onChatBackground],
} satisfies Meta<typeof ErrorRow>;

export default meta;
type Story = StoryObj<typeof meta>;

const after = (...scripts: readonly Script[]): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={scripts} isStarted>
      <ErrorRow />
    </Conversation>
  ),
});

/** Has the agent's own message in its details. Recorded: the model of TanStack's server is overloaded. */
export const AgentFailed: Story = {
  ...after([eventsOf(overloaded)]),
  play: async ({ canvas }) => {
    await canvas.findByText("The assistant is having trouble right now.");
    await userEvent.click(canvas.getByText("Details"));
    await canvas.findByText("400 The model is overloaded");
  },
};

/** Shows a plain message, with the technical details on request. */
export const CutOff: Story = {
  ...after([runStarted()]),
  play: async ({ canvas }) => {
    await canvas.findByText("The response was cut off.");
    await userEvent.click(canvas.getByText("Details"));
  },
};

const failing = (error: AgentKitError): Pick<Story, "render"> =>
  after(() => {
    throw error;
  });

/** Shows that the agent is unreachable. */
export const NoConnection: Story = {
  ...failing(new AgentKitError("network", "fetch failed")),
  play: async ({ canvas }) => {
    await canvas.findByText(/Connection failed/);
  },
};

/** Shows that the browser is offline. */
export const Offline: Story = {
  ...NoConnection,
  ...withoutNetwork,
  play: async ({ canvas }) => {
    await canvas.findByText("You’re offline. Try again when you’re back online.");
  },
};

const reasons: readonly AgentKitError[] = [
  new AgentKitError("timeout", "Nothing came for 30 seconds."),
  new AgentKitError("incomplete-stream", "The stream ended during the run."),
  new AgentKitError("malformed-stream", "Line 3 is not JSON."),
  new AgentKitError("http-status", "429 Too Many Requests", { status: 429 }),
  new AgentKitError("http-status", "503 Service Unavailable", { status: 503 }),
  new AgentKitError("http-status", "404 Not Found", { status: 404 }),
];

/** Shows a separate message for each other error code. */
export const EveryReason: Story = {
  render: () => (
    <div style={{ display: "grid", gap: 12 }}>
      {reasons.map((error) => (
        <Conversation
          key={error.message}
          scripts={[
            () => {
              throw error;
            },
          ]}
          isStarted
        >
          <ErrorRow />
        </Conversation>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText("Details")).toHaveLength(reasons.length));
  },
};

export const SignedOut: Story = {
  ...failing(new AgentKitError("http-status", "401 Unauthorized", { status: 401 })),
  play: async ({ canvas }) => {
    await canvas.findByText(/signed out/);
    await expect(canvas.getByRole("button", { name: "Reload" })).toBeVisible();
  },
};

/** Offers to sign in where the application has a function for it. */
export const SignIn: Story = {
  ...SignedOut,
  decorators: [
    (Story) => (
      <ChatSettings onSignIn={() => {}}>
        <Story />
      </ChatSettings>
    ),
  ],
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Sign in" }));
    await canvas.findByRole("button", { name: "Try again" });
  },
};

export const NoAccess: Story = {
  ...failing(new AgentKitError("http-status", "403 Forbidden", { status: 403 })),
  play: async ({ canvas }) => {
    await canvas.findByText("You don’t have access to this assistant.");
    await expect(canvas.getByRole("button", { name: "Reload" })).toBeVisible();
  },
};

const tooLong = scriptedAgent(() => {
  throw new AgentKitError("http-status", "400: maximum context length is 8192", { status: 400 });
});

/** Offers a new chat where a `ThreadsProvider` can show one. */
export const ConversationTooLong: Story = {
  render: () => (
    <AgentProvider agent={tooLong}>
      <ThreadsProvider>
        <Page>
          <Chat />
        </Page>
      </ThreadsProvider>
    </AgentProvider>
  ),
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Write the next chapter{Enter}");
    await canvas.findByText("This conversation is too long for the assistant.");
    await expect(canvas.getByRole("button", { name: "New conversation" })).toBeVisible();
  },
};

/** Recorded: the error of Strands for an unreachable model. */
export const ModelUnreachable: Story = {
  ...after([eventsOf(modelError)]),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Try again" });
  },
};

/** Recorded: an unreachable LangGraph server fails twice, the second time without a message. */
export const ServerUnreachable: Story = {
  ...after([eventsOf(unreachable)]),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Details"));
    await canvas.findByText(/Unable to connect to LangGraph server/);
    await expect(canvas.queryByText("undefined")).toBeNull();
  },
};

/** Aligns the icon with the first line of a long message, which the text `errors.agent` shows at once. */
export const LongContent: Story = {
  render: () => (
    <Conversation
      scripts={[[runStarted(), runError(`The quota is used up: ${"E42 ".repeat(80)}`)]]}
      isStarted
    >
      <ChatSettings strings={{ errors: { agent: (message) => message } }}>
        <ErrorRow />
      </ChatSettings>
    </Conversation>
  ),
  play: async ({ canvas, canvasElement }) => {
    const text = await canvas.findByText(/quota is used up/);
    const icon = canvasElement.querySelector(".agk-error > .agk-icon")?.getBoundingClientRect();
    const [line] = text.getClientRects();
    await expect(icon?.top).toBeGreaterThan((line?.top ?? 0) - 4);
    await expect(icon?.bottom).toBeLessThan((line?.bottom ?? 0) + 4);
  },
};

export const Retried: Story = {
  ...after([eventsOf(overloaded)], [eventsOf(recovered)]),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByRole("button")).toBeNull());
  },
};

export const Narrow: Story = {
  ...CutOff,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 240 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...AgentFailed, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...AgentFailed, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={errorControls} /> };
