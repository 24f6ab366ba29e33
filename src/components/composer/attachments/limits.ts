import type { AttachmentStrings } from "../../strings/attachmentStrings.ts";
import type { MediaKind } from "./acceptedTypes.ts";
import { type Accepted, kindOfToken, matchAccept } from "./matchAccept.ts";
import type { AttachmentOptions } from "./options.ts";
import { kindOf } from "./readFile.ts";

/** What may be attached. */
export interface Limits extends Accepted {
  /** In bytes, of one file. */
  readonly maxBytes: number;
  readonly maxCount: number;
}

/** Why a file is left out. */
export type Reason = "folder" | "kind" | "empty" | "size" | "count";

/** Files that were left out, by the reason. */
export type Refused = ReadonlyMap<Reason, readonly File[]>;

export function limitsOf(
  kinds: readonly MediaKind[],
  { accept, maxBytes, maxCount = 10, upload }: AttachmentOptions,
): Limits {
  // More than that, as text in a request, is refused by most servers.
  const most = maxBytes ?? (upload ? Number.POSITIVE_INFINITY : 20 * 2 ** 20);
  return { ...matchAccept(kinds, accept), maxBytes: most, maxCount };
}

/**
 * Parts files that may be attached from those that may not.
 *
 * @param room - How many may be.
 * @param folders - What looks like a file and is none, as only what brought it can tell.
 */
export function partitionFiles(
  files: readonly File[],
  limits: Limits,
  room: number,
  folders: ReadonlySet<File> = new Set(),
): { readonly taken: readonly File[]; readonly refused: Refused } {
  const taken: File[] = [];
  const refused = new Map<Reason, readonly File[]>();
  for (const file of files) {
    const reason = folders.has(file) ? "folder" : reasonAgainst(file, limits);
    const why = reason ?? (taken.length < room ? undefined : "count");
    if (why === undefined) taken.push(file);
    else refused.set(why, [...(refused.get(why) ?? []), file]);
  }
  return { taken, refused };
}

/** Why a file cannot be attached, however few there are. */
export function reasonAgainst(file: File, limits: Limits): Reason | undefined {
  if (!isAccepted(file, limits)) return "kind";
  if (file.size === 0) return "empty";
  return file.size > limits.maxBytes ? "size" : undefined;
}

/** Whether a file is of a kind that both the agent and the application take. */
export function isAccepted(
  file: Pick<File, "name" | "type">,
  { kinds, tokens }: Pick<Accepted, "kinds" | "tokens">,
): boolean {
  const type = file.type.split(";", 1)[0]?.toLowerCase() ?? "";
  const kind = kindOf({ type, name: file.name });
  const matches = (token: string) => {
    if (token.startsWith(".")) return file.name.toLowerCase().endsWith(token);
    // Of what the browser has no type for, the name tells the kind.
    if (type === "") return /\*|pdf/.test(token) && kindOfToken(token) === kind;
    return token.endsWith("/*") ? type.startsWith(token.slice(0, -1)) : type === token;
  };
  return kinds.includes(kind) && (tokens?.some(matches) ?? true);
}

/** What is said of files that were left out: one sentence for each reason, with all their names. */
export function problemOf(
  refused: Refused,
  limits: Limits,
  words: AttachmentStrings,
): string | undefined {
  const sentences = [...refused].map(([reason, files]) =>
    sayWhy[reason](listNames(files, words), limits, words),
  );
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Names as they stand in a sentence, each with a direction of its own. */
export function listNames(
  files: readonly { readonly name: string }[],
  words: AttachmentStrings,
): string {
  return words.list(files.map(({ name }) => `\u2068${name}\u2069`));
}

const sayWhy: Readonly<
  Record<Reason, (names: string, limits: Limits, words: AttachmentStrings) => string>
> = {
  folder: (names, _limits, words) => words.folder(names),
  kind: (names, limits, words) => words.notTaken(names, takenKinds(limits, words)),
  empty: (names, _limits, words) => words.unreadable(names),
  size: (names, { maxBytes }, words) => words.tooLarge(names, words.size(maxBytes)),
  count: (names, { maxCount }, words) => words.tooMany(names, maxCount),
};

/** What can be attached, in words; nothing where that is anything but a few kinds. */
function takenKinds({ tokens }: Limits, words: AttachmentStrings): string | undefined {
  if (tokens?.some((token) => token.endsWith("/*") && kindOfToken(token) === "file"))
    return undefined;
  const named = tokens?.map((token) => {
    const kind = kindOfToken(token);
    return kind === "file" || !/\*|pdf/.test(token)
      ? token.replace(/^(\.|.*\/)/, "").toUpperCase()
      : words.kinds[kind];
  });
  return named && words.list([...new Set(named)]);
}
