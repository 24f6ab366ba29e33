import { useCapabilities } from "../../hooks/useCapabilities.ts";

/** @internal What a file is to an agent, as `multimodal.input` of its capabilities names it. */
export type MediaKind = (typeof KINDS)[number];

const KINDS = ["image", "audio", "video", "pdf", "file"] as const;

/**
 * @internal The kinds of files that may be attached: those the agent says it takes. `file` stands for
 * all it does not speak of.
 *
 * @param wish - `true` adds what it has not spoken of at all, `false` takes everything away.
 */
export function useAccepted(wish: boolean | undefined): readonly MediaKind[] {
  const input = useCapabilities()?.multimodal?.input;
  return KINDS.filter((kind) => wish !== false && (input?.[kind] ?? input?.file ?? wish) === true);
}
