import { type ReactEventHandler, type ReactNode, useEffect, useRef, useState } from "react";
import { isUploaded } from "../composer/attachments/attachment.ts";
import { imageSource, isAllowedOrigin, safeHref } from "../markdown/links.ts";
import { MarkdownContext } from "../markdown/markdownContext.ts";
import { RemoteImage } from "../markdown/RemoteImage.tsx";
import { AudioPlayer } from "../media/AudioPlayer.tsx";
import { FileCard } from "../media/FileCard.tsx";
import { LoadConsentButton, useLoadConsent } from "../media/loadConsent.tsx";
import { VideoPlayer } from "../media/VideoPlayer.tsx";
import { useClassName, useSettings } from "../settings/settings.tsx";
import type { MediaContentPart, MediaPartProps } from "../settings/transcriptPartProps.ts";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/focus.ts";

/**
 * Shows an image, audio, video or document part of a message.
 *
 * Nothing is fetched from an origin that `allowedImageOrigins` does not list before the user asks for it. A file that
 * is only an id of the model's provider is shown by its name. Renders a `<figure>`.
 *
 * @example Show the attachments of a message
 * ```tsx
 * parts.map((part, index) => part.type !== "text" && <MediaPart key={index} part={part} />)
 * ```
 * @selector `.agk-media[data-type="image"]` Also `audio`, `video` and `document`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function MediaPart({ part }: MediaPartProps): ReactNode {
  const strings = useStrings();
  const name = fileNameOf(part) ?? strings[part.type];
  return (
    <figure className={useClassName("MediaPart", "agk-media")} data-type={part.type}>
      <Media part={part} name={name} />
    </figure>
  );
}

interface MediaProps extends MediaPartProps {
  readonly name: string;
}

function Media({ part, name }: MediaProps): ReactNode {
  const { allowedImageOrigins } = useSettings();
  const strings = useStrings();
  const { type, source } = part;
  const isData = source.type === "data";
  const address = isData ? `data:${source.mimeType};base64,${source.value}` : source.value;
  const [failed, setFailed] = useState<{ readonly address: string; readonly hadFocus: boolean }>();
  const handleError: ReactEventHandler<HTMLElement> = ({ currentTarget }) =>
    setFailed({ address, hadFocus: hasFocus(currentTarget.parentElement) });
  const { mimeType } = source;
  if (source.type === "file") return <FileCard name={name} mimeType={mimeType} />;

  const href = isData ? address : (safeHref(address) ?? undefined);
  const size = isData ? Math.floor((source.value.length * 3) / 4) : undefined;
  const details = { name, mimeType, size };
  const link = <FileCard {...details} href={href} isDownload={isData} />;
  // A data URL or a document may have any content: it is offered for download and never embedded.
  const file = isData || type === "document" ? link : <FileCard {...details} />;
  if (failed?.address === address) {
    return (
      <FailedMedia hadFocus={failed.hadFocus}>
        {link}
        <p className="agk-problem">{strings.loadFailed}</p>
      </FailedMedia>
    );
  }

  // An upload of this user has an address that no model wrote, so its origin is safe to load from.
  const url = isData ? undefined : parseWebUrl(address);
  const origins =
    url && isUploaded(address) ? [...allowedImageOrigins, url.origin] : allowedImageOrigins;

  if (type === "image" && imageSource(address)) {
    return (
      <MarkdownContext.Provider
        value={{ labels: strings.markdown, allowedImageOrigins: origins, sources: [], id: "" }}
      >
        <RemoteImage
          address={address}
          alt={name}
          title={undefined}
          isInLink={false}
          onError={handleError}
        />
      </MarkdownContext.Provider>
    );
  }

  if (type === "audio" || type === "video") {
    if (!url && !(isData && source.mimeType.startsWith(`${type}/`))) return file;
    return (
      <Player
        type={type}
        address={address}
        unknownHost={url && !isAllowedOrigin(url, origins) ? url.host : undefined}
        name={name}
        onError={handleError}
      />
    );
  }

  return file;
}

interface PlayerProps {
  readonly type: "audio" | "video";
  readonly address: string;
  /** Host that nothing is loaded from before the user asks for it; undefined when the address is safe to load. */
  readonly unknownHost: string | undefined;
  readonly name: string;
  readonly onError: ReactEventHandler<HTMLElement>;
}

/** Plays audio or video. For an unknown host, a button asks the user first; the page does not have the address before. */
function Player({ type, address, unknownHost, name, onError }: PlayerProps): ReactNode {
  const strings = useStrings();
  const { isGranted, grantConsent, element } = useLoadConsent<HTMLButtonElement & HTMLVideoElement>(
    address,
  );
  if (unknownHost !== undefined && !isGranted) {
    return (
      <LoadConsentButton
        type={type}
        label={strings.playFrom(unknownHost)}
        name={name}
        onPress={grantConsent}
      />
    );
  }
  const props = { src: address, name, autoPlay: isGranted, onError };
  return type === "audio" ? (
    <AudioPlayer {...props} button={element} showsName />
  ) : (
    <VideoPlayer {...props} element={element} />
  );
}

interface FailedMediaProps {
  /** True when the failed element had the focus, which its removal loses. */
  readonly hadFocus: boolean;
  readonly children: ReactNode;
}

/** Offers a link instead: media that fail to load here may open in another tab. */
function FailedMedia({ hadFocus, children }: FailedMediaProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hadFocus) container.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <div className="agk-slot" ref={container}>
      {children}
    </div>
  );
}

/** @internal Returns the file name in `metadata`; the protocol has no field for it. */
export function fileNameOf({ metadata }: MediaContentPart): string | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const name: unknown = Reflect.get(metadata, "filename") ?? Reflect.get(metadata, "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

function parseWebUrl(address: string): URL | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
