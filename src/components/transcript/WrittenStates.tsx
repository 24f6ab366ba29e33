import { type ReactNode, useMemo } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import {
  findStateRenderers,
  type StateRenderer,
  stateRenderersOf,
} from "../../hooks/renderers/stateRenderers.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import { useValidatedContent } from "../../hooks/renderers/useValidatedContent.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isEqual } from "../../reducer/json/deepEqual.ts";
import { getAt } from "../../reducer/json/jsonPointer.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import {
  isSameWrittenState,
  selectWrittenState,
  statesAtStart,
  type WrittenStateView,
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
      const found = findStateRenderers(lists, agentId);
      // React compares results by identity.
      if (!haveSameItems(found, last)) last = found;
      return last;
    };
  }, [agentId]);
  const renderers = useMatchingRenderer(stateRenderersOf, find);
  if (!renderers?.length) return null;
  return keys.map((key) => <StateOfRun key={key} id={key} renderers={renderers} />);
}

/** @internal Renders the states that runs wrote before the first message of the agent or of a sub-agent. */
export function WrittenStatesAtStart({ ownerId }: { readonly ownerId?: string }): ReactNode {
  const keys = useSnapshot((snapshot) => statesAtStart(snapshot, ownerId), haveSameItems);
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
    renderers.map((renderer) => <StateSlot key={renderer.id} renderer={renderer} view={view} />)
  );
}

interface StateSlotProps {
  readonly renderer: StateRenderer;
  readonly view: WrittenStateView;
}

/** Renders the part of a state that a renderer is for, if the run changed that part. */
function StateSlot({ renderer, view }: StateSlotProps): ReactNode {
  const value = getAt(view.state, renderer.name);
  const before = getAt(view.before, renderer.name);
  const isChanged = useMemo(() => !isEqual(before, value), [before, value]);
  if (!isChanged || value === undefined) return null;
  return (
    <CustomRender fallback={null} resetKeys={[renderer, value]}>
      <ValidatedState renderer={renderer} view={view} value={value} />
    </CustomRender>
  );
}

function ValidatedState({
  renderer,
  view,
  value,
}: StateSlotProps & { readonly value: unknown }): ReactNode {
  const { entry, isRunning } = view;
  const validated = useValidatedContent(renderer.schema, value, {
    subject: `The state${renderer.name && ` at "${renderer.name}"`} that a run wrote`,
    consequence: "It is not rendered in the transcript.",
    isFinal: !isRunning,
  });
  if (typeof validated === "string") return null;
  return renderer.render({
    state: validated.value,
    runId: entry.runId,
    subagentRunId: entry.subagentRunId,
    isRunning,
  });
}
