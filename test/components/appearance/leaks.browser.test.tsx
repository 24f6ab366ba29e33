import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import styles from "../../../src/styles/index.css?inline";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { trip } from "../../../stories/fixtures.ts";
import { HostPage } from "../HostPage.tsx";
import { addStyles, changesBy } from "./looks.ts";

test("the kit's sheet changes nothing of the page around it", () => {
  render(<HostPage />);
  expect(changesBy(styles, "html, body, .host, .host *:not(option)")).toEqual([]);
});

test("nor of a page that has a chat at its side, or draws a part of one", async () => {
  const thread = createThread({ agent: manualAgent(), initialMessages: trip });
  render(
    <ThreadProvider thread={thread}>
      <ChatSidebar defaultOpen welcome={<HostPage />}>
        <HostPage />
        <ChatPopup defaultOpen />
      </ChatSidebar>
    </ThreadProvider>,
  );
  await waitFor(() => expect(document.querySelectorAll(".agk-chat")).toHaveLength(2));
  // It is narrower with a chat beside it, and that is all.
  addStyles(
    ".agk-layout-page { inline-size: 300px; } .agk-layout, .agk-layout > * { display: block !important; }",
  );
  expect(changesBy(styles, ".agk-layout-page .host, .agk-layout-page .host *:not(option)")).toEqual(
    [],
  );
});

test("what it does to the kit's own elements, it is noticed by this comparison", () => {
  render(
    <main className="host">
      <button type="button" className="agk-button">
        Back
      </button>
    </main>,
  );
  expect(changesBy(styles, ".host *")).not.toEqual([]);
});

/** What a sheet calls something by a name that a page could have given as well. */
function strangeNames(sheet: string): string[] {
  const named = [
    /@(?:keyframes|property|counter-style)\s+([\w-]+)/g,
    // Before its condition, of which `not` and a function are a part.
    /@container\s+(?!not\b)([\w-]+)(?![\w-]|\()/g,
    /@layer\s+([\w., -]+)/g,
    /(?<![\w-])(--[\w-]+)\s*:/g,
    /(?<![\w-])(?:container|(?:container|anchor|view-transition)-name)\s*:\s*([^;}/]+)/g,
  ].flatMap((kind) => [...sheet.replace(/\/\*.*?\*\//gs, "").matchAll(kind)]);
  return (
    named
      .flatMap(([, names = ""]) => names.split(/[\s,]+/))
      // Those that Lightning CSS asks for are what it names them.
      .filter((name) => name && !/^(--)?(agk[-.]|lightningcss-)/.test(name))
  );
}

test("it names no animation, container or property that a page could have named as well", () => {
  expect(styles).toMatch(/@keyframes agk-[\s\S]*@layer agk[\s\S]*--agk-/);
  expect(strangeNames(styles)).toEqual([]);
});

test.each([
  ["@keyframes turn { to { rotate: 1turn } }", "turn"],
  ["@layer agk.tokens, base;", "base"],
  ["@layer base { a { color: red } }", "base"],
  [".agk-chat { --text: red }", "--text"],
  ["@property --text { syntax: '*'; inherits: true }", "--text"],
  [".agk-chat { container: chat / inline-size }", "chat"],
  [".agk-chat { container-name: agk-chat chat; }", "chat"],
  ["@container chat (inline-size < 21rem) { a { color: red } }", "chat"],
  [".agk-chat { anchor-name: --chat }", "--chat"],
  [".agk-chat { view-transition-name: chat }", "chat"],
])("a name that is not its own is found: %s", (sheet, name) => {
  expect(strangeNames(sheet)).toEqual([name]);
});

test.each([
  ["@container (inline-size < 21rem) { a { color: red } }"],
  ["@container not (inline-size < 21rem) { a { color: red } }"],
  ["@container style(--agk-a: 1) { a { color: red } }"],
  ["@container agk-chat (inline-size < 21rem) { a { color: red } }"],
  [".agk-chat { container-type: inline-size }"],
])("and none where there is none: %s", (sheet) => {
  expect(strangeNames(sheet)).toEqual([]);
});

/** The rules of a sheet, out of whatever surrounds them. What is nested in one begins with its selector. */
function rulesIn(list: CSSRuleList): CSSStyleRule[] {
  return [...list].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) {
      const inner = [...rule.cssRules];
      const isOwn = selectorsOf(rule.selectorText).every((one) => one.includes(".agk-"));
      const isFrame = rule.style.length === 0 && inner.every((one) => one instanceof CSSStyleRule);
      // What says nothing itself surrounds others, which have to name what they mean.
      return isFrame && !isOwn ? rulesIn(rule.cssRules) : rule;
    }
    return rule instanceof CSSGroupingRule ? rulesIn(rule.cssRules) : [];
  });
}

