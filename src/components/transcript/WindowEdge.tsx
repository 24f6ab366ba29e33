import type { ReactNode } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { MorePlaceProps } from "./drawn.ts";
import { EarlierPlace } from "./EarlierMessagesSlot.tsx";
import { OlderPlace } from "./OlderPlace.tsx";
import { NewerPlace } from "./WindowBottomEdge.tsx";

/**
 * @internal An end of what is drawn of a conversation: has more drawn when one comes near; where all is, offers what
 * the agent knows of before that.
 */
export function WindowEdge(props: MorePlaceProps): ReactNode {
  const { drawn, isBelow } = props;
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  if (isBelow) return <NewerPlace {...props} />;
  const isAtTop = drawn.from === 0;
  return (
    <>
      {hasEarlier && <EarlierPlace isAtTop={isAtTop} />}
      {!isAtTop && <OlderPlace {...props} />}
    </>
  );
}
