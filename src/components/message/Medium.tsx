import { type ReactEventHandler, type ReactNode, useEffect, useRef, useState } from "react";
import { isUploaded } from "../composer/attachments/attachment.ts";
import { imageSource, isAllowedOrigin, safeHref } from "../markdown/links.ts";
import { MarkdownContext } from "../markdown/options.ts";
import { RemoteImage } from "../markdown/RemoteImage.tsx";
import { useSettings } from "../settings/settings.tsx";
import type { MediaPartProps } from "../settings/transcriptProps.ts";
import { activeElementIn } from "../ui/activeElement.ts";
import { FileLink } from "./FileLink.tsx";

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
  const [broken, setBroken] = useState<{ readonly address: string; readonly hadFocus: boolean }>();
  const handleError: ReactEventHandler<HTMLElement> = ({ currentTarget }) =>
    setBroken({ address, hadFocus: currentTarget === activeElementIn(currentTarget) });
  if (source.type === "file") return <FileLink name={name} />;

  const href = isData ? address : (safeHref(address) ?? undefined);
  const file = (
    <FileLink
      name={name}
      {...(href !== undefined && { href })}
      {...(isData && { download: name })}
    />
  );
  // What may hold anything is saved, and opened nowhere here.
  const named = isData || type === "document" ? file : <FileLink name={name} />;
  if (broken?.address === address) {
    return (
      <Broken hadFocus={broken.hadFocus}>
        {file}
        <p className="agk-problem">{strings.loadFailed}</p>
      </Broken>
    );
  }

  // Where the application has put the person's own file, nobody has written anything into the address.
  const url = isData ? undefined : webUrl(address);
  const origins =
    url && isUploaded(address) ? [...allowedImageOrigins, url.origin] : allowedImageOrigins;

  if (type === "image" && imageSource(address)) {
    return (
      <MarkdownContext.Provider
        value={{ labels: strings.markdown, allowedImageOrigins: origins, id: "" }}
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
    const Player = type;
    if (!url && !(isData && source.mimeType.startsWith(`${type}/`))) return named;
    const isFree = !url || isAllowedOrigin(url, origins);
    return (
      <Player
        src={address}
        controls
        preload={isFree ? "metadata" : "none"}
        aria-label={name}
        onError={handleError}
      />
    );
  }

  return named;
}

interface BrokenProps {
  /** Whether the focus was on what could not be shown, and so is lost. */
  readonly hadFocus: boolean;
  readonly children: ReactNode;
}

/** What cannot be shown here can perhaps be opened elsewhere. */
function Broken({ hadFocus, children }: BrokenProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hadFocus) place.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <div className="agk-slot" ref={place}>
      {children}
    </div>
  );
}

function webUrl(address: string): URL | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
