import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import type { AgentCapabilities } from "../src/protocol/events.ts";
import { CapableChat } from "./conversation.tsx";
import { sunOverSea } from "./fixtures.ts";

type Input = NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

interface AttachingChatProps {
  /** What the agent says it takes. */
  readonly input: Input;
  readonly width?: number;
}

/** A chat whose agent says what it can read, see and hear. */
function AttachingChat({ input, width }: AttachingChatProps): ReactNode {
  return (
    <CapableChat
      capabilities={{ multimodal: { input } }}
      answer="The sun stands low over the sea: **an evening in autumn**."
      width={width}
    />
  );
}

const meta = {
  title: "Attachments",
  component: AttachingChat,
  parameters: { layout: "fullscreen" },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachingChat>;

export default meta;
type Story = StoryObj<typeof meta>;

const picture = new File(
  [Uint8Array.from(atob(sunOverSea), (char) => char.charCodeAt(0))],
  "evening.png",
  { type: "image/png" },
);
const report = new File(["%PDF-1.4"], "The harbour in numbers, 2026, third edition.pdf", {
  type: "application/pdf",
});

/** Chooses files, as the page of the system would. */
async function attach(canvasElement: HTMLElement, ...files: File[]) {
  await within(canvasElement).findByRole("button", { name: "Attach files" });
  const field = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  await userEvent.upload(field, files, { applyAccept: false });
}

/** Waits until the picture has been read and is shown. */
async function isSeen(canvasElement: HTMLElement) {
  await waitFor(() =>
    expect(canvasElement.querySelector(".agk-attachment img")?.clientWidth).toBe(44),
  );
}

/** The buttons are there because the agent says that it takes images and sound. */
export const Offered: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Attach files" });
  },
};

/** Two files, one of them seen. */
export const Attached: Story = {
  play: async ({ canvas, canvasElement }) => {
    await attach(canvasElement, picture, report);
    await isSeen(canvasElement);
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Send" })).toHaveAttribute(
        "aria-disabled",
        "false",
      ),
    );
  },
};

/** The same, as narrow as a phone. */
export const Narrow: Story = { ...Attached, args: { width: 360 } };

/** What the agent does not take is left out, and the composer says so. */
export const Refused: Story = {
  play: async ({ canvas, canvasElement }) => {
    await attach(canvasElement, new File(["a,b"], "numbers.csv", { type: "text/csv" }), picture);
    await expect(await canvas.findByRole("alert")).toHaveTextContent("numbers.csv");
    await isSeen(canvasElement);
  },
};

/** Sent, the picture stands above the words. */
export const Sent: Story = {
  play: async ({ canvas, canvasElement }) => {
    await attach(canvasElement, picture);
    await isSeen(canvasElement);
    await userEvent.type(canvas.getByRole("textbox"), "What do you see?{Enter}");
    await canvas.findByText("an evening in autumn");
    await expect(canvas.queryByRole("list", { name: "Attachments" })).toBeNull();
  },
};

/** An agent that says that it takes no files gets none. */
export const TextOnly: Story = {
  args: { input: { image: false, audio: false, video: false, pdf: false, file: false } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: "Attach files" })).toBeNull();
  },
};
