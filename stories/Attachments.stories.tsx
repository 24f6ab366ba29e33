import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { expect, spyOn, userEvent, waitFor, within } from "storybook/test";
import type { AttachmentOptions, UploadFile } from "../src/components/attachments/options.ts";
import type { AgentCapabilities } from "../src/protocol/events.ts";
import { CapableChat } from "./conversation.tsx";
import { sunOverSea } from "./fixtures.ts";

type Input = NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

interface AttachingChatProps {
  /** What the agent says it takes. */
  readonly input: Input;
  readonly width?: number;
  /** What the application says of it. */
  readonly options?: AttachmentOptions;
}

/** A chat whose agent says what it can read, see and hear. */
function AttachingChat({ input, width, options }: AttachingChatProps): ReactNode {
  return (
    <CapableChat
      capabilities={{ multimodal: { input } }}
      answer="The sun stands low over the sea: **an evening in autumn**."
      width={width}
      attachments={options}
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

/** A second of nothing, as a WAV. */
const silence = new File(
  [
    Uint8Array.from(atob("UklGRmQfAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YUAfAAA="), (char) =>
      char.charCodeAt(0),
    ),
    new Uint8Array(8000).fill(128),
  ],
  "gulls.wav",
  { type: "audio/wav" },
);

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

export const Dark: Story = { ...Attached, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Attached, globals: { direction: "rtl" } };

/** Sound is heard, and what cannot be shown is named, with its size. */
export const EveryKind: Story = {
  args: { input: { file: true } },
  play: async ({ canvasElement }) => {
    const film = new File([new Uint8Array(3_400_000)], "harbour.mp4", { type: "video/mp4" });
    const table = new File([new Uint8Array(90_000)], "numbers.csv", { type: "text/csv" });
    await attach(canvasElement, picture, silence, film, report, table);
    await isSeen(canvasElement);
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-status="ready"]').length).toBe(5),
    );
  },
};

/** An upload that is at two thirds, one that has not said how far it is, and one that has failed. */
const atTwoThirds: UploadFile = ({ name }, { onProgress }) => {
  if (name === "numbers.csv") return Promise.reject(new Error("507 Insufficient Storage"));
  if (name === "evening.png") onProgress(0.66);
  return new Promise(() => {});
};

export const Uploading: Story = {
  args: { input: { file: true }, options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    await attach(
      canvasElement,
      picture,
      report,
      new File(["a,b"], "numbers.csv", { type: "text/csv" }),
    );
    await isSeen(canvasElement);
    await canvas.findByRole("button", { name: "Upload numbers.csv again" });
    await expect(canvas.getByRole("progressbar", { name: "Uploading evening.png" })).toHaveValue(
      0.66,
    );
  },
};

export const UploadingDark: Story = { ...Uploading, globals: { theme: "dark" } };

export const UploadingRightToLeft: Story = { ...Uploading, globals: { direction: "rtl" } };

/** Sent before everything is there: it goes out by itself, and says so until then. */
export const WaitingToSend: Story = {
  args: { options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    await attach(canvasElement, picture);
    await userEvent.type(canvas.getByRole("textbox"), "What do you see?{Enter}");
    await canvas.findByText("Sent as soon as the files are ready.", { selector: "[role=status]" });
    await isSeen(canvasElement);
  },
};

/** Files are held over the chat. */
export const Dropping: Story = {
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole("button", { name: "Attach files" });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(picture);
    const chat = canvas.getByRole("region");
    const hold = () => {
      chat.dispatchEvent(
        new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }),
      );
      return chat.dataset.drop;
    };
    await waitFor(() => expect(hold()).toBe("Drop files to attach them"));
    await expect(canvasElement.querySelector("[data-drop]")).toBe(chat);
  },
};

export const DroppingDark: Story = { ...Dropping, globals: { theme: "dark" } };

/** What is not taken is left out, and the composer says which, why, and what the limit is. */
export const Refused: Story = {
  args: { options: { maxBytes: 1000, maxCount: 1 } },
  play: async ({ canvas, canvasElement }) => {
    const large = new File([new Uint8Array(2000)], "panorama.png", { type: "image/png" });
    const table = new File(["a,b"], "numbers.csv", { type: "text/csv" });
    await attach(canvasElement, table, large, picture, report);
    const alert = await canvas.findByRole("alert");
    await expect(alert).toHaveTextContent("numbers.csv");
    await expect(alert).toHaveTextContent("1,000 bytes");
    await expect(alert).toHaveTextContent("The harbour in numbers");
    await isSeen(canvasElement);
  },
};

/** The same, as narrow as a phone. */
export const RefusedNarrow: Story = { ...Refused, args: { ...Refused.args, width: 360 } };

/** Names that are longer than the composer is wide. */
export const LongContent: Story = {
  args: { width: 360, input: { file: true }, options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    const long = new File(["x"], `${"the harbour in the evening ".repeat(6)}.txt`, {
      type: "text/plain",
    });
    await attach(canvasElement, long, report, picture);
    await isSeen(canvasElement);
    await expect(canvas.getAllByRole("progressbar")).toHaveLength(3);
  },
};

/**
 * Sound is being recorded, and the button that ends it says for how long. A story cannot be asked for its
 * microphone, so it is given one in which nobody speaks.
 */
export const Recording: Story = {
  args: { options: { record: true } },
  beforeEach: () => {
    const room = new AudioContext();
    spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(
      async () => room.createMediaStreamDestination().stream,
    );
    return () => room.close();
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Record sound" }));
    const button = await canvas.findByRole("button", { name: /^Stop recording/ });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(getComputedStyle(button, "::after").content).toMatch(/^"0:0\d"$/);
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Remove Recording" })).toBeVisible(),
    );
  },
};

/** The same, as narrow as a phone. */
export const RecordingNarrow: Story = { ...Recording, args: { ...Recording.args, width: 360 } };

/** The person, or the system, does not let the page have the microphone. */
export const NotRecorded: Story = {
  args: { options: { record: true } },
  beforeEach: () => {
    const refusal = new DOMException("Permission denied", "NotAllowedError");
    spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValue(refusal);
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Record sound" }));
    const alert = await canvas.findByRole("alert");
    await waitFor(() => expect(alert).toHaveTextContent("The microphone cannot be used."));
    await expect(canvas.getByRole("button", { name: "Record sound" })).toBeVisible();
    await expect(canvas.queryByRole("list", { name: "Attachments" })).toBeNull();
  },
};

export const RecordingRightToLeft: Story = { ...Recording, globals: { direction: "rtl" } };

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
