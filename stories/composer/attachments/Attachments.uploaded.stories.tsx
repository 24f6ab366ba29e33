import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent } from "storybook/test";
import type { UploadFile } from "../../../src/components/composer/attachments/attachmentOptions.ts";
import {
  AttachmentScreen,
  attachFiles,
  picture,
  report,
  waitForPreview,
} from "./attachmentScreens.tsx";

const meta = {
  title: "Composer/Uploads",
  component: AttachmentScreen,
  parameters: { layout: "fullscreen", controlsFromArgs: true },
  args: { input: { image: true, audio: true, pdf: true } },
} satisfies Meta<typeof AttachmentScreen>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Simulates an upload at two thirds, one without progress, and one that failed. */
const atTwoThirds: UploadFile = ({ name }, { onProgress }) => {
  if (name === "numbers.csv") return Promise.reject(new Error("507 Insufficient Storage"));
  if (name === "evening.png") onProgress(0.66);
  return new Promise(() => {});
};

export const Uploading: Story = {
  args: { input: { file: true }, options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    await attachFiles(
      canvasElement,
      picture,
      report,
      new File(["a,b"], "numbers.csv", { type: "text/csv" }),
    );
    await waitForPreview(canvasElement);
    await canvas.findByRole("button", { name: "Retry upload of numbers.csv" });
    await expect(canvas.getByRole("progressbar", { name: "Uploading evening.png" })).toHaveValue(
      0.66,
    );
  },
};

export const UploadingDark: Story = { ...Uploading, globals: { theme: "dark" } };

export const UploadingRightToLeft: Story = { ...Uploading, globals: { direction: "rtl" } };

/** Shows a message that is sent automatically when its uploads finish. */
export const WaitingToSend: Story = {
  args: { options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    await attachFiles(canvasElement, picture);
    await userEvent.type(canvas.getByRole("textbox"), "What do you see?{Enter}");
    await canvas.findByText("Will send when the upload finishes.", { selector: "[role=status]" });
    await waitForPreview(canvasElement);
  },
};

/** Shows file names that are wider than the composer. */
export const LongContent: Story = {
  args: { width: 360, input: { file: true }, options: { upload: atTwoThirds } },
  play: async ({ canvas, canvasElement }) => {
    const long = new File(["x"], `${"the harbour in the evening ".repeat(6)}.txt`, {
      type: "text/plain",
    });
    await attachFiles(canvasElement, long, report, picture);
    await waitForPreview(canvasElement);
    await expect(canvas.getAllByRole("progressbar")).toHaveLength(3);
  },
};
