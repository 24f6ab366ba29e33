import { type ReactNode, useEffect, useRef } from "react";
import { SearchBar } from "../../src/components/search/SearchBar.tsx";
import { searchState } from "../../src/components/search/useConversationSearch.ts";
import { LoadFailed } from "../../src/components/status/LoadFailed.tsx";
import { OnceButton } from "../../src/components/ui/OnceButton.tsx";
import { useThread } from "../../src/hooks/providers/useThread.ts";
import { Conversation } from "../conversation.tsx";
import { trip } from "../fixtures.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const always = { disabled: alwaysUsable, busy: neverBusy };
const whileUsable = { disabled: onlyWhileUsable, busy: neverBusy };

/** Renders the search of a conversation that has matches, unless the query is empty. */
function Search({ query = "Lisbon" }: { readonly query?: string }): ReactNode {
  return (
    <Conversation messages={trip}>
      <WithQuery query={query}>
        <SearchBar onClose={ignore} />
      </WithQuery>
    </Conversation>
  );
}

interface WithQueryProps {
  readonly query: string;
  readonly children: ReactNode;
}

function WithQuery({ query, children }: WithQueryProps): ReactNode {
  const thread = useThread();
  useEffect(() => {
    searchState.updateState(thread, (before) => ({ ...before, query }));
  }, [thread, query]);
  return children;
}

/** The field and the buttons of a search. */
export const searchControls: readonly Control[] = [
  {
    name: "Field",
    target: ".agk-search-field",
    frame: ".agk-search",
    rest: <Search />,
    without: { ...always, pressed: typedInto },
  },
  {
    name: "Previous match",
    target: ".agk-quiet",
    rest: <Search />,
    disabled: <Search query="" />,
    without: { busy: neverBusy },
  },
  {
    name: "Next match",
    target: ".agk-quiet:nth-last-of-type(2)",
    rest: <Search />,
    disabled: <Search query="" />,
    without: { busy: neverBusy },
  },
  { name: "Close", target: ".agk-quiet:last-of-type", rest: <Search />, without: always },
];

/** The button of a run that has stopped before its end. */
export const runEndedControls: readonly Control[] = [
  {
    name: "Continue",
    target: ".agk-button",
    rest: <OnceButton label="Continue" onPress={ignore} />,
    without: whileUsable,
  },
];

/** The buttons of code that could not be loaded. */
export const notLoadedControls: readonly Control[] = [
  {
    name: "Try again",
    target: ".agk-button:last-child",
    rest: <LoadFailed onRetry={ignore} isRetried={false} />,
    without: whileUsable,
  },
  {
    name: "Reload the page",
    target: ".agk-button",
    rest: <LoadFailed onRetry={ignore} isRetried />,
    without: whileUsable,
  },
];

/** Renders options of a menu, which opens above the composer. */
function Options({ isActive = false }: { readonly isActive?: boolean }): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className="agk-completions" style={{ position: "relative", inset: "auto" }}>
      <div role="listbox" aria-label="Commands" tabIndex={0} ref={list}>
        <div className="agk-completion" role="option" aria-selected={isActive} tabIndex={-1}>
          <span>summary</span>
          <small>In short</small>
        </div>
      </div>
    </div>
  );
}

const option = {
  target: ".agk-completion",
  without: {
    ...whileUsable,
    focus: "The focus stays in the field, which names the active option.",
  },
};

/** The options of the menu for commands and mentions. The pointer and the arrow keys make an option active. */
export const completionControls: readonly Control[] = [
  { ...option, name: "Option", rest: <Options /> },
  { ...option, name: "Option, active", rest: <Options isActive /> },
];
