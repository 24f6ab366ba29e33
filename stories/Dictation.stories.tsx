import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, type within } from "storybook/test";
import { Chat, type ChatProps } from "../src/components/chat/Chat.tsx";
import type { DictationAdapter } from "../src/components/composer/dictation/adapter.ts";
import { Conversation, Page } from "./conversation.tsx";
import { trip } from "./fixtures.ts";

/** Hears the same each time: sentences, and what is still being said. */
function hearing(sentences: readonly string[], interim?: string): DictationAdapter {
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
  /** How wide the page is, in pixels; as wide as the window when absent. */
  readonly width?: number;
  /** Whether files can be attached, and sound be recorded, beside it. */
  readonly attachments?: ChatProps["attachments"];
}

const meta = {
  title: "Dictation",
  parameters: { layout: "fullscreen" },
  args: { adapter: hearing(["Find me a quieter train."], "and a seat at the window") },
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

/** Nothing has been said yet. */
export const Listening: Story = {
  args: { adapter: hearing([]) },
  play: async ({ canvas }) => {
    await expect(await press(canvas)).toHaveAttribute("aria-pressed", "true");
    await expect(canvas.getByText(/^Listening/, { selector: "p" })).toBeVisible();
  },
};

/** What is being said is there at once, behind what was said before. */
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

/** For any other reason; what was heard by then stays. */
export const BrokenOff: Story = {
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

/** Beside the button that records sound, which is something else. */
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
  args: { adapter: hearing(["أريد قطارا أهدأ."], "ومقعدا بجانب النافذة") },
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await press(canvas);
    await expect(canvas.getByRole("textbox")).toHaveValue("أريد قطارا أهدأ. ومقعدا بجانب النافذة");
  },
};
