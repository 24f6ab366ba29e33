import type { Draft } from "../composerDraft.ts";
import type { MediaContentPart } from "../parts.ts";
import { useStrings } from "../useStrings.ts";
import type { MediaKind } from "./accepted.ts";
import { kindOf, MAX_BYTES, readFile } from "./readFile.ts";

/** Counts what has ever been attached, so that each has an id of its own. */
let count = 0;

/**
 * Returns what attaches files to the draft. One that the agent does not take, that is too large or
 * cannot be read is left out, and the draft says why.
 */
export function useAttach({ update }: Draft, kinds: readonly MediaKind[]) {
  const { attachments: words } = useStrings();

  const problemOf = (file: File): string | undefined => {
    if (!kinds.includes(kindOf(file))) return words.notTaken(file.name);
    if (file.size === 0) return words.unreadable(file.name);
    return file.size > MAX_BYTES ? words.tooLarge(file.name, MAX_BYTES / 2 ** 20) : undefined;
  };

  const attach = (name: string, part: Promise<MediaContentPart>, problem: string) => {
    const id = `attachment-${++count}`;
    update(({ attachments }) => ({ attachments: [...attachments, { id, name }] }));
    part.then(
      (ready) =>
        update(({ attachments }) => ({
          attachments: attachments.map((one) => (one.id === id ? { ...one, part: ready } : one)),
        })),
      () =>
        update(({ attachments }) => {
          const others = attachments.filter((one) => one.id !== id);
          // What the person has taken off may fail without a word.
          const isMissed = others.length < attachments.length;
          return isMissed ? { attachments: others, problem, isWanted: false } : {};
        }),
    );
    return id;
  };

  return {
    attachFiles(files: readonly File[]) {
      const problems = files.flatMap((file) => problemOf(file) ?? []);
      update(() => ({ problem: problems.length > 0 ? problems.join(" ") : undefined }));
      for (const file of files) {
        if (problemOf(file) !== undefined) continue;
        attach(file.name, readFile(file), words.unreadable(file.name));
      }
    },
    /** One that is still being recorded: it is there to be seen, and sent when it is done. Returns its id. */
    attachRecording(recording: Promise<File>): string {
      update(() => ({ problem: undefined }));
      return attach(words.recording, recording.then(readFile), words.noMicrophone);
    },
  };
}
