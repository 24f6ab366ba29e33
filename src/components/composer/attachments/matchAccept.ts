import type { MediaKind } from "./acceptedTypes.ts";
import { kindOf } from "./readFile.ts";

/** What both the agent and the application take: what is offered, checked and said. */
export interface Accepted {
  /** None where the two have nothing in common. */
  readonly kinds: readonly MediaKind[];
  /** The same as a file field names it, in lower case; absent where that would be everything there is. */
  readonly tokens: readonly string[] | undefined;
}

/** What an `accept` attribute says for each kind; `file` needs none. */
const TYPES = { image: "image/*", audio: "audio/*", video: "video/*", pdf: "application/pdf" };

/** The kind that a word of an `accept` attribute is of. */
export function kindOfToken(token: string): MediaKind {
  return kindOf(token.startsWith(".") ? { type: "", name: token } : { type: token });
}

/**
 * Returns what the agent takes of what the application takes.
 *
 * @param kinds - What the agent takes.
 * @param accept - What the application takes, as the `accept` of a file field; everything where it says nothing.
 */
export function matchAccept(kinds: readonly MediaKind[], accept: string | undefined): Accepted {
  const wished = tokensOf(accept);
  if (!wished || wished.some((token) => token === "*/*" || token === "*")) {
    const types = kinds.flatMap((kind) => (kind === "file" ? [] : TYPES[kind]));
    return { kinds, tokens: kinds.includes("file") ? undefined : types };
  }
  const tokens = wished.flatMap((token) => {
    if (kinds.includes(kindOfToken(token))) return token;
    // Of all there is beside pictures, sound and film, documents alone.
    return token === "application/*" && kinds.includes("pdf") ? TYPES.pdf : [];
  });
  const common = kinds.filter((kind) =>
    tokens.some(
      (token) => kindOfToken(token) === kind || (token === "application/*" && kind === "pdf"),
    ),
  );
  return { kinds: common, tokens };
}

function tokensOf(accept: string | undefined): readonly string[] | undefined {
  const tokens = accept
    ?.toLowerCase()
    .split(",")
    .map((token) => token.trim())
    .filter((token) => token !== "");
  return tokens?.length ? tokens : undefined;
}
