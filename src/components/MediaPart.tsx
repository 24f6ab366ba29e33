import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { imageSource, isAllowedOrigin, safeHref } from "./markdown/links.ts";
import { RemoteImage } from "./markdown/RemoteImage.tsx";
import { type MediaContentPart, type MediaPartProps, useSettings } from "./settings.tsx";

/**
 * Shows an image, audio, video or document part, as far as the page may load it.
 *
 * Nothing is fetched from an origin that is not allowed before the person asks for it; a file
 * known only to its provider is named. Renders a `<figure>`.
 *
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
  const name = fileName(part) ?? strings[part.type];
  const { source } = part;
  if (source.type === "file") return <FileName name={name} />;
  const address =
    source.type === "data" ? `data:${source.mimeType};base64,${source.value}` : source.value;

  if (part.type === "image") {
    const image = imageSource(address);
    if (image.kind === "inline") return <img className="agk-image" src={image.src} alt={name} />;
    if (image.kind === "remote") {
      return <RemoteImage source={image} alt={name} allowedOrigins={allowedImageOrigins} />;
    }
    return <FileName name={name} />;
  }

  if (part.type === "audio" || part.type === "video") {
    const Player = part.type;
    const isOurs = source.type === "data" ? source.mimeType.startsWith(`${Player}/`) : isWeb(address);
    if (!isOurs) return <FileName name={name} />;
    const isAllowed = source.type === "data" || isAllowedOrigin(originOf(address), allowedImageOrigins);
    return (
      // biome-ignore lint/a11y/useMediaCaption: the protocol has no captions to offer
      <Player
        className="agk-player"
        src={address}
        controls
        preload={isAllowed ? "metadata" : "none"}
        aria-label={name}
      />
    );
  }

  if (source.type === "data") {
    return (
      <a className="agk-file" href={address} download={fileName(part) ?? ""}>
        <Icon name="file" />
        {name}
      </a>
    );
  }
  const href = safeHref(address);
  if (href === null) return <FileName name={name} />;
  return (
    <a className="agk-file" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="file" />
      {name}
    </a>
  );
}

function FileName({ name }: { readonly name: string }): ReactNode {
  return (
    <span className="agk-file">
      <Icon name="file" />
      {name}
    </span>
  );
}

/** By the name metadata gives it; there is no field for one in the protocol. */
function fileName(part: MediaContentPart): string | undefined {
  const metadata: unknown = part.metadata;
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const name: unknown = Reflect.get(metadata, "filename") ?? Reflect.get(metadata, "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "";
}
