import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { NewerPlace } from "./NewerPlace.tsx";
import { OlderPlace } from "./OlderPlace.tsx";
import type { UndrawnPlaceProps } from "./undrawn.ts";

/** @internal The end of what is drawn of a long conversation: has more drawn when one comes near, and all to be printed. */
export function UndrawnPlace(props: UndrawnPlaceProps): ReactNode {
  const { drawn, onDraw } = props;
  useEffect(() => {
    const drawAll = () => flushSync(() => onDraw({ from: 0, to: drawn.rows.length }));
    addEventListener("beforeprint", drawAll);
    return () => removeEventListener("beforeprint", drawAll);
  }, [drawn, onDraw]);
  return props.isBelow ? <NewerPlace {...props} /> : <OlderPlace {...props} />;
}
