import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, fn, userEvent, waitFor } from "storybook/test";
import * as chat from "../src/components/chat/Chat.tsx?unloaded";
import * as popup from "../src/components/chat/ChatPopup.tsx?unloaded";
import * as form from "../src/components/schemaForm/SchemaForm.tsx?unloaded";
import { LoadFailed } from "../src/components/status/LoadFailed.tsx";
import { lazyPart } from "../src/components/ui/lazyPart.tsx";
import { ThreadProvider } from "../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../src/protocol/events.ts";
import { createThread } from "../src/store/thread/createThread.ts";
import type { Thread } from "../src/store/thread/thread.ts";
import type { Script } from "../src/testing/script.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { Conversation, onSurface, Page, Shop } from "./conversation.tsx";
import { weatherCall } from "./fixtures.ts";
import { payment } from "./forms.ts";

// The `?unloaded` modules have the types of their originals; only their dynamic imports fail.
const { Chat }: typeof import("../src/components/chat/Chat.tsx") = chat;
const { ChatPopup }: typeof import("../src/components/chat/ChatPopup.tsx") = popup;
const { SchemaForm }: typeof import("../src/components/schemaForm/SchemaForm.tsx") = form;

const question: Message = { id: "u1", role: "user", content: "A week by the sea, please." };

interface SceneProps {
  readonly script?: Script;
  readonly messages?: readonly Message[];
  /** Action on the thread after mount. @defaultValue runs the thread when a script is passed */
  readonly start?: (thread: Thread) => void;
  /** Content before the chat. */
  readonly children?: ReactNode;
}

/** Renders a chat in a page whose lazy imports fail, as without a network or after a deployment. */
function Scene({ script, messages = [question], start = run, children }: SceneProps): ReactNode {
  const [thread] = useState(() =>
    createThread({
      agent: scriptedAgent(script ?? []),
      initialMessages: messages,
      whenBusy: "queue",
      maxSteps: 0,
    }),
  );
  useEffect(() => {
    if (script) start(thread);
    return () => thread.stop();
  }, [thread, script, start]);
  return (
    <Page>
      <ThreadProvider thread={thread}>
        {children}
        <Chat />
      </ThreadProvider>
    </Page>
  );
}

const run = (thread: Thread) => void thread.run();

const meta = {
  title: "LoadFailed",
  component: Scene,
  parameters: { layout: "fullscreen" },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText("Couldn’t load this.")).toBeVisible());
    await expect(canvas.getByRole("button", { name: "Try again" })).toBeVisible();
  },
} satisfies Meta<typeof Scene>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows the failed content of a tool call card. */
export const ToolCall: Story = {
  args: {
    messages: [
      question,
      { id: "a1", role: "assistant", toolCalls: [weatherCall] },
      { id: "t1", role: "tool", toolCallId: weatherCall.id, content: '{"sky":"clear"}' },
    ],
  },
  play: async (context) => {
    await userEvent.click(await context.canvas.findByText(weatherCall.function.name));
    await meta.play(context);
  },
};

export const Note: Story = {
  args: { messages: [question, { id: "s1", role: "system", content: "Answer in one sentence." }] },
};

export const Form: Story = {
  decorators: [onSurface],
  render: () => <SchemaForm schema={payment} onSubmit={fn()} />,
};

/** Shows a popup whose chat fails to load when it is first opened. */
export const Popup: Story = {
  render: () => (
    <Shop>
      <Conversation>
        <ChatPopup defaultOpen />
      </Conversation>
    </Shop>
  ),
};

/** Renders a lazy component that fails to load the first time. */
function SecondTime(): ReactNode {
  const [Part] = useState(() => {
    let times = 0;
    const load = async () => {
      times += 1;
      if (times === 1) throw new TypeError("Failed to fetch");
      return () => <p>Here it is.</p>;
    };
    return lazyPart<object>(load, { Failed: LoadFailed });
  });
  return <Part />;
}

export const Retried: Story = {
  decorators: [onSurface],
  render: () => <SecondTime />,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await canvas.findByText("Here it is.");
  },
};

export const Narrow: Story = {
  ...Form,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 320 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...Form, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Form, globals: { direction: "rtl" } };
