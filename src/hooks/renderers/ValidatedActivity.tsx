import type { ReactNode } from "react";
import { isRunning } from "../../reducer/isRunning.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import type { ActivityBodyProps } from "./activityRenderers.ts";
import { useCheckedContent } from "./useValidatedContent.ts";

/**
 * @internal What a renderer makes of one activity, or the default where its content does not fit, and
 * nothing until that is known. It comes with `useActivityRenderer`, so that a chat without renderers
 * does not carry it.
 *
 * Calls `render` and does not make a component of it: written inline, it is another every time.
 */
export function CheckedActivity({ message, renderer, fallback }: ActivityBodyProps): ReactNode {
  const { id, activityType, content } = message;
  const isOfThisTurn = useSnapshot(
    ({ run, messages }) =>
      isRunning(run) && messages.findLast((one) => one.role === "user" || one.id === id)?.id === id,
  );
  const checked = useCheckedContent(renderer.schema, content, {
    type: activityType,
    isFinal: !isOfThisTurn,
  });
  // The default would be seen for a moment, and then something else in its place.
  if (checked === "unknown") return null;
  if (checked === "misfit") return fallback;
  const { value } = checked;
  return renderer.render({ activityType, content: value, message, isRunning: isOfThisTurn });
}
