import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ChatPopup } from "../../src/components/chat/ChatPopup.tsx";
import { ChatSidebar } from "../../src/components/chat/ChatSidebar.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import styles from "../../src/styles/index.css?inline";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { trip } from "../../stories/fixtures.ts";
import { HostPage } from "../components/HostPage.tsx";
import { addStyles, changesBy } from "./styleChanges.ts";

test("the style sheet changes no element of the application", () => {
  render(<HostPage />);
  expect(changesBy(styles, "html, body, .host, .host *:not(option)")).toEqual([]);
});

test("the style sheet changes no element of the application beside or inside a chat", async () => {
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
  // The layout narrows the application; the same width without the style sheet makes both comparable.
  addStyles(
    ".agk-layout-page { inline-size: 300px; } .agk-layout, .agk-layout > * { display: block !important; }",
  );
  expect(changesBy(styles, ".agk-layout-page .host, .agk-layout-page .host *:not(option)")).toEqual(
    [],
  );
});

test("the comparison detects the changes of the kit's own elements", () => {
  render(
    <main className="host">
      <button type="button" className="agk-button">
        Back
      </button>
    </main>,
  );
  expect(changesBy(styles, ".host *")).not.toEqual([]);
});

/** Returns the global names in a sheet that are not prefixed, which an application could use as well. */
function unprefixedNames(sheet: string): string[] {
  const named = [
    /@(?:keyframes|property|counter-style)\s+([\w-]+)/g,
    // A container name precedes the condition, which may start with `not` or a function.
    /@container\s+(?!not\b)([\w-]+)(?![\w-]|\()/g,
    /@layer\s+([\w., -]+)/g,
    /(?<![\w-])(--[\w-]+)\s*:/g,
    /(?<![\w-])(?:container|(?:container|anchor|view-transition)-name)\s*:\s*([^;}/]+)/g,
  ].flatMap((pattern) => [...sheet.replace(/\/\*.*?\*\//gs, "").matchAll(pattern)]);
  return (
    named
      .flatMap(([, names = ""]) => names.split(/[\s,]+/))
      // Lightning CSS requires its own names.
      .filter((name) => name && !/^(--)?agk[-.]/.test(name))
  );
}

test("the style sheet prefixes all names of animations, containers, layers and properties", () => {
  expect(styles).toMatch(/@keyframes agk-[\s\S]*@layer agk[\s\S]*--agk-/);
  expect(unprefixedNames(styles)).toEqual([]);
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
])("an unprefixed name is found in %s", (sheet, name) => {
  expect(unprefixedNames(sheet)).toEqual([name]);
});

test.each([
  ["@container (inline-size < 21rem) { a { color: red } }"],
  ["@container not (inline-size < 21rem) { a { color: red } }"],
  ["@container style(--agk-a: 1) { a { color: red } }"],
  ["@container agk-chat (inline-size < 21rem) { a { color: red } }"],
  [".agk-chat { container-type: inline-size }"],
])("no unprefixed name is found in %s", (sheet) => {
  expect(unprefixedNames(sheet)).toEqual([]);
});

/** Returns the rules of a sheet without the at-rules around them. A nested rule belongs to its parent. */
function rulesIn(list: CSSRuleList): CSSStyleRule[] {
  return [...list].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) {
      const inner = [...rule.cssRules];
      const isOwn = selectorsOf(rule.selectorText).every((selector) => selector.includes(".agk-"));
      const isFrame = rule.style.length === 0 && inner.every(hasOnlyRules);
      // A rule without declarations only groups others, whose selectors are then tested instead.
      return isFrame && !isOwn ? rulesIn(rule.cssRules) : rule;
    }
    return rule instanceof CSSGroupingRule ? rulesIn(rule.cssRules) : [];
  });
}

/** Tests for a style rule, or a condition around style rules: no declarations for the parent of both. */
function hasOnlyRules(rule: CSSRule): boolean {
  if (rule instanceof CSSStyleRule) return true;
  return rule instanceof CSSGroupingRule && [...rule.cssRules].every(hasOnlyRules);
}

/** Returns all properties that a rule and its nested rules set. */
function propertiesOf(rule: CSSRule): string[] {
  const own = "style" in rule ? [...(rule.style as Iterable<string>)] : [];
  const inner = "cssRules" in rule ? [...(rule.cssRules as CSSRuleList)] : [];
  return [...own, ...inner.flatMap(propertiesOf)];
}

/** Splits a selector list at its top-level commas. */
function splitList(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of list) {
    if ("([".includes(character)) depth++;
    if (")]".includes(character)) depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts.push(`${parts.pop()}${character}`);
  }
  return parts.map((part) => part.trim());
}

/** Returns the index of the bracket that closes one opened before the text. */
function closingIndex(text: string): number {
  let depth = 1;
  return [...text].findIndex((character) => {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    return depth === 0;
  });
}

/** Returns the selectors of a list, unwrapping a selector that is entirely a `:where()` or `:is()`. */
function selectorsOf(list: string): string[] {
  return splitList(list).flatMap((part) => {
    const inner = /^:(?:where|is)\((.*)$/s.exec(part)?.[1] ?? "";
    const isWhole = inner !== "" && closingIndex(inner) === inner.length - 1;
    return isWhole ? selectorsOf(inner.slice(0, -1)) : part;
  });
}

/** Removes `:not()` and `:has()` from a selector: those may name the kit while the subject is the application's. */
function subjectOf(selector: string): string {
  const [, before = selector, rest = ""] = /^(.*?):(?:not|has)\((.*)$/s.exec(selector) ?? [];
  return rest === "" ? before : before + subjectOf(rest.slice(closingIndex(rest) + 1));
}

/** Returns the selectors that match elements of an application, including pseudo-elements and states. */
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

test("every rule matches only elements of the kit, or sets only variables", () => {
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
  [":not(html html) { @media print { color: red } }", ":not(html html)"],
  ["i { @media print { & > b { color: red } } }", "& > b"],
  ['[dir="rtl"] { rotate: 1turn }', '[dir="rtl"]'],
])("a selector that matches other elements is found in %s", (sheet, selector) => {
  expect(strayRules(sheet)).toContain(selector);
});

test("the style sheet changes no focus ring of the application", () => {
  render(<HostPage />);
  addStyles("input, select, textarea { outline-offset: 5px; }");
  addStyles(styles);
  for (const field of document.querySelectorAll<HTMLElement>(".select, .textarea")) {
    field.focus();
    expect(getComputedStyle(field).outlineOffset).toBe("5px");
  }
});
