import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, spyOn, userEvent, waitFor } from "storybook/test";
import { Chat, type ChatProps } from "../../src/components/chat/Chat.tsx";
import { MessageActions } from "../../src/components/message/MessageActions.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter, Page } from "../conversation.tsx";
import { arabicTrip, halfAnAnswer, sunOverSea, trip } from "../fixtures.ts";
import { actionControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const all = ["copy", "edit", "regenerate", "readAloud", "feedback", "export"] as const;

const meta = {
  title: "Messages/Message actions",
  component: MessageActions,
  // A placeholder: the transcript passes the message.
  args: { message: { id: "u1", role: "user", content: "" } },
  argTypes: { message: { control: false }, actions: { control: "check", options: all } },
  render: ({ actions }) => <Talk messageActions={actions} />,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof MessageActions>;

export default meta;
type Story = StoryObj<typeof meta>;
type Canvas = Parameters<NonNullable<Story["play"]>>[0]["canvas"];

interface TalkProps extends ChatProps {
  readonly messages?: readonly Message[];
  readonly isRunning?: boolean;
  readonly width?: number;
}

function Talk({ messages = short, isRunning, width, ...props }: TalkProps): ReactNode {
  const [thread] = useState(() => {
    const newThread = createThread({
      agent: scriptedAgent(
        isRunning
          ? hangAfter(...halfAnAnswer())
          : textRun("Or take the tram to Belém.", { messageId: "a9" }),
      ),
      initialMessages: messages,
    });
    if (isRunning) void newThread.run();
    return newThread;
  });
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </Page>
  );
}

const short: readonly Message[] = [
  { id: "u1", role: "user", content: "A quiet morning in Lisbon, please" },
  {
    id: "a1",
    role: "assistant",
    content: "Take the **first ferry** to Cacilhas and walk along the river.",
  },
];

const withPicture: readonly Message[] = [
  {
    id: "u1",
    role: "user",
    content: [
      { type: "text", text: "Where is this?" },
      { type: "image", source: { type: "data", value: sunOverSea, mimeType: "image/png" } },
    ],
  },
  ...short.slice(1),
];

/** Timeout for a story that creates its first branch. */
const loading = { timeout: 5_000 };

const find = (canvas: Canvas, name: string) => canvas.findByRole("button", { name }, loading);
const findEdit = (canvas: Canvas) => find(canvas, "Edit message");

/** Waits until the buttons are rendered. */
const ready: Story["play"] = async ({ canvas }) => {
  await findEdit(canvas);
};

export const Default: Story = { play: ready };

export const All: Story = { args: { actions: all }, play: ready };

export const None: Story = {
  render: () => <Talk messageActions={false} />,
  play: async ({ canvas }) => {
    await canvas.findByText("first ferry");
    await expect(canvas.queryByRole("button", { name: "Copy message" })).toBeNull();
  },
};

export const Running: Story = {
  render: ({ actions }) => <Talk isRunning messageActions={actions} />,
  play: async ({ canvas }) => {
    await waitFor(async () =>
      expect(await findEdit(canvas)).toHaveAttribute("aria-disabled", "true"),
    );
  },
};

export const Copied: Story = {
  play: async ({ canvas }) => {
    await findEdit(canvas);
    const [copy] = canvas.getAllByRole("button", { name: "Copy message" });
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async () => {} },
      configurable: true,
    });
    if (copy) await userEvent.click(copy);
    await find(canvas, "Copied");
  },
};

export const NotCopied: Story = {
  play: async ({ canvas }) => {
    await findEdit(canvas);
    const [, copy] = canvas.getAllByRole("button", { name: "Copy message" });
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: () => Promise.reject(new Error("Not allowed")) },
      configurable: true,
    });
    if (copy) await userEvent.click(copy);
    await expect(await canvas.findByRole("alert")).toBeVisible();
  },
};

export const Rated: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await find(canvas, "Good response"));
    await waitFor(async () =>
      expect(await find(canvas, "Good response")).toHaveAttribute("aria-pressed", "true"),
    );
  },
};

/** Replaces the "Read aloud" button by "Stop reading" during the playback. */
export const Reading: Story = {
  // The stubbed voice never finishes speaking.
  beforeEach: () => {
    spyOn(speechSynthesis, "speak").mockImplementation(() => {});
  },
  play: async ({ canvas }) => {
    const button = await find(canvas, "Read aloud");
    const speaker = button.innerHTML;
    await userEvent.click(button);
    const stop = await find(canvas, "Stop reading");
    await expect(speechSynthesis.speak).toHaveBeenCalled();
    await expect(stop.innerHTML).not.toBe(speaker);
    await expect(canvas.queryByRole("button", { name: "Read aloud" })).toBeNull();
  },
};

/** Shows an error when the browser's voice is missing or fails, and allows another try. */
export const NotReadAloud: Story = {
  beforeEach: () => {
    spyOn(speechSynthesis, "speak").mockImplementation((utterance) => {
      const error = "synthesis-failed";
      utterance.dispatchEvent(new SpeechSynthesisErrorEvent("error", { error, utterance }));
    });
  },
  play: async ({ canvas }) => {
    await userEvent.click(await find(canvas, "Read aloud"));
    const alert = await canvas.findByRole("alert");
    await waitFor(() => expect(alert).toHaveTextContent("Couldn’t read this aloud."));
    await find(canvas, "Read aloud");
  },
};

export const Editing: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await findEdit(canvas));
    const field = await canvas.findByRole("textbox", { name: "Edit message" });
    await expect(field).toHaveFocus();
    // The field replaces the text.
    await expect(
      canvas.getByText("A quiet morning in Lisbon, please", { selector: ".agk-bubble" }),
    ).not.toBeVisible();
  },
};

export const EditingWithPicture: Story = {
  render: ({ actions }) => <Talk messages={withPicture} messageActions={actions} />,
  play: async ({ canvas }) => {
    await userEvent.click(await findEdit(canvas));
    await expect(await canvas.findByRole("img")).toBeVisible();
  },
};

export const Versions: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await find(canvas, "Regenerate"));
    await canvas.findByRole("group", { name: "Version 2 of 2" }, loading);
    await find(canvas, "Regenerate");
  },
};

export const EditedVersions: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await findEdit(canvas));
    await userEvent.keyboard(" and cheap{Enter}");
    await canvas.findByRole("group", { name: "Version 2 of 2" }, loading);
    await find(canvas, "Regenerate");
  },
};

export const LongContent: Story = {
  render: ({ actions }) => <Talk messages={trip} messageActions={actions} />,
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getAllByRole("button", { name: "Edit message" })).toHaveLength(2),
    );
  },
};

export const Narrow: Story = {
  args: { actions: all },
  render: ({ actions }) => <Talk width={300} messageActions={actions} />,
  play: ready,
};

export const NarrowEditing: Story = {
  render: ({ actions }) => <Talk width={300} messageActions={actions} />,
  play: async ({ canvas }) => {
    await userEvent.click(await findEdit(canvas));
  },
};

export const Dark: Story = { ...Rated, globals: { theme: "dark" } };

export const DarkEditing: Story = { ...Editing, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: { actions: all },
  render: ({ actions }) => <Talk messages={arabicTrip} messageActions={actions} />,
  globals: { direction: "rtl" },
  play: ready,
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={actionControls} /> };
