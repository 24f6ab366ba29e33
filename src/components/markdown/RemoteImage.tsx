import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { imageSource, isAllowedOrigin } from "./links.ts";
import { MarkdownContext, type RemoteImageProps } from "./markdownContext.ts";

/**
 * Renders an image. A remote image loads only from an allowed origin or after a click: a model that follows injected
 * instructions can put the conversation into an address, and loading the image would send it.
 */
export function RemoteImage(props: RemoteImageProps): ReactNode {
  const { address, alt, title, isInLink, onError } = props;
  const { allowedImageOrigins, labels } = useContext(MarkdownContext);
  const [isRequested, setIsRequested] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The image takes the focus of the button that it replaces.
  useEffect(() => {
    if (isRequested) image.current?.focus({ preventScroll: true });
  }, [isRequested]);
  const source = imageSource(address);
  if (!source) return alt;
  const { src, remote } = source;
  if (!remote || isRequested || isAllowedOrigin(remote, allowedImageOrigins)) {
    return (
      <img
        className="agk-image"
        ref={image}
        tabIndex={isRequested ? -1 : undefined}
        src={src}
        alt={alt}
        title={title}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={onError}
      />
    );
  }
  if (isInLink) return alt || remote.host;
  return (
    <button type="button" className="agk-button" title={title} onClick={() => setIsRequested(true)}>
      {labels.loadImage(remote.host)}
      {alt && <span>{alt}</span>}
    </button>
  );
}
