import { useAgentRun } from "agui-kit";
import { type ReactNode, useEffect, useRef } from "react";
import type { Example } from "../examples/example.ts";
import { examples } from "./agents.ts";
import { useConversation } from "./Conversations.tsx";
import { ThemeToggle } from "./ThemeToggle.tsx";

/** Examples in their groups, in order. */
const groups = [...new Set(examples.map(({ group }) => group))].map(
  (group) => [group, examples.filter((example) => example.group === group)] as const,
);

/** Lists the examples beside the conversation, or in a select above it in a narrow window. */
export function Navigation({ current }: { readonly current: Example }): ReactNode {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[href="#${current.id}"]`);
    if (list.current && link) scrollToShow(list.current, link);
  }, [current]);
  return (
    <header className="navigation">
      <a className="brand" href={`#${examples[0].id}`}>
        <img src="/mark.svg" alt="" width={28} height={28} />
        <span>agui-kit</span>
      </a>

      <nav className="example-list" aria-label="Examples" ref={list}>
        {groups.map(([group, members]) => (
          <div className="example-group" key={group}>
            {groups.length > 1 && <p>{group}</p>}
            <ul aria-label={group}>
              {members.map((example) => (
                <li key={example.id}>
                  <a
                    href={`#${example.id}`}
                    className="example-link"
                    aria-current={example === current ? "page" : undefined}
                  >
                    {example.title}
                    <Activity agentId={example.id} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>

      <div className="example-select">
        <select
          aria-label="Example"
          value={current.id}
          onChange={(event) => {
            window.location.hash = event.target.value;
          }}
        >
          {groups.map(([group, members]) => (
            <optgroup key={group} label={group}>
              {members.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="m6 8 4 4 4-4" />
        </svg>
      </div>

      <p className="navigation-note">
        {__AGENT_URL__ === null
          ? "This agent is scripted. It needs no API key and no internet connection."
          : `Connected to ${__AGENT_URL__}`}
      </p>
      <ThemeToggle />
    </header>
  );
}

/** Indicates that a conversation is running or waits for the user, even while another is shown. */
function Activity({ agentId }: { readonly agentId: string }): ReactNode {
  const { isRunning, status } = useAgentRun(useConversation(agentId).target);
  if (isRunning) return <span className="activity-dot" role="img" aria-label="Responding" />;
  return status === "waiting" && <span className="waiting-mark">Needs you</span>;
}

/**
 * Scrolls a list that is longer than the window until a link is visible. `scrollIntoView` would do the same, but
 * Chromium continues the Tab key's order from the element that it shows.
 */
function scrollToShow(list: Element, link: Element): void {
  const box = list.getBoundingClientRect();
  const { top, bottom } = link.getBoundingClientRect();
  if (top < box.top) list.scrollTop -= box.top - top;
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
}
