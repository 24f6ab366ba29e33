import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, type within } from "storybook/test";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import type { DictationAdapter } from "../../../src/components/composer/dictation/dictationAdapter.ts";
import { Conversation, Page } from "../../conversation.tsx";
import { trip } from "../../fixtures.ts";
import { dictationControls } from "../../states/queueControls.tsx";
import { StateTable } from "../../states/StateTable.tsx";

/** Creates an adapter that always recognizes the same sentences and interim text. */
function createScriptedDictation(sentences: readonly string[], interim?: string): DictationAdapter {
  return {
    start: ({ signal, onInterim, onFinal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve());
        for (const sentence of sentences) onFinal(sentence);
        if (interim !== undefined) onInterim(interim);
      }),
  };
}

const refusing = (name: string): DictationAdapter => ({
  start: () => Promise.reject(new DOMException("As in the story", name)),
});

interface SpeakingProps {
  readonly adapter: DictationAdapter;
  /** Width of the page in pixels. @defaultValue the width of the window */
  readonly width?: number;
  /** Attachment options, to show the attach and record buttons beside dictation. */
  readonly attachments?: ChatProps["attachments"];
}

const meta = {
  title: "Composer/Dictation",
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: {
    adapter: createScriptedDictation(["Find me a quieter train."], "and a seat at the window"),
  },
  render: ({ adapter, width, attachments }: SpeakingProps) => (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <Conversation messages={trip}>
        <Chat dictation={adapter} attachments={attachments} />
      </Conversation>
    </Page>
  ),
} satisfies Meta<SpeakingProps>;

export default meta;
type Story = StoryObj<typeof meta>;

const press = async (canvas: ReturnType<typeof within>) => {
  const button = await canvas.findByRole("button", { name: "Dictate" });
  await userEvent.click(button);
  return button;
};

export const Offered: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Dictate" })).toBeVisible();
  },
};

/** Listens before the first word is recognized. */
export const Listening: Story = {
  args: { adapter: createScriptedDictation([]) },
  play: async ({ canvas }) => {
    await expect(await press(canvas)).toHaveAttribute("aria-pressed", "true");
    await expect(canvas.getByText(/^Listening/, { selector: "p" })).toBeVisible();
  },
};

/** Appends the interim text to the recognized text immediately. */
export const Speaking: Story = {
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(canvas.getByRole("textbox")).toHaveValue(
      "Find me a quieter train. and a seat at the window",
    );
  },
};

export const Ended: Story = {
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await press(canvas)).toHaveAttribute("aria-pressed", "false");
  },
};

export const NotAllowed: Story = {
  args: { adapter: refusing("NotAllowedError") },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("access is blocked");
  },
};

export const NoMicrophone: Story = {
  args: { adapter: refusing("NotFoundError") },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("No microphone");
  },
};

export const Offline: Story = {
  args: { adapter: refusing("NetworkError") },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await canvas.findByRole("alert")).toHaveTextContent(
      "needs an internet connection",
    );
  },
};

export const NotSupported: Story = {
  args: { adapter: refusing("NotSupportedError") },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("isn’t available in this");
  },
};

/** Keeps the recognized text after any other error. */
export const FailedWhileListening: Story = {
  args: {
    adapter: {
      start: async ({ onFinal }) => {
        onFinal("Find me a quieter train.");
        throw new DOMException("As in the story", "OperationError");
      },
    },
  },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("Dictation stopped");
    await expect(canvas.getByRole("textbox")).toHaveValue("Find me a quieter train.");
  },
};

/** Shows dictation beside the button that records audio. */
export const BesideRecording: Story = {
  args: { attachments: { record: true } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("button", { name: "Record audio" })).toBeVisible();
    await press(canvas);
  },
};

export const Narrow: Story = {
  ...BesideRecording,
  args: { attachments: { record: true }, width: 300 },
};

export const Dark: Story = { ...Speaking, globals: { theme: "dark" } };

export const RightToLeft: Story = {
  args: { adapter: createScriptedDictation(["أريد قطارا أهدأ."], "ومقعدا بجانب النافذة") },
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(canvas.getByRole("textbox")).toHaveValue("أريد قطارا أهدأ. ومقعدا بجانب النافذة");
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={dictationControls} /> };
