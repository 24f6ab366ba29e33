import type { ReactNode } from "react";
import { Strokes } from "./Strokes.tsx";

/** @internal A sheet of paper: an `Icon` that is loaded with what shows files, and not at first. */
export function FileIcon(): ReactNode {
  return <Strokes name="file" path="M9 2H4.5v12h7V4.5zM9 2v2.5h2.5" />;
}
