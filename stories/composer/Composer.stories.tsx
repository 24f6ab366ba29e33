import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { Composer } from "../../src/components/composer/Composer.tsx";
import type { ComposerProps } from "../../src/components/settings/composerPartProps.ts";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { memoryStorage } from "../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { Conversation, hangAfter, onChatBackground } from "../conversation.tsx";
import { halfAnAnswer } from "../fixtures.ts";
import { composerControls } from "../states/composerControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Composer/Composer",
  component: Composer,
  decorators: [onChatBackground],
  render: (args) => (
    <Conversation scripts={[hangAfter()]}>
      <Composer {...args} />
    </Conversation>
  ),
} satisfies Meta<typeof Composer>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};

export const WithDraft: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Where is my order?");
    await expect(canvas.getByRole("button")).toHaveAttribute("aria-disabled", "false");
  },
};

/** Grows with the text to eight lines, then scrolls. */
export const LongDraft: Story = {
  play: async ({ canvas }) => {
    const field = canvas.getByRole("textbox");
    await userEvent.click(field);
    await userEvent.paste(Array.from({ length: 20 }, (_, line) => `Line ${line + 1}`).join("\n"));
    await waitFor(() => expect(field.clientHeight).toBeGreaterThan(150));
    await expect(field.scrollHeight).toBeGreaterThan(field.clientHeight);
  },
};

/** Accepts the next message during a run; the button stops the run. */
export const Running: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "First{Enter}");
    await canvas.findByRole("button", { name: "Stop" });
    await userEvent.type(canvas.getByRole("textbox"), "And then");
    await expect(canvas.getByRole("textbox")).toHaveValue("And then");
  },
};

/** Stops the run when the next message is sent, as the application configured it. */
export const Interrupting: Story = {
  args: { whenBusy: "interrupt" },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "First{Enter}");
    await canvas.findByRole("button", { name: "Stop" });
    await userEvent.type(canvas.getByRole("textbox"), "No, wait");
    await expect(canvas.getByRole("button", { name: "Stop and send" })).toBeVisible();
  },
};

/** Blocks sending until the agent's question is answered. */
export const Blocked: Story = {
  render: (args) => (
    <Conversation
      isStarted
      isBlocking
      scripts={[
        [
          runStarted(),
          runFinished({
            outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
          }),
        ],
      ]}
    >
      <Composer {...args} />
    </Conversation>
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Answer the question above first" });
    await userEvent.type(canvas.getByRole("textbox"), "Never mind{Enter}");
    await expect(canvas.getByRole("alert")).toBeVisible();
  },
};

/** Renders a composer while another tab runs the agent. */
function ComposerBesideRunningTab(props: ComposerProps): ReactNode {
  const [{ here, there }] = useState(() => {
    const shared = { threadId: "shared", storage: memoryStorage() };
    const agent = scriptedAgent(hangAfter(...halfAnAnswer()));
    return {
      here: createThread({ ...shared, agent: scriptedAgent([]) }),
      there: createThread({ ...shared, agent }),
    };
  });
  useEffect(() => {
    void there.send("Where should we go on Saturday?");
    return () => there.stop();
  }, [there]);
  return (
    <ThreadProvider thread={here}>
      <Composer {...props} />
    </ThreadProvider>
  );
}

/** Keeps the text in the field while another tab runs the agent. */
export const RunningInAnotherTab: Story = {
  render: (args) => <ComposerBesideRunningTab {...args} />,
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Stop" });
    await userEvent.type(canvas.getByRole("textbox"), "Me too{Enter}");
    await expect(await canvas.findByRole("alert")).toHaveTextContent(
      "A response is running in another window.",
    );
    await expect(canvas.getByRole("textbox")).toHaveValue("Me too");
  },
};

/** Renders a composer whose thread the application has disposed. */
function DisposedThreadComposer(props: ComposerProps): ReactNode {
  const [thread] = useState(() => createThread({ agent: scriptedAgent([]) }));
  useEffect(() => thread.dispose(), [thread]);
  return (
    <ThreadProvider thread={thread}>
      <Composer {...props} />
    </ThreadProvider>
  );
}

/** Restores the message after it could not be sent. */
export const NotSent: Story = {
  render: (args) => <DisposedThreadComposer {...args} />,
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByRole("textbox"), "Where is my order?{Enter}");
    await expect(await canvas.findByRole("alert")).toHaveTextContent(
      "Message not sent. Try again.",
    );
    await expect(canvas.getByRole("textbox")).toHaveValue("Where is my order?");
    await expect(canvas.getByRole("button")).toHaveAttribute("aria-disabled", "false");
  },
};

export const Dark: Story = { ...Running, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: { placeholder: "اكتب رسالة…" },
  globals: { direction: "rtl" },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={composerControls} /> };
