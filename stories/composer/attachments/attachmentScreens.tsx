import type { ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import type { AttachmentOptions } from "../../../src/components/composer/attachments/attachmentOptions.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { CapableChat } from "../../conversation.tsx";
import { sunOverSea } from "../../fixtures.ts";

type Input = NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

interface AttachmentScreenProps {
  /** Input capabilities of the agent. */
  readonly input: Input;
  readonly width?: number;
  /** Attachment options of the application. */
  readonly options?: AttachmentOptions;
}

/** Renders a chat whose agent declares the media types it accepts. */
export function AttachmentScreen({ input, width, options }: AttachmentScreenProps): ReactNode {
  return (
    <CapableChat
      // Edited capabilities need an agent of their own.
      key={JSON.stringify(input)}
      capabilities={{ multimodal: { input } }}
      answer="The sun stands low over the sea: **an evening in autumn**."
      width={width}
      attachments={options}
    />
  );
}

export const picture = new File(
  [Uint8Array.from(atob(sunOverSea), (char) => char.charCodeAt(0))],
  "evening.png",
  { type: "image/png" },
);

export const report = new File(["%PDF-1.4"], "The harbour in numbers, 2026, third edition.pdf", {
  type: "application/pdf",
});

/** Chooses files through the file input, as the system dialog would. */
export async function attachFiles(canvasElement: HTMLElement, ...files: File[]) {
  await within(canvasElement).findByRole("button", { name: "Attach files" });
  const field = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  await userEvent.upload(field, files, { applyAccept: false });
}

/** Waits until the preview of the picture is shown. */
export async function waitForPreview(canvasElement: HTMLElement) {
  await waitFor(() =>
    expect(canvasElement.querySelector(".agk-attachment img")?.clientWidth).toBe(44),
  );
}
