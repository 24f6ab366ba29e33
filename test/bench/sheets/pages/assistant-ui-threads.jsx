import { ThreadListItemPrimitive, ThreadListPrimitive, useAuiState } from "@assistant-ui/react";
import { Ellipsis, Plus, Search } from "lucide-react";
import { Fragment } from "react";
import { DAY, earlier } from "./page.js";

const CURRENT = "current";

/** The adapter of a list with the current conversation and the earlier ones. */
export const threadList = {
  threadId: CURRENT,
  threads: [
    [CURRENT, "Which products sold best this week?", 0],
    ...Object.entries(earlier).map(([title, days]) => [title, title, days]),
  ].map(([id, title, days]) => ({
    id,
    status: "regular",
    title,
    lastMessageAt: new Date(Date.now() - days * DAY),
  })),
};

const groups = ["Today", "Yesterday", "Earlier"];

const ThreadListItem = () => (
  <ThreadListItemPrimitive.Root className="aui-thread-item">
    <ThreadListItemPrimitive.Trigger>
      <ThreadListItemPrimitive.Title fallback="New Chat" />
    </ThreadListItemPrimitive.Trigger>
    <button type="button" className="aui-icon">
      <Ellipsis size={14} />
    </button>
  </ThreadListItemPrimitive.Root>
);

const components = { ThreadListItem };

/** Lists the conversations by day, under a search field, as the registry of assistant-ui does. */
export function ThreadList() {
  const ids = useAuiState(({ threads }) => threads.threadIds);
  const ages = [0, ...Object.values(earlier)];
  return (
    <ThreadListPrimitive.Root className="aui-thread-list">
      <ThreadListPrimitive.New className="aui-new">
        <Plus size={16} /> New Thread
      </ThreadListPrimitive.New>
      <label>
        <Search size={16} />
        <input type="search" placeholder="Search threads" />
      </label>
      {groups.map((label, day) => (
        <Fragment key={label}>
          <small>{label}</small>
          {ids.map((id, index) =>
            Math.min(ages[index], 2) === day ? (
              <ThreadListPrimitive.ItemByIndex key={id} index={index} components={components} />
            ) : null,
          )}
        </Fragment>
      ))}
    </ThreadListPrimitive.Root>
  );
}
