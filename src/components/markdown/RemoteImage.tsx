import { type ReactEventHandler, type ReactNode, useContext, useState } from "react";
import { LoadConsentButton, useLoadConsent } from "../media/loadConsent.tsx";
import { Lightbox } from "../ui/Lightbox.tsx";
import { imageSource, isAllowedOrigin } from "./links.ts";
import { MarkdownContext } from "./markdownContext.ts";

interface RemoteImageProps {
  /** Address with entities decoded, as a model wrote it: may be invalid or unsafe. */
  address: string;
  alt: string;
  title: string | undefined;
  /** True inside a link, which must not contain a button: an image that may not load is then its text. */
  isInLink: boolean;
  onError?: ReactEventHandler<HTMLImageElement>;
}

/**
 * Renders an image, which opens in the whole window unless it is in a link. A remote image loads only from an allowed origin or after a click. A model that follows injected
 * instructions can put the conversation into an address, and loading the image would send it.
 */
export function RemoteImage(props: RemoteImageProps): ReactNode {
  const { address, alt, title, isInLink, onError } = props;
  const { allowedImageOrigins, labels } = useContext(MarkdownContext);
  const consent = useLoadConsent<HTMLImageElement>(address);
  const [failed, setFailed] = useState<string>();
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
        onError={(event) => {
          setFailed(src);
          onError?.(event);
        }}
      />
    );
    if (isInLink) return image;
    return (
      <Lightbox src={src} alt={alt} canOpen={failed !== src}>
        {image}
      </Lightbox>
    );
  }
  if (isInLink) return alt || remote.host;
  return (
    <LoadConsentButton
      type="image"
      label={labels.loadImage(remote.host)}
      name={alt}
      title={title}
      onPress={consent.grantConsent}
    />
  );
}
