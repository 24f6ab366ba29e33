import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, spyOn, userEvent, waitFor } from "storybook/test";
import { recordingControls } from "../../states/queueControls.tsx";
import { StateTable } from "../../states/StateTable.tsx";
import { AttachmentScreen } from "./attachmentScreens.tsx";

const meta = {
  title: "Composer/Audio recording",
  component: AttachmentScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachmentScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/**
 * Records audio and shows the elapsed time on the stop button. The story replaces the microphone by a silent
 * stream because a test cannot grant access to a real one.
 */
export const Recording: Story = {
  args: { options: { record: true } },
  beforeEach: () => {
    const audio = new AudioContext();
    spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(
      async () => audio.createMediaStreamDestination().stream,
    );
    return () => audio.close();
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Record audio" }));
    const button = await canvas.findByRole("button", { name: /^Stop recording/ });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    const { content, fontVariantNumeric } = getComputedStyle(button, "::after");
    await expect(content).toMatch(/^"0:0\d"$/);
    // Digits of equal width keep the width of the button from changing each second.
    await expect(fontVariantNumeric).toBe("tabular-nums");
    await waitFor(() =>
      expect(canvas.getByRole("button", { name: "Remove Recording" })).toBeVisible(),
    );
  },
};

/** The same story at the width of a phone. */
export const RecordingNarrow: Story = { ...Recording, args: { ...Recording.args, width: 360 } };

/** Shows the error after the user or the system denies microphone access. */
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

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={recordingControls} /> };
