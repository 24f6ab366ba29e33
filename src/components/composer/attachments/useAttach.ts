import { useThread } from "../../../hooks/providers/useThread.ts";
import { useOnThreadRemoved } from "../../../hooks/threads/useThreads.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { ComposerDraft } from "../draft.ts";
import type { Attachment } from "./attachment.ts";
import type { AttachmentOptions } from "./attachmentOptions.ts";
import {
  createProblem,
  describeRefused,
  findRefusalReason,
  isAccepted,
  listNames,
  partitionFiles,
  type RefusalReason,
  resolveLimits,
} from "./limits.ts";
import { readFile } from "./readFile.ts";
import { uploadAttachment } from "./uploadAttachment.ts";
import { useAcceptedKinds } from "./useAcceptedKinds.ts";

/** Actions on the attachments of a draft. */
interface AttachmentActions {
  /** True when the agent and the application accept some kind of file in common. */
  readonly canAttach: boolean;
  /** Value for the `accept` attribute of a file input. */
  readonly accept: string | undefined;
  /** True when recording is enabled and the agent accepts a recording. */
  readonly canRecord: boolean;
  /** Attaches files and returns those that were accepted. @param folders - Entries that are folders. */
  readonly add: (files: readonly File[], folders?: ReadonlySet<File>) => readonly File[];
  /**
   * Adds an attachment for a recording that starts now. Returns its id, or `undefined` when recording did not
   * start.
   */
  readonly record: (start: () => Promise<File> | undefined) => string | undefined;
  readonly remove: (id: string) => void;
  readonly retry: (id: string) => void;
}

/** Counts all attachments, for unique ids. */
let attachmentCount = 0;

/** Stands for a recording whose type is not known yet. */
const RECORDING = { name: "", type: "audio/webm" };

/**
 * Returns actions that change the attachments of a draft. A file that is not accepted, too large or
 * unreadable is left out, with the reason in the draft.
 */
export function useAttach(
  { updateDraft, attachments: current }: Pick<ComposerDraft, "updateDraft" | "attachments">,
  attachmentOptions: boolean | AttachmentOptions | undefined,
): AttachmentActions {
  const { attachments: strings } = useStrings();
  const thread = useThread();
  const onThreadRemoved = useOnThreadRemoved();
  const options = typeof attachmentOptions === "object" ? attachmentOptions : {};
  const { upload } = options;
  const limits = resolveLimits(useAcceptedKinds(attachmentOptions), options);

  const describeRefusal = (reason: RefusalReason, file: File) =>
    describeRefused(new Map([[reason, [file]]]), limits, strings) ?? "";

  const describeError = (error: unknown, file: File | undefined) => {
    if (error instanceof RefusedFileError) return error.message;
    if (!file) return strings.noMicrophone;
    return strings[upload ? "uploadFailed" : "unreadable"](listNames([file], strings));
  };

  const startUpload = ({ controller }: Attachment, file: Promise<File>) =>
    uploadAttachment({
      update: updateDraft,
      controller,
      file,
      upload: upload ?? readFile,
      canRetry: upload !== undefined,
      onThreadRemoved,
      // A thread with a subscriber is not evicted.
      retainThread: () => thread.subscribe({}),
      describeError,
    });

  return {
    canAttach: limits.kinds.length > 0,
    accept: limits.tokens?.join(),
    canRecord: options.record === true && isAccepted(RECORDING, limits),

    add(files, folders) {
      let added: readonly Attachment[] = [];
      updateDraft(({ attachments }) => {
        const room = limits.maxCount - attachments.length;
        const { accepted, refused } = partitionFiles(files, limits, room, folders);
        const names = attachments.map(({ name }) => name);
        added = accepted.map((file) => {
          const name = uniqueName(file.name, names);
          names.push(name);
          return { ...createAttachment(name), file: withName(file, name) };
        });
        return {
          attachments: [...attachments, ...added],
          problem: createProblem(describeRefused(refused, limits, strings)),
        };
      });
      return added.flatMap((attachment) => {
        if (!attachment.file) return [];
        void startUpload(attachment, Promise.resolve(attachment.file));
        return attachment.file;
      });
    },

    record(start) {
      if (current.length >= limits.maxCount) {
        const problem = describeRefusal("count", new File([], strings.recording));
        updateDraft(() => ({ problem: createProblem(problem) }));
        return undefined;
      }
      const recording = start();
      if (!recording) return undefined;
      const name = uniqueName(
        strings.recording,
        current.map((other) => other.name),
      );
      const attachment = createAttachment(name);
      updateDraft(({ attachments }) => ({
        attachments: [...attachments, attachment],
        problem: undefined,
      }));
      const checked = recording.then((file) => {
        const reason = findRefusalReason(file, limits);
        if (reason) throw new RefusedFileError(describeRefusal(reason, file));
        return withName(file, file.name.replace(strings.recording, name));
      });
      void startUpload(attachment, checked);
      return attachment.id;
    },

    remove(id) {
      updateDraft(({ attachments }) => {
        attachments.find((attachment) => attachment.id === id)?.controller.abort();
        return {
          attachments: attachments.filter((attachment) => attachment.id !== id),
          problem: undefined,
          isSendPending: false,
        };
      });
    },

    retry(id) {
      let retried: Attachment | undefined;
      updateDraft(({ attachments }) => ({
        attachments: attachments.map((attachment) => {
          if (attachment.id !== id || !attachment.error || !attachment.file) return attachment;
          retried = {
            id,
            name: attachment.name,
            file: attachment.file,
            controller: new AbortController(),
          };
          return retried;
        }),
        problem: undefined,
      }));
      if (retried?.file) void startUpload(retried, Promise.resolve(retried.file));
    },
  };
}

/** Error for a recording that exceeds the limits. */
class RefusedFileError extends Error {}

function createAttachment(name: string): Attachment {
  return { id: `attachment-${++attachmentCount}`, name, controller: new AbortController() };
}

/** Numbers files of the same name: browsers call every pasted image `image.png`. */
function uniqueName(name: string, usedNames: readonly string[]): string {
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  let candidate = name;
  for (let count = 2; usedNames.includes(candidate); count += 1) {
    candidate = `${name.slice(0, end)} ${count}${name.slice(end)}`;
  }
  return candidate;
}

function withName(file: File, name: string): File {
  const { type, lastModified } = file;
  return file.name === name ? file : new File([file], name, { type, lastModified });
}
