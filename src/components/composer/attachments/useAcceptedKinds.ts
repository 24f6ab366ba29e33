import { useCapabilities } from "../../../hooks/thread/useCapabilities.ts";
import type { AttachmentOptions } from "./options.ts";

/** @internal What a file is to an agent, as `multimodal.input` of its capabilities names it. */
export type MediaKind = (typeof KINDS)[number];

const KINDS = ["image", "audio", "video", "pdf", "file"] as const;

/**
 * @internal The kinds of files that may be attached: those the agent says it takes. `file` stands for
 * all it does not speak of.
 *
 * @param options - Anything but `false` adds everything for an agent that has not named a kind it takes; `false`
 * takes everything away.
 */
export function useAcceptedKinds(
  options: boolean | AttachmentOptions | undefined,
): readonly MediaKind[] {
  const input = useCapabilities()?.multimodal?.input;
  const isRequested = !!options && !KINDS.some((kind) => input?.[kind] === true);
  return KINDS.filter(
    (kind) => options !== false && (input?.[kind] ?? input?.file ?? isRequested) === true,
  );
}
