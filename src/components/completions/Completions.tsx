import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import type { CompletionsProps } from "../parts.ts";
import { useSettings } from "../settings.tsx";
import { type CompletionItem, type CompletionProvider, isAnywhere } from "./completion.ts";
import { isToSend, submitForm } from "./submitForm.ts";

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
  const [Menu, setMenu] = useState<ComponentType<CompletionsProps>>();
  const [failures, setFailures] = useState(0);
  const { strings } = useSettings();
  const place = useRef<HTMLSpanElement>(null);
  /** The form that is sent as soon as it is known whether that does a command. */
  const held = useRef<HTMLFormElement>(undefined);
  const providers = useLatest(props.providers);
  const isUsed = props.providers.length > 0;

  useEffect(() => {
    const form = place.current?.closest("form");
    if (Menu) {
      if (held.current) submitForm(held.current);
      held.current = undefined;
      return;
    }
    if (!isUsed) return;
    const load = () =>
      importMenu()
        .catch(importMenu)
        .then(
          ({ CompletionMenu }) => setMenu(() => CompletionMenu),
          () => {
            if (held.current) setFailures((count) => count + 1);
            held.current = undefined;
          },
        );
    const handleSubmit = (event: SubmitEvent) => {
      const text = form?.querySelector("textarea")?.value ?? "";
      if (!form || !isToSend(event) || !mayBeCommand(text, providers.current)) return;
      event.preventDefault();
      held.current = form;
      void load();
    };
    const handleInput = () => {
      held.current = undefined;
      setFailures(0);
    };
    void load();
    form?.addEventListener("submit", handleSubmit);
    form?.addEventListener("input", handleInput);
    return () => {
      form?.removeEventListener("submit", handleSubmit);
      form?.removeEventListener("input", handleInput);
    };
  }, [Menu, isUsed, providers]);

  if (!isUsed) return null;
  if (Menu) return <Menu {...props} />;
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

/** Whether a text begins as a command may: what is no more than a mention may be sent by itself. */
function mayBeCommand(text: string, providers: readonly CompletionProvider[]): boolean {
  return providers.some((provider) => {
    const { trigger, items } = provider;
    const hasCommands =
      !isAnywhere(provider) || (typeof items !== "function" && items.some(isDone));
    return hasCommands && trigger !== "" && text.trim().startsWith(trigger);
  });
}

const isDone = ({ run }: CompletionItem) => run !== undefined;
