import "../../../src/styles/index.css";
import { waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import type { ChatComponents } from "../../../src/components/settings/chatComponents.ts";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import * as kit from "../../../src/index.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { allParts, type PartCase } from "../allParts.tsx";
import { showPart } from "../showPart.tsx";

/** It may come slowly. */
async function seen(element: Promise<Element>): Promise<void> {
  const found = await element;
  await waitFor(() => expect(found.checkVisibility({ opacityProperty: true })).toBe(true));
}

type PartName = keyof ChatComponents;

const withPart = (name: PartName, part: () => ReactNode, chat: ChatProps = {}) => (
  // It takes whatever props the part has that it replaces.
  <Chat {...chat} components={{ ...chat.components, [name]: part }} />
);

const rows = Object.entries(allParts) as [PartName, PartCase][];

describe.each(rows)("%s", (name, part) => {
  test("is exported, and is shown by itself below a provider", async () => {
    expect(kit).toHaveProperty(name);
    const { found } = await showPart(part, part.alone);
    await seen(found(part.own));
  });

  test("takes its class in a chat", async () => {
    const { own, decorated = own, chat } = part;
    const { found, container } = await showPart(
      part,
      <Chat {...chat} classNames={{ [name]: "mine" }} />,
    );
    await found(`${decorated}.mine`);
    const others = [...container.querySelectorAll(".mine")].filter(
      (one) => !one.matches(decorated),
    );
    expect(others).toEqual([]);
  });

  test("is replaced in a chat", async () => {
    const { found, container } = await showPart(
      part,
      withPart(name, () => <i data-mine="">mine</i>, part.chat),
    );
    await seen(found("[data-mine]"));
    // That of an answer in Markdown is not the only place of that.
    if (name !== "AssistantMessage") expect(container.querySelector(part.own)).toBeNull();
  });
});

/** What has no place in a chat unless it is given has nothing to give way to. */
const ownPlaces = rows.filter(([name]) => name !== "Steps" && name !== "Usage");

test.each(ownPlaces)("%s is the kit's own where what replaces it throws", async (name, part) => {
  const complaints = expectErrors();
  const broken = () => {
    throw new Error(`${name} is broken`);
  };
  const { found } = await showPart(part, withPart(name, broken, part.chat));
  await seen(found(part.own));
  await seen(found(".agk-composer textarea"));
  expect(complaints).toHaveBeenCalled();
});

test("what is used by itself takes classes as well", async () => {
  const part = allParts.SchemaForm;
  const { found } = await showPart(
    part,
    <ChatSettings classNames={{ SchemaForm: "mine", Markdown: "text" }}>
      {part.alone}
      {allParts.Markdown.alone}
    </ChatSettings>,
  );
  await seen(found(".agk-form.mine"));
  await seen(found(".agk-markdown.text"));
});
