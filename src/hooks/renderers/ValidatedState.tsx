import { type ReactNode, useMemo } from "react";
import { getAt } from "../../reducer/json/jsonPointer.ts";
import { isEqual } from "../../reducer/replaceEqualDeep.ts";
import type { WrittenStateView } from "../../selectors/writtenStates.ts";
import type { StateRenderer } from "./stateRenderers.ts";
import { useValidatedContent } from "./useValidatedContent.ts";

interface ValidatedStateProps {
  readonly renderer: StateRenderer;
  readonly view: WrittenStateView;
}

/**
 * @internal Renders one written state with a registered renderer. Renders nothing when the run did not change the
 * part that the renderer is for, nor when this part is invalid.
 */
export function ValidatedState({ renderer, view }: ValidatedStateProps): ReactNode {
  const { pointer: name, schema, render } = renderer;
  const { entry, isRunning } = view;
  const state = getAt(view.state, name);
  const before = getAt(view.before, name);
  const isChanged = useMemo(() => !isEqual(before, state), [before, state]);
  const isShown = isChanged && state !== undefined;
  const validated = useValidatedContent(isShown ? schema : undefined, state, {
    subject: `The state${name && ` at "${name}"`} that a run wrote`,
    consequence: "It is not rendered in the transcript.",
    isFinal: !isRunning,
  });
  if (!isShown || typeof validated === "string") return null;
  const { runId, subagentRunId } = entry;
  return render({ state: validated.value, runId, subagentRunId, isRunning });
}
