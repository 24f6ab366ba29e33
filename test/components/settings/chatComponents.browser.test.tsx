import "../../../src/styles/index.css";
import { waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import type { ChatComponents } from "../../../src/components/settings/chatComponents.ts";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import * as kit from "../../../src/index.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { allParts, type PartCase } from "../allParts.tsx";
import { showPart } from "../showPart.tsx";

/** Waits until an element has faded in. */
async function expectVisible(element: Promise<Element>): Promise<void> {
  const found = await element;
  await waitFor(() => expect(found.checkVisibility({ opacityProperty: true })).toBe(true));
}

type PartName = keyof ChatComponents;

function withPart(
  name: PartName,
  part: () => ReactNode,
  { Surface = Chat, chat = {} }: PartCase,
): ReactNode {
  // The component accepts the props of the one that it replaces.
  return <Surface {...chat} components={{ ...chat.components, [name]: part }} />;
}

const rows = Object.entries(allParts) as [PartName, PartCase][];

describe.each(rows)("the part %s", (name, part) => {
  test("is exported, and renders on its own below a provider", async () => {
    expect(kit).toHaveProperty(name);
    const { found } = await showPart(part, part.element);
    await expectVisible(found(part.selector));
  });

  test("takes the class in `classNames` of a chat", async () => {
    const { selector, decorated = selector, chat, Surface = Chat } = part;
    const { found, container } = await showPart(
      part,
      <Surface {...chat} classNames={{ [name]: "mine" }} />,
    );
    await found(`${decorated}.mine`);
    const others = [...container.querySelectorAll(".mine")].filter(
      (element) => !element.matches(decorated),
    );
    expect(others).toEqual([]);
  });

  test("is replaced by the component in `components` of a chat", async () => {
    const { found, container } = await showPart(
      part,
      withPart(name, () => <i data-mine="">mine</i>, part),
    );
    await expectVisible(found("[data-mine]"));
    // Other messages contain Markdown as well.
    if (name !== "AssistantMessageItem") expect(container.querySelector(part.selector)).toBeNull();
  });
});

/** A chat does not show `Steps` and `Usage` by default. */
const shownByDefault = rows.filter(([name]) => name !== "Steps" && name !== "Usage");

test.each(shownByDefault)(
  "%s falls back to the built-in one when its replacement throws",
  async (name, part) => {
    const consoleError = expectErrors();
    const broken = () => {
      throw new Error(`${name} is broken`);
    };
    const { found } = await showPart(part, withPart(name, broken, part));
    await expectVisible(found(part.selector));
    await expectVisible(found(".agk-composer textarea"));
    expect(consoleError).toHaveBeenCalled();
  },
);

test("components outside a chat take classes from ChatSettings", async () => {
  const part = allParts.SchemaForm;
  const { found } = await showPart(
    part,
    <ChatSettings classNames={{ SchemaForm: "mine", Markdown: "text" }}>
      {part.element}
      {allParts.Markdown.element}
    </ChatSettings>,
  );
  await expectVisible(found(".agk-form.mine"));
  await expectVisible(found(".agk-markdown.text"));
});
