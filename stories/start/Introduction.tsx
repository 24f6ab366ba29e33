import type { ReactNode } from "react";
import { formatGlobals, useToolbarGlobals } from "../../.storybook/pages/globals.ts";
import readme from "../../README.md?raw";
import { CodeExample } from "../pages/CodeExample.tsx";
import { PageFrame } from "../pages/PageFrame.tsx";
import { codeAfter } from "../pages/readDocument.ts";

const paths = [
  ["Chat", "A chat in a page, a popup or a sidebar", "docs/chat-chat--overview"],
  ["Messages", "Markdown, code, reasoning, media, branches", "docs/messages-message--overview"],
  ["Tools", "Tool calls, custom cards, tools in the page", "docs/tools-tool-call--overview"],
  ["Approvals", "Approve, deny, edit, and forms", "docs/approvals-approval--overview"],
  ["Composer", "Attachments, mentions, commands, dictation", "docs/composer-composer--overview"],
  ["Threads", "Several conversations, stored and resumed", "docs/threads-thread-list--overview"],
  ["Theming", "Tokens, themes, designs, languages", "docs/theming-tokens--overview"],
  ["Recipes", "Tasks with code that is compiled by the tests", "docs/recipes-tools--overview"],
] as const;

/** Renders the first page: what the kit is, a live chat, and the way to each group. */
export function Introduction(): ReactNode {
  // The frame announces its own values to this page, so it needs those of the toolbars.
  const globals = formatGlobals(useToolbarGlobals());
  return (
    <PageFrame
      group="AG-UI Kit"
      title="React components for agents that speak AG-UI"
      lead="Give it the address of an agent and you have a streaming chat. Take it apart and you have hooks, or a headless core without React."
    >
      <div className="book-hero">
        <iframe
          title="A live chat"
          src={`iframe.html?id=start-playground--playing&viewMode=story&globals=${globals}`}
          loading="lazy"
        />
      </div>
      <p className="book-muted book-caption">
        A live chat with an agent in this page.{" "}
        <a href="./?path=/story/start-playground--playing" target="_top">
          Open the playground
        </a>
      </p>
      <section className="book-section">
        <h2>Begin</h2>
        <p>Render a chat and name the address of the agent.</p>
        <CodeExample code={codeAfter(readme, "Render a chat and name")} />
      </section>
      <section className="book-section">
        <h2>What do you want to build?</h2>
        <ul className="book-cards">
          {paths.map(([name, text, path]) => (
            <li key={name}>
              <a href={`./?path=/${path}`} target="_top">
                <strong>{name}</strong>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="book-section">
        <h2>How these pages work</h2>
        <ul className="book-list">
          <li>
            Each component has an overview with every state, live, in the theme of the toolbar.
          </li>
          <li>The toolbars change theme, density, direction, language and width.</li>
          <li>
            A story that passes its props on has controls that edit them. The others, such as tables
            of states, open without controls.
          </li>
          <li>Every story runs in a browser with its steps, and passes the axe check.</li>
        </ul>
      </section>
    </PageFrame>
  );
}
