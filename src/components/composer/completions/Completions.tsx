import { type ReactNode, useMemo } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { CompletionsProps } from "../../settings/composerProps.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { type CompletionMenuProps, LoadingMenu } from "./LoadingMenu.tsx";

/**
 * Offers what suits the word that is being written, in a menu above the form it stands in: commands behind a
 * `/` at the beginning, people or files behind an `@`, anything behind any sign.
 *
 * `Composer` and `Chat` have one when they are given `completions`; in a form of one's own it works with the first
 * `<textarea>` of it. Arrow keys choose, Enter and Tab take, Escape closes it and does nothing else. What is taken
 * is written into the message, where the agent reads it; a command is done in its place. Several providers of one
 * sign have a menu in common, in their order. It is loaded when it is first mounted; what may be a command is
 * not sent before that is known, and never when it cannot be. Renders a
 * `<div>` with a listbox while there is something to choose from.
 *
 * @example In a form of one's own
 * ```tsx
 * <form onSubmit={handleSubmit}>
 *   <Completions providers={[{ trigger: "@", label: "People", items: people }]} />
 *   <textarea value={text} onChange={(event) => setText(event.target.value)} />
 * </form>
 * ```
 * @throws AgentKitError `missing-provider` outside an `AgentProvider` or `ThreadProvider`.
 * @selector `.agk-completions[data-status="ready"]` Also `loading` and `failed`.
 * @selector `.agk-completion[aria-selected="true"]` The one that Enter takes.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function Completions(props: CompletionsProps): ReactNode {
  const thread = useThread();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent in one thread is none of another's
  const held = useMemo<CompletionMenuProps["pendingSubmit"]>(
    () => ({ current: undefined }),
    [thread],
  );
  return props.providers.length > 0 && <Menu {...props} pendingSubmit={held} />;
}

const importMenu = () => import("./CompletionMenu.tsx");
const Menu = lazyPart<CompletionMenuProps>(
  () =>
    importMenu()
      .catch(importMenu)
      .then((file) => file.CompletionMenu),
  { Loading: LoadingMenu, Failed: LoadingMenu },
);
