import { type ReactNode, useContext } from "react";
import { MarkdownContext, type RemoteImageProps } from "./options.ts";

/** An image; until what may show it has been loaded, and on a server, its text. */
export function LateImage(props: RemoteImageProps): ReactNode {
  const { RemoteImage } = useContext(MarkdownContext);
  return RemoteImage ? <RemoteImage {...props} /> : props.alt;
}
