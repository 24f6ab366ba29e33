import type { Draft } from "../composerDraft.ts";
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
    return file.size > MAX_BYTES ? words.tooLarge(file.name, MAX_BYTES / 2 ** 20) : undefined;
  };

  const attach = (file: File) => {
    const { name } = file;
    const id = `attachment-${++count}`;
    update(({ attachments }) => ({ attachments: [...attachments, { id, name }] }));
    readFile(file).then(
      (part) =>
        update(({ attachments }) => ({
          attachments: attachments.map((one) => (one.id === id ? { ...one, part } : one)),
        })),
      () =>
        update(({ attachments }) => ({
          attachments: attachments.filter((one) => one.id !== id),
          problem: words.unreadable(name),
        })),
    );
  };

  return (files: readonly File[]) => {
    const problems = files.flatMap((file) => problemOf(file) ?? []);
    update(() => ({ problem: problems.length > 0 ? problems.join(" ") : undefined }));
    for (const file of files) if (problemOf(file) === undefined) attach(file);
  };
}
