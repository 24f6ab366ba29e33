import { createRef, type ReactNode } from "react";
import { Launcher } from "../../src/components/chat/Launcher.tsx";
import { SidebarResizer } from "../../src/components/chat/resizing/SidebarResizer.tsx";
import { ThreadListItem } from "../../src/components/threadList/ThreadListItem.tsx";
import { IconButton } from "../../src/components/tooltip/IconButton.tsx";
import { closedChatIconPaths } from "../../src/components/ui/closedChatIconPaths.ts";
import { Icon } from "../../src/components/ui/Icon.tsx";
import { NamedIcon } from "../../src/components/ui/NamedIcon.tsx";
import type { ThreadSummary } from "../../src/hooks/threads/useThreads.ts";
import { alwaysUsable, neverBusy, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const always = { disabled: alwaysUsable, busy: neverBusy };

function OpenButton({ isToggle = false, unread = 0 }): ReactNode {
  return (
    <Launcher
      className={isToggle ? "agk-button agk-toggle" : "agk-launcher"}
      style={isToggle ? undefined : { position: "relative", inset: 0 }}
      isOpen={false}
      unread={unread}
      controls="chat"
      button={createRef()}
      surface={createRef()}
      toggle={ignore}
      isForFiles={false}
      icon="chat"
    >
      {isToggle ? "Ask the assistant" : undefined}
    </Launcher>
  );
}

function HeaderButton({ isOpen }: { readonly isOpen: boolean }): ReactNode {
  return (
    <div className="agk-header">
      <IconButton className="agk-quiet" label="History" aria-expanded={isOpen}>
        <NamedIcon name="history" path={closedChatIconPaths.history} />
      </IconButton>
    </div>
  );
}

/** The button that opens a popup. */
export const popupControls: readonly Control[] = [
  { name: "Launcher", target: ".agk-launcher", rest: <OpenButton />, without: always },
  {
    name: "Launcher, unread",
    target: ".agk-launcher",
    rest: <OpenButton unread={2} />,
    without: always,
  },
  {
    name: "Header",
    target: ".agk-quiet",
    rest: <HeaderButton isOpen={false} />,
    without: always,
  },
  {
    name: "Header, open",
    target: ".agk-quiet",
    rest: <HeaderButton isOpen />,
    without: always,
  },
];

function Handle(): ReactNode {
  const panel = createRef<HTMLDivElement>();
  return (
    <div className="agk-sidebar" style={{ blockSize: 64, inlineSize: 80 }} ref={panel} id="panel">
      <SidebarResizer panel={panel} panelId="panel" width={undefined} onWidthChange={ignore} />
    </div>
  );
}

/** The button that opens a sidebar, and the edge that resizes it. */
export const sidebarControls: readonly Control[] = [
  { name: "Toggle", target: ".agk-toggle", rest: <OpenButton isToggle />, without: always },
  { name: "Edge", target: ".agk-resizer", rest: <Handle />, without: always },
];

const thread: ThreadSummary = {
  threadId: "t1",
  title: "A day in Lisbon",
  createdAt: 0,
  updatedAt: 0,
  isArchived: false,
  isUnread: false,
  isRunning: false,
  needsInput: false,
  isCurrent: false,
};

function Row(props: Partial<ThreadSummary>): ReactNode {
  return (
    <div className="agk-threads">
      <ul className="agk-threads-list">
        <ThreadListItem
          thread={{ ...thread, ...props }}
          isTabStop
          onFocus={ignore}
          onChoose={ignore}
          onRename={ignore}
          onArchive={ignore}
          onRemove={ignore}
        />
      </ul>
    </div>
  );
}

/** The menu of a thread opens over the page and takes the focus, so that its items are rendered without it. */
function MenuItem({ isDestructive = false }): ReactNode {
  return (
    <div className="agk-menu" role="menu" style={{ position: "static" }}>
      <button
        type="button"
        role="menuitem"
        className="agk-menu-item"
        data-destructive={isDestructive || undefined}
      >
        <Icon name={isDestructive ? "delete" : "edit"} />
        {isDestructive ? "Delete" : "Rename"}
      </button>
    </div>
  );
}

/** The rows of a list of threads, their menu and the field for a search. */
export const threadControls: readonly Control[] = [
  {
    name: "Thread",
    target: ".agk-thread-open",
    frame: ".agk-thread",
    rest: <Row />,
    busy: <Row isRunning />,
    without: { disabled: alwaysUsable },
  },
  {
    name: "Thread, shown",
    target: ".agk-thread-open",
    frame: ".agk-thread",
    rest: <Row isCurrent />,
    busy: <Row isCurrent isRunning />,
    without: { disabled: alwaysUsable },
  },
  {
    name: "Thread, unread",
    target: ".agk-thread-open",
    frame: ".agk-thread",
    rest: <Row isUnread />,
    without: always,
  },
  { name: "Menu", target: ".agk-thread-more", rest: <Row isCurrent />, without: always },
  { name: "Menu item", target: ".agk-menu-item", rest: <MenuItem />, without: always },
  {
    name: "Delete",
    target: ".agk-menu-item",
    rest: <MenuItem isDestructive />,
    without: always,
  },
  {
    name: "Search",
    target: ".agk-threads-search",
    rest: (
      <div className="agk-threads">
        <input
          type="search"
          className="agk-threads-search"
          placeholder="Search"
          aria-label="Search"
        />
      </div>
    ),
    without: { ...always, pressed: typedInto },
  },
];
