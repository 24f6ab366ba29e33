import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { useSettings } from "../components/settings/settings.tsx";
import { Skeleton } from "../components/status/LoadFailed.tsx";
import { useStrings } from "../components/strings/useStrings.ts";
import { Disclosure } from "../components/ui/Disclosure.tsx";
import { Icon } from "../components/ui/Icon.tsx";
import { NotDisplayed } from "../components/ui/PartBoundary.tsx";
import { VisibleText } from "../components/ui/VisibleText.tsx";
import { useThread } from "../hooks/providers/useThread.ts";
import { isDevelopment } from "../protocol/developmentHint.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import type { Surface } from "./createSurface.ts";
import type { SurfaceLifecycle } from "./operations.ts";
import { SurfaceView } from "./SurfaceView.tsx";
import { surfaceStoreOf } from "./surfaceStoreOf.ts";

interface SourceViewProps {
  /** Key of an activity or a tool result; see `foldSurfaces`. */
  readonly source: string;
  readonly catalog: SurfaceCatalog;
  /** True while the agent may change the source. */
  readonly isRunning: boolean;
  /** Rendered when the thread has no such source. @defaultValue Nothing. */
  readonly fallback?: ReactNode;
}

/** Renders the surfaces of an activity or a tool result, or what the agent does before there are any. */
export function SourceView({
  source: key,
  catalog,
  isRunning,
  fallback = null,
}: SourceViewProps): ReactNode {
  const store = surfaceStoreOf(useThread(), catalog);
  const read = () => store.getSource(key);
  const source = useSyncExternalStore(store.subscribe, read, read);
  const ready = useReadySurfaces(source?.surfaces ?? NONE);
  if (!source) return fallback;
  if (ready.length > 0)
    return ready.map((surface, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a deleted surface may be followed by one with the same id
      <SurfaceView key={`${index} ${surface.model.id}`} surface={surface} />
    ));
  const { lifecycle, surfaces, isUpdate } = source;
  if (lifecycle?.status === "failed") return <FailedSurface lifecycle={lifecycle} />;
  if (isUpdate || (!lifecycle && surfaces.length === 0)) return null;
  if (isRunning) return <BuildingSurface lifecycle={lifecycle} />;
  return lifecycle ? <UnfinishedSurface /> : <NotDisplayed />;
}

const NONE: readonly Surface[] = [];

/** Returns the surfaces that have something to show. */
function useReadySurfaces(surfaces: readonly Surface[]): readonly Surface[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = surfaces.map((surface) => surface.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    [surfaces],
  );
  // A number, because an array would be new each time.
  const count = () => surfaces.filter((surface) => surface.isReady()).length;
  const readyCount = useSyncExternalStore(subscribe, count, count);
  return readyCount === 0 ? NONE : surfaces.filter((surface) => surface.isReady());
}

/** Renders the outline of a surface that arrives. */
function BuildingSurface({
  lifecycle,
}: {
  readonly lifecycle: SurfaceLifecycle | undefined;
}): ReactNode {
  const { toolCall, work } = useStrings();
  const { status, attempt, maxAttempts } = lifecycle ?? {};
  const isRetrying = status === "retrying" && attempt !== undefined && maxAttempts !== undefined;
  return (
    <div className="agk-a2ui-building" data-status={status ?? "building"}>
      <p className="agk-hint" role="status">
        {toolCall.streaming}
        {isRetrying && <> · {work.progressOf(attempt, maxAttempts)}</>}
      </p>
      <Skeleton />
    </div>
  );
}

function UnfinishedSurface(): ReactNode {
  const { toolCall } = useStrings();
  return (
    <p className="agk-hint agk-a2ui-unfinished">
      <Icon name="unfinished" />
      <span>{toolCall.unfinished}</span>
    </p>
  );
}

/** Renders words for the user, and the errors for developers as far as the agent exposes them. */
function FailedSurface({ lifecycle }: { readonly lifecycle: SurfaceLifecycle }): ReactNode {
  const { toolCall } = useStrings();
  const { showServerErrors = isDevelopment() } = useSettings();
  const { debugExposure = showServerErrors ? "collapsed" : "hidden", errors } = lifecycle;
  return (
    <div className="agk-a2ui-failed">
      <NotDisplayed />
      {debugExposure !== "hidden" && errors.length > 0 && (
        <Disclosure
          className="agk-activity"
          isOpen={debugExposure === "verbose"}
          summary={<span className="agk-label">{toolCall.error}</span>}
        >
          {() => (
            <ul>
              {errors.map(({ code, path, message }) => (
                <li key={`${code} ${path} ${message}`} dir="auto">
                  {[code, path].filter(Boolean).map((part) => (
                    <code key={part}>{part}</code>
                  ))}{" "}
                  <VisibleText text={message} kind="prose" />
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </div>
  );
}
