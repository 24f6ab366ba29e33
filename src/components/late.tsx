import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";

/** What is shown in place of a part that could not be loaded is given this as well. */
export interface Retry {
  /** Loads the part again, and shows it where it could not be shown. */
  readonly onRetry: () => void;
}

type View<Props> = (props: Props) => ReactNode;

interface LateView<Props> extends View<Props> {
  /** Loads it before it is shown, so that even the first one is there at once. */
  readonly preload: () => void;
}

interface Meanwhile<Props> {
  /** Shown until it is there. @defaultValue Nothing. */
  readonly Loading?: View<Props>;
  /** Shown where it cannot be loaded, in place of a broken page. @defaultValue Nothing. */
  readonly Failed?: View<Props & Retry>;
}

/**
 * @internal A part whose code is loaded when the first one is shown, and is there at once for all
 * others. One that could not be loaded is tried again with the next one.
 *
 * @example
 * ```tsx
 * const List = late(() => import("./QueueList.tsx").then((file) => file.QueueList));
 * ```
 */
export function late<Props extends object>(
  load: () => Promise<View<Props>>,
  { Loading = Nothing, Failed = Nothing }: Meanwhile<Props> = {},
): LateView<Props> {
  /** What to show: what was loaded, or what waits for it, the same for all that do. */
  let shared: View<Props & Retry> | undefined;
  const loaded = () =>
    load().then(
      (Loaded) => {
        shared = Loaded;
        return { default: Loaded };
      },
      () => {
        shared = undefined;
        return { default: Failed };
      },
    );
  const attempt = () => (shared ??= lazy<View<Props & Retry>>(loaded));

  function Late(props: Props): ReactNode {
    const [Part, setPart] = useState(attempt);
    const handleRetry = useCallback(() => setPart(attempt), []);
    return (
      <Suspense fallback={<Loading {...props} />}>
        <Part {...props} onRetry={handleRetry} />
      </Suspense>
    );
  }
  return Object.assign(Late, { preload: () => void (shared ?? loaded()) });
}

function Nothing(): ReactNode {
  return null;
}
