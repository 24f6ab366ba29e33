import "../../../../src/styles/index.css";
import { screen } from "@testing-library/react";
import type {
  AttachmentOptions,
  UploadFile,
  UploadOptions,
} from "../../../../src/components/composer/attachments/attachmentOptions.ts";
import type { PartSource } from "../../../../src/protocol/events.ts";
import { renderFileComposer } from "./attachFiles.tsx";

export const bar = () =>
  screen.findByRole<HTMLProgressElement>("progressbar", { name: "Uploading dot.png" });

export const stored = { type: "url", value: "https://files.example.com/1" } as const;

/** Returns an upload that the test controls. */
export function manualUpload() {
  const calls: Array<
    UploadOptions & {
      readonly file: File;
      readonly finish: (source: PartSource) => void;
      readonly fail: (error: unknown) => void;
    }
  > = [];
  const upload: UploadFile = (file, options) =>
    new Promise((finish, fail) => {
      calls.push({ file, ...options, finish, fail });
    });
  /** Returns the upload that started last. */
  const latest = () => {
    const call = calls.at(-1);
    if (!call) throw new Error("Nothing is being uploaded");
    return call;
  };
  return { upload, calls, latest };
}

export function renderUploading(options: AttachmentOptions = {}) {
  const { upload, calls, latest } = manualUpload();
  const page = renderFileComposer({ file: true }, { attachments: { upload, ...options } });
  return { ...page, calls, latest };
}
