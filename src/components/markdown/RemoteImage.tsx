import { type ReactEventHandler, type ReactNode, useContext } from "react";
import { Lightbox } from "../ui/Lightbox.tsx";
import { useLoadConsent } from "../ui/useLoadConsent.ts";
import { imageSource, isAllowedOrigin } from "./links.ts";
import { MarkdownContext } from "./markdownContext.ts";

interface RemoteImageProps {
  /** Address with entities decoded, as a model wrote it: may be invalid or unsafe. */
  address: string;
  alt: string;
  title: string | undefined;
  /** True inside a link, which must not contain a button: an image that may not load is then its text. */
  isInLink: boolean;
  /** True when the image opens in the whole window. @defaultValue false */
  isEnlargeable?: boolean;
  onError?: ReactEventHandler<HTMLImageElement>;
}

/**
 * Renders an image. A remote image loads only from an allowed origin or after a click. A model that follows injected
 * instructions can put the conversation into an address, and loading the image would send it.
 */
export function RemoteImage(props: RemoteImageProps): ReactNode {
  const { address, alt, title, isInLink, isEnlargeable, onError } = props;
  const { allowedImageOrigins, labels } = useContext(MarkdownContext);
  const consent = useLoadConsent<HTMLImageElement>(address);
  const source = imageSource(address);
  if (!source) return alt;
  const { src, remote } = source;
  if (!remote || consent.isGranted || isAllowedOrigin(remote, allowedImageOrigins)) {
    const image = (
      <img
        className="agk-image"
        ref={consent.element}
        tabIndex={consent.isGranted ? -1 : undefined}
        src={src}
        alt={alt}
        title={title}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={onError}
      />
    );
    return isEnlargeable ? (
      <Lightbox src={src} alt={alt}>
        {image}
      </Lightbox>
    ) : (
      image
    );
  }
  if (isInLink) return alt || remote.host;
  return (
    <button type="button" className="agk-button" title={title} onClick={consent.grant}>
      {labels.loadImage(remote.host)}
      {alt && <span>{alt}</span>}
    </button>
  );
}
