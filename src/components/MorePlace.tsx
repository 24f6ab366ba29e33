import { type ReactNode, useEffect } from "react";
import { flushSync } from "react-dom";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import type { MorePlaceProps } from "./drawn.ts";
import { EarlierPlace } from "./EarlierPlace.tsx";
import { NewerPlace } from "./NewerPlace.tsx";
import { OlderPlace } from "./OlderPlace.tsx";

/**
 * @internal An end of what is drawn of a conversation: has more drawn when one comes near, and all of it to be printed;
 * where all is, offers what the agent knows of before that.
 */
export function MorePlace(props: MorePlaceProps): ReactNode {
  const { drawn, onDraw, isBelow } = props;
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  useEffect(() => {
    const drawAll = () => flushSync(() => onDraw({ from: 0, to: drawn.rows.length }));
    addEventListener("beforeprint", drawAll);
    return () => removeEventListener("beforeprint", drawAll);
  }, [drawn, onDraw]);
  if (isBelow) return <NewerPlace {...props} />;
  const isAtTop = drawn.from === 0;
  return (
    <>
      {hasEarlier && <EarlierPlace isAtTop={isAtTop} />}
      {!isAtTop && <OlderPlace {...props} />}
    </>
  );
}
