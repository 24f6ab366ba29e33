import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import type { CompletionsProps } from "../composerParts.ts";
import { useSettings } from "../settings.tsx";
import type { CompletionMenuProps } from "./CompletionMenu.tsx";
import { isToSend, mayBeCommand } from "./completion.ts";

/**
 * Offers what suits the word that is being written, in a menu above the form it stands in: commands behind a
 * `/` at the beginning, people or files behind an `@`, anything behind any sign.
 *
 * `Composer` and `Chat` have one when they are given `completions`; in a form of one's own it works with the first
 * `<textarea>` of it. Arrow keys choose, Enter and Tab take, Escape closes it and does nothing else. What is taken
 * is written into the message, where the agent reads it; a command is done in its place. Several providers of one
 * sign have a menu in common, in their order. It is loaded when it is first mounted; what may be a command is
 * not sent before that is known, and never when it cannot be. Renders a `<div>` with a listbox while there is something to choose from.
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
  const [Menu, setMenu] = useState<ComponentType<CompletionMenuProps>>();
  const [failures, setFailures] = useState(0);
  const { strings } = useSettings();
  const place = useRef<HTMLSpanElement>(null);
  /** What is sent as soon as it is known whether it is a command. */
  const held = useRef<string>(undefined);
  const latest = useLatest(props.providers);
  const isUsed = props.providers.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the menu, what finds the form goes
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const load = () =>
      importMenu()
        .catch(importMenu)
        .then(
          ({ CompletionMenu }) => setMenu(() => CompletionMenu),
          () => setFailures((count) => count + (held.current ? 1 : 0)),
        );
    const hold = (event: SubmitEvent) => {
      const text = form.querySelector("textarea")?.value ?? "";
      held.current = isToSend(event) && mayBeCommand(text, latest.current) ? text : undefined;
      if (!held.current) return setFailures(0);
      event.preventDefault();
      void load();
    };
    void load();
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [isUsed, Menu, latest]);

  if (!isUsed) return null;
  if (Menu) return <Menu {...props} held={held.current} />;
  return (
    <>
      <span hidden ref={place} />
      {failures > 0 && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" role="alert" key={failures}>
          {strings.commandsUnknown}
        </p>
      )}
    </>
  );
}

const importMenu = () => import("./CompletionMenu.tsx");
