import type { PartSource } from "../../../protocol/events.ts";
import { type ComposerDraft, EMPTY_DRAFT } from "../draft.ts";
import { type Attachment, rememberUploaded } from "./attachment.ts";
import type { UploadFile } from "./attachmentOptions.ts";
import { createProblem } from "./limits.ts";
import { toMediaPart } from "./readFile.ts";

interface UploadTask {
  /** Updates the draft that contains the attachment, even while another thread is shown. */
  readonly update: ComposerDraft["updateDraft"];
  /** Controller of the attachment. A retry replaces it, which ends updates from this upload. */
  readonly controller: AbortController;
  readonly file: Promise<File>;
  readonly upload: UploadFile;
  /** True when a failed attachment stays in the draft for a retry. */
  readonly canRetry: boolean;
  /** Calls the listener when the thread is deleted. Returns a function that unsubscribes. */
  readonly onThreadRemoved: (listener: () => void) => () => void;
  /** Prevents eviction of the thread until the returned function is called. */
  readonly retainThread: () => () => void;
  /** Returns the error message for the user. The file is absent when recording failed. */
  readonly describeError: (error: unknown, file: File | undefined) => string;
}

/**
 * Prepares an attachment for sending, and records progress and result in the draft. Independent of
 * components, so that it continues while another thread is shown.
 */
export async function uploadAttachment({
  update,
  controller,
  file: filePromise,
  upload,
  canRetry,
  onThreadRemoved,
  retainThread,
  describeError,
}: UploadTask): Promise<void> {
  const { signal } = controller;
  /** Updates the attachment, unless the user removed it or retried it. */
  const updateAttachment = (
    change: (attachment: Attachment) => readonly Attachment[],
    otherChanges: Partial<Pick<ComposerDraft, "problem" | "isSendPending">> = {},
  ) =>
    update(({ attachments }) => {
      const isCurrent = (attachment: Attachment) => attachment.controller === controller;
      if (signal.aborted || !attachments.some(isCurrent)) return {};
      return {
        attachments: attachments.flatMap((attachment) =>
          isCurrent(attachment) ? change(attachment) : attachment,
        ),
        ...otherChanges,
      };
    });
  // A deleted thread sends nothing, so its draft is emptied.
  const unsubscribe = onThreadRemoved(() => {
    controller.abort();
    update(() => EMPTY_DRAFT);
  });
  const release = retainThread();
  // Upload functions may ignore the signal.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  let percent = -1;
  let readyFile: File | undefined;
  try {
    const file = await Promise.race([aborted, filePromise]);
    signal.throwIfAborted();
    readyFile = file;
    updateAttachment((attachment) => [{ ...attachment, file }]);
    const onProgress = (fraction: number) => {
      // Some uploads report progress for every packet; only whole percents are rendered.
      const next = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
      if (Number.isNaN(next) || next === percent) return;
      percent = next;
      updateAttachment((attachment) => [{ ...attachment, progress: next / 100 }]);
    };
    const uploaded = await Promise.race([aborted, upload(file, { signal, onProgress })]);
    if (!isSource(uploaded))
      throw new TypeError(
        "`upload` returned no source. Return a `url`, `file` or `data` source for the file.",
      );
    const source = uploaded.type === "url" ? toAbsolute(uploaded) : uploaded;
    rememberUploaded(source);
    updateAttachment((attachment) => [{ ...attachment, part: toMediaPart(file, source) }]);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error("The upload failed.", { cause });
    const staysForRetry = canRetry && readyFile !== undefined;
    updateAttachment((attachment) => (staysForRetry ? [{ ...attachment, error }] : []), {
      problem: createProblem(describeError(cause, readyFile)),
      isSendPending: false,
    });
  } finally {
    unsubscribe();
    release();
  }
}

/**
 * Resolves a URL relative to the page, which the agent does not know. Throws a `TypeError` when the URL is
 * invalid.
 */
function toAbsolute(source: PartSource): PartSource {
  const { value } = source;
  return URL.canParse(value) ? source : { ...source, value: new URL(value, location.href).href };
}

/** Checks the result of an upload, which applications often pass on from a server without validation. */
function isSource(value: unknown): value is PartSource {
  if (typeof value !== "object" || value === null) return false;
  // The properties of an unknown object, checked below.
  const { type, value: location, mimeType } = value as Readonly<Record<string, unknown>>;
  if (typeof location !== "string") return false;
  const isReference = (type === "url" || type === "file") && location !== "";
  return isReference || (type === "data" && typeof mimeType === "string");
}
