import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { AttachingChat, attach, isSeen, picture, report } from "./attaching.tsx";

const meta = {
  title: "Attachments/Chosen",
  component: AttachingChat,
  parameters: { layout: "fullscreen" },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachingChat>;

export default meta;
type Story = StoryObj<typeof meta>;

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
