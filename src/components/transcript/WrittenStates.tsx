import { type ReactNode, useMemo } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import {
  findStateRenderers,
  type StateRenderer,
  stateRenderersOf,
} from "../../hooks/renderers/stateRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { ValidatedState } from "../../hooks/renderers/ValidatedState.tsx";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import {
  isSameWrittenState,
  selectWrittenState,
  statesAfter,
} from "../../selectors/writtenStates.ts";
import { CustomRender } from "../ui/ErrorBoundary.tsx";

interface WrittenStatesProps {
  /** Keys of the states at one position of the transcript. */
  readonly keys: readonly string[];
}

/** @internal Renders written states with the renderers that the application registered; nothing without one. */
export function WrittenStates({ keys }: WrittenStatesProps): ReactNode {
  const { agentId } = useThread();
  const find = useMemo(() => {
    let last: readonly StateRenderer[] = [];
    return (lists: readonly (readonly StateRenderer[])[]) => {
      const selected = findStateRenderers(lists, agentId);
      // React compares results by identity.
      if (!haveSameItems(selected, last)) last = selected;
      return last;
    };
  }, [agentId]);
  const renderers = useMatchingRenderer(stateRenderersOf, find);
  if (!renderers?.length) return null;
  return keys.map((key) => <StateOfRun key={key} id={key} renderers={renderers} />);
}

/** @internal Renders the states that runs wrote before the first message of the agent or of a sub-agent. */
export function WrittenStatesAtStart({ ownerId }: { readonly ownerId?: string }): ReactNode {
  const keys = useSnapshot((snapshot) => statesAfter(snapshot, undefined, ownerId), haveSameItems);
  return <WrittenStates keys={keys} />;
}

interface StateOfRunProps {
  readonly id: string;
  readonly renderers: readonly StateRenderer[];
}

function StateOfRun({ id, renderers }: StateOfRunProps): ReactNode {
  const view = useSnapshot((snapshot) => selectWrittenState(snapshot, id), isSameWrittenState);
  return (
    view &&
    renderers.map((renderer) => (
      <CustomRender key={renderer.id} fallback={null} resetKeys={[renderer, view.state]}>
        <ValidatedState renderer={renderer} view={view} />
      </CustomRender>
    ))
  );
}
