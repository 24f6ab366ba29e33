import type { ReactNode } from "react";
import { useClass, useSettings } from "../settings/settings.tsx";
import type { MediaContentPart, MediaPartProps } from "../settings/transcriptProps.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

/** What cannot be loaded is named. */
const Medium = lazyPart<{ part: MediaContentPart; name: string }>(
  () => import("./Medium.tsx").then((file) => file.Medium),
  { Failed: ({ name }) => name },
);

/**
 * Shows an image, audio, video or document part, as far as the page may load it.
 *
 * Nothing is fetched from an origin that is not allowed before the person asks for it; a file
 * known only to its provider is named. Renders a `<figure>`.
 *
 * @example The attachments of a message
 * ```tsx
 * parts.map((part, index) => part.type !== "text" && <MediaPart key={index} part={part} />)
 * ```
 * @selector `.agk-media[data-type="image"]` Also `audio`, `video` and `document`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MediaPart({ part }: MediaPartProps): ReactNode {
  const { strings } = useSettings();
  const name = fileName(part) ?? strings[part.type];
  return (
    <figure className={useClass("MediaPart", "agk-media")} data-type={part.type}>
      <Medium part={part} name={name} />
    </figure>
  );
}

/** By the name metadata gives it; there is no field for one in the protocol. */
function fileName({ metadata }: MediaContentPart): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const name: unknown = Reflect.get(metadata, "filename") ?? Reflect.get(metadata, "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}
