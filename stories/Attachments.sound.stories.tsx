import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, spyOn, userEvent, waitFor } from "storybook/test";
import { AttachingChat } from "./attaching.tsx";

const meta = {
  title: "Attachments/Sound",
  component: AttachingChat,
  parameters: { layout: "fullscreen" },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachingChat>;

export default meta;
type Story = StoryObj<typeof meta>;

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
    await userEvent.click(await canvas.findByRole("button", { name: "Record audio" }));
    const button = await canvas.findByRole("button", { name: /^Stop recording/ });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    const { content, fontVariantNumeric } = getComputedStyle(button, "::after");
    await expect(content).toMatch(/^"0:0\d"$/);
    // So that the button does not change its width each second.
    await expect(fontVariantNumeric).toBe("tabular-nums");
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
    await userEvent.click(await canvas.findByRole("button", { name: "Record audio" }));
    const alert = await canvas.findByRole("alert");
    await waitFor(() => expect(alert).toHaveTextContent("Couldn’t access the microphone."));
    await expect(canvas.getByRole("button", { name: "Record audio" })).toBeVisible();
    await expect(canvas.queryByRole("list", { name: "Attachments" })).toBeNull();
  },
};

export const RecordingRightToLeft: Story = { ...Recording, globals: { direction: "rtl" } };
