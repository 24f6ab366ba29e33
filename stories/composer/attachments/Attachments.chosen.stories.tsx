import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { attachmentControls } from "../../states/queueControls.tsx";
import { StateTable } from "../../states/StateTable.tsx";
import {
  AttachmentScreen,
  attachFiles,
  picture,
  report,
  waitForPreview,
} from "./attachmentScreens.tsx";

const meta = {
  title: "Composer/Attachments",
  component: AttachmentScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachmentScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A second of silence as a WAV file. */
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

/** Offers the buttons because the agent accepts images and audio. */
export const Offered: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Attach files" });
  },
};

/** Shows two files, one of them with a preview. */
export const Attached: Story = {
  play: async ({ canvas, canvasElement }) => {
    await attachFiles(canvasElement, picture, report);
    await waitForPreview(canvasElement);
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Send" })).toHaveAttribute(
        "aria-disabled",
        "false",
      ),
    );
  },
};

/** The same story at the width of a phone. */
export const Narrow: Story = { ...Attached, args: { width: 360 } };

export const Dark: Story = { ...Attached, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Attached, globals: { direction: "rtl" } };

/** Plays audio, and lists files without a preview by name and size. */
export const EveryKind: Story = {
  args: { input: { file: true } },
  play: async ({ canvasElement }) => {
    const film = new File([new Uint8Array(3_400_000)], "harbour.mp4", { type: "video/mp4" });
    const table = new File([new Uint8Array(90_000)], "numbers.csv", { type: "text/csv" });
    await attachFiles(canvasElement, picture, silence, film, report, table);
    await waitForPreview(canvasElement);
    await waitFor(() =>
      expect(canvasElement.querySelectorAll('[data-status="ready"]').length).toBe(5),
    );
  },
};

/** Shows the drop zone while files are dragged over the chat. */
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

/** Leaves out refused files and shows which, why and the limit. */
export const Refused: Story = {
  args: { options: { maxBytes: 1000, maxCount: 1 } },
  play: async ({ canvas, canvasElement }) => {
    const large = new File([new Uint8Array(2000)], "panorama.png", { type: "image/png" });
    const table = new File(["a,b"], "numbers.csv", { type: "text/csv" });
    await attachFiles(canvasElement, table, large, picture, report);
    const alert = await canvas.findByRole("alert");
    await expect(alert).toHaveTextContent("numbers.csv");
    await expect(alert).toHaveTextContent("1,000 bytes");
    await expect(alert).toHaveTextContent("The harbour in numbers");
    await waitForPreview(canvasElement);
  },
};

/** The same story at the width of a phone. */
export const RefusedNarrow: Story = { ...Refused, args: { ...Refused.args, width: 360 } };

/** Shows the picture of a sent message above its text. */
export const Sent: Story = {
  play: async ({ canvas, canvasElement }) => {
    await attachFiles(canvasElement, picture);
    await waitForPreview(canvasElement);
    await userEvent.type(canvas.getByRole("textbox"), "What do you see?{Enter}");
    await canvas.findByText("an evening in autumn");
    await expect(canvas.queryByRole("list", { name: "Attachments" })).toBeNull();
  },
};

/** Hides attachments because the agent accepts no files. */
export const TextOnly: Story = {
  args: { input: { image: false, audio: false, video: false, pdf: false, file: false } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole("button", { name: "Attach files" })).toBeNull();
  },
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={attachmentControls} /> };