/** All the properties that a rule sets, also in what is nested in it. */
function propertiesOf(rule: CSSRule): string[] {
  const own = "style" in rule ? [...(rule.style as Iterable<string>)] : [];
  const inner = "cssRules" in rule ? [...(rule.cssRules as CSSRuleList)] : [];
  return [...own, ...inner.flatMap(propertiesOf)];
}

/** The parts of a selector list between its own commas, not those in brackets. */
function splitList(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of list) {
    if ("([".includes(sign)) depth++;
    if (")]".includes(sign)) depth--;
    if (sign === "," && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** Where the bracket closes that is open before this text. */
function endOf(text: string): number {
  let depth = 1;
  return [...text].findIndex((sign) => {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    return depth === 0;
  });
}

/** The selectors of a list, with those inside a `:where()` or `:is()` that is all of one as its own. */
function selectorsOf(list: string): string[] {
  return splitList(list).flatMap((part) => {
    const inner = /^:(?:where|is)\((.*)$/s.exec(part)?.[1] ?? "";
    const isWhole = inner !== "" && endOf(inner) === inner.length - 1;
    return isWhole ? selectorsOf(inner.slice(0, -1)) : part;
  });
}

/** A selector without what it is not, and without what is in it: these may be the kit's while itself is the page's. */
function subjectOf(selector: string): string {
  const [, before = selector, rest = ""] = /^(.*?):(?:not|has)\((.*)$/s.exec(selector) ?? [];
  return rest === "" ? before : before + subjectOf(rest.slice(endOf(rest) + 1));
}

/** What a page could have that a rule changes: looks, pseudo-elements and states alike. */
function strayRules(sheet: string): string[] {
  const parsed = new CSSStyleSheet();
  parsed.replaceSync(sheet);
  return rulesIn(parsed.cssRules).flatMap((rule) => {
    const setsVariablesOnly = propertiesOf(rule).every((name) => name.startsWith("--"));
    return selectorsOf(rule.selectorText).filter((selector) => {
      const subject = subjectOf(selector);
      const isOwn = subject.includes(".agk-") || subject.includes('[class^="agk-"]');
      const isRoot = /^(:root|:host|\[(data-theme|data-density|dir)(="\w+")?\])$/.test(subject);
      return !isOwn && !(isRoot && setsVariablesOnly);
    });
  });
}

test("each of its rules names the kit's own elements, or sets variables alone", () => {
  expect(strayRules(styles)).toEqual([]);
});

test.each([
  ["a { outline: 1px solid }", "a"],
  [".agk-link, :focus-visible { outline: 1px solid }", ":focus-visible"],
  ["@layer agk { @media print { input::placeholder { color: red } } }", "input::placeholder"],
  ["@container (inline-size < 21rem) { input { color: red } }", "input"],
  [":root { color-scheme: dark }", ":root"],
  [":where(:root, :host) { --agk-a: 1; & { cursor: help } }", ":root"],
  ["button:not(.agk-button) { cursor: help }", "button:not(.agk-button)"],
  ["[data-theme] p::before { --a: 1 }", "[data-theme] p::before"],
  ['[dir="rtl"] { rotate: 1turn }', '[dir="rtl"]'],
])("a rule that does more is found: %s", (sheet, selector) => {
  expect(strayRules(sheet)).toContain(selector);
});

test("nor the ring of a field of the page that has the focus", () => {
  render(<HostPage />);
  addStyles("input, select, textarea { outline-offset: 5px; }");
  addStyles(styles);
  for (const field of document.querySelectorAll<HTMLElement>(".select, .textarea")) {
    field.focus();
    expect(getComputedStyle(field).outlineOffset).toBe("5px");
  }
});
