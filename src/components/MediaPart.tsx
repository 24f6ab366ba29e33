import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { imageSource, isAllowedOrigin, safeHref } from "./markdown/links.ts";
import { MarkdownContext } from "./markdown/options.ts";
import { RemoteImage } from "./markdown/RemoteImage.tsx";
import { type MediaContentPart, type MediaPartProps, useSettings } from "./settings.tsx";

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
  return (
    <figure className="agk-media" data-type={part.type}>
      <Medium part={part} />
    </figure>
  );
}

function Medium({ part }: MediaPartProps): ReactNode {
  const { strings, allowedImageOrigins } = useSettings();
  const { type, source } = part;
  const name = fileName(part) ?? strings[type];
  const isData = source.type === "data";
  const address = isData ? `data:${source.mimeType};base64,${source.value}` : source.value;
  if (source.type === "file") return <File name={name} />;

  if (type === "image" && imageSource(address)) {
    return (
      <MarkdownContext.Provider value={{ labels: strings.markdown, allowedImageOrigins }}>
        <RemoteImage address={address} alt={name} title={undefined} isInLink={false} />
      </MarkdownContext.Provider>
    );
  }

  if (type === "audio" || type === "video") {
    const Player = type;
    const url = isData ? undefined : webUrl(address);
    if (!url && !(isData && source.mimeType.startsWith(`${type}/`))) return <File name={name} />;
    const isFree = !url || isAllowedOrigin(url, allowedImageOrigins);
    return (
      <Player src={address} controls preload={isFree ? "metadata" : "none"} aria-label={name} />
    );
  }

  if (type === "document" && isData) return <File name={name} href={address} download={name} />;
  const href = type === "document" ? safeHref(address) : null;
  return href === null ? <File name={name} /> : <File name={name} href={href} />;
}

interface FileProps {
  readonly name: string;
  readonly href?: string;
  /** The name to save it under; else it opens in a tab of its own. */
  readonly download?: string;
}

function File({ name, href, download }: FileProps): ReactNode {
  const content = (
    <>
      <Icon name="file" />
      {name}
    </>
  );
  if (href === undefined) return <span className="agk-file">{content}</span>;
  return download === undefined ? (
    <a className="agk-file" href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <a className="agk-file" href={href} download={download}>
      {content}
    </a>
  );
}

/** By the name metadata gives it; there is no field for one in the protocol. */
function fileName({ metadata }: MediaContentPart): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const name: unknown = Reflect.get(metadata, "filename") ?? Reflect.get(metadata, "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

function webUrl(address: string): URL | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
