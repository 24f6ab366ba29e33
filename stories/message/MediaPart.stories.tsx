import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor } from "storybook/test";
import { MediaPart } from "../../src/components/message/MediaPart.tsx";
import { onChatBackground } from "../conversation.tsx";
import { silence, sunOverSea } from "../fixtures.ts";
import { mediaControls } from "../states/mediaControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Media",
  component: MediaPart,
  decorators: [onChatBackground],
} satisfies Meta<typeof MediaPart>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Image: Story = {
  args: {
    part: {
      type: "image",
      source: { type: "data", mimeType: "image/png", value: sunOverSea },
      metadata: { filename: "sea.png" },
    },
  },
};

/** Loads a remote image after the user's click only. */
export const RemoteImage: Story = {
  args: {
    part: { type: "image", source: { type: "url", value: "https://cdn.example.com/cat.png" } },
  },
  play: async ({ canvas }) => {
    const button = canvas.getByRole("button", { name: "Load image from cdn.example.com Image" });
    await expect(button).toBeVisible();
    await expect(canvas.queryByRole("img")).toBeNull();
  },
};

/** Plays the audio of a message, with the name of its file. */
export const AudioFile: Story = {
  args: {
    part: {
      type: "audio",
      source: { type: "data", mimeType: "audio/wav", value: silence },
      metadata: { filename: "gulls.wav" },
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole("group", { name: "gulls.wav" })).toBeVisible();
    await waitFor(() => expect(canvas.getByRole("slider")).toBeEnabled());
    await expect(canvas.getByText("0:00 / 0:12")).toBeVisible();
  },
};

export const AudioFileDark: Story = { ...AudioFile, globals: { theme: "dark" } };

/** Cuts a long name in its middle. */
export const LongName: Story = {
  args: {
    part: {
      type: "document",
      source: { type: "url", value: "https://example.com/report.pdf" },
      metadata: { filename: "The harbour in numbers, with all its ferries, 2026-11-30.pdf" },
    },
  },
};

/** Asks before it loads audio from an unknown host. */
export const Audio: Story = {
  args: {
    part: {
      type: "audio",
      source: { type: "url", value: "https://cdn.example.com/gulls.mp3" },
      metadata: { filename: "gulls.mp3" },
    },
  },
};

export const Video: Story = {
  args: {
    part: {
      type: "video",
      source: { type: "url", value: "https://cdn.example.com/harbour.mp4" },
      metadata: { filename: "harbour.mp4" },
    },
  },
};

/** Shows an error for a broken file, with a link that saves the file. */
export const Broken: Story = {
  args: {
    part: {
      type: "image",
      source: { type: "data", mimeType: "image/png", value: "bm8gcGljdHVyZQ==" },
      metadata: { filename: "sea.png" },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole("link", { name: "sea.png" })).toHaveAttribute("download");
    await expect(canvas.getByText("Couldn’t load this.")).toBeVisible();
  },
};

export const BrokenDark: Story = { ...Broken, globals: { theme: "dark" } };

export const Document: Story = {
  args: {
    part: {
      type: "document",
      source: { type: "data", mimeType: "application/pdf", value: "JVBERi0=" },
      metadata: { filename: "terms-and-conditions.pdf" },
    },
  },
};

/** Shows the name of a file that only its provider can open. */
export const ProviderFile: Story = {
  args: { part: { type: "audio", source: { type: "file", value: "file-7" } } },
};

/** Shows the controls in all their states. */
export const States: Story = {
  args: { part: { type: "image", source: { type: "data", value: "", mimeType: "image/png" } } },
  render: () => <StateTable controls={mediaControls} />,
};
