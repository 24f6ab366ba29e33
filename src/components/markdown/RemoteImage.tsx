import { useContext, useEffect, useRef, useState } from "react";
import { useLabels } from "./lateLabels.ts";
import { imageSource, isAllowedOrigin } from "./links.ts";
import { MarkdownContext, type RemoteImageProps } from "./options.ts";

/**
 * An image that is loaded from elsewhere only once a person or the application has said so. A model
 * misled by what it read can put the conversation into an address, and loading it sends it off.
 */
export function RemoteImage({ address, alt, title, isInLink, onError }: RemoteImageProps) {
  const { allowedImageOrigins } = useContext(MarkdownContext);
  const labels = useLabels();
  const [isWanted, setIsWanted] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isWanted) image.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const source = imageSource(address);
  if (!source) return alt;
  const { src, remote } = source;
  if (!remote || isWanted || isAllowedOrigin(remote, allowedImageOrigins)) {
    return (
      <img
        className="agk-image"
        ref={image}
        tabIndex={isWanted ? -1 : undefined}
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
    <button type="button" className="agk-button" title={title} onClick={() => setIsWanted(true)}>
      {labels.loadImage(remote.host)}
      {alt && <span>{alt}</span>}
    </button>
  );
}
