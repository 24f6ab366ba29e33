import type { ReactNode } from "react";
import { FileLink } from "./FileLink.tsx";
import { imageSource, isAllowedOrigin, safeHref } from "./markdown/links.ts";
import { MarkdownContext } from "./markdown/options.ts";
import { RemoteImage } from "./markdown/RemoteImage.tsx";
import type { MediaPartProps } from "./parts.ts";
import { useSettings } from "./settings.tsx";

/** @internal What a media part shows; its own file, because few messages have any. */
export interface MediumProps extends MediaPartProps {
  /** What it is called. */
  readonly name: string;
}

/** @internal */
export function Medium({ part, name }: MediumProps): ReactNode {
  const { strings, allowedImageOrigins } = useSettings();
  const { type, source } = part;
  const isData = source.type === "data";
  const address = isData ? `data:${source.mimeType};base64,${source.value}` : source.value;
  if (source.type === "file") return <FileLink name={name} />;

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
    if (!url && !(isData && source.mimeType.startsWith(`${type}/`)))
      return <FileLink name={name} />;
    const isFree = !url || isAllowedOrigin(url, allowedImageOrigins);
    return (
      <Player src={address} controls preload={isFree ? "metadata" : "none"} aria-label={name} />
    );
  }

  if (type === "document" && isData) return <FileLink name={name} href={address} download={name} />;
  const href = type === "document" ? safeHref(address) : null;
  return href === null ? <FileLink name={name} /> : <FileLink name={name} href={href} />;
}

function webUrl(address: string): URL | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
