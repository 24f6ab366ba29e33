import type { ReactNode } from "react";
import type { RemoteImageProps } from "./RemoteImage.tsx";
import { useExtras } from "./useExtras.ts";

/** An image; until what may show it has been loaded, and on a server, its text. */
export function LateImage(props: RemoteImageProps): ReactNode {
  const Image = useExtras()?.RemoteImage;
  return Image ? <Image {...props} /> : props.alt;
}
