import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  ChatSettings,
  type ChatSettingsProps,
} from "../../../src/components/settings/settings.tsx";
import { MessageField } from "../../../src/components/ui/MessageField.tsx";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");

/** Renders a field, and records what it submits. */
function renderField(settings: ChatSettingsProps = {}) {
  const submitted: string[] = [];
  const Form = () => {
    const [text, setText] = useState("");
    return (
      <MessageField
        id="field"
        field={null}
        text={text}
        onChange={setText}
        onSubmit={({ value }) => submitted.push(value)}
      />
    );
  };
  render(
    <ChatSettings {...settings}>
      <Form />
    </ChatSettings>,
  );
  return { submitted, user: userEvent.setup() };
}

/** Makes the main pointer a finger. jsdom has no media queries. */
function emulateTouchScreen(): void {
  const query = Object.assign(new EventTarget(), { matches: true });
  Object.defineProperty(globalThis, "matchMedia", { value: () => query, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "matchMedia"));
}

describe("Enter", () => {
  test("submits the text", async () => {
    const { submitted, user } = renderField();
    await user.type(field(), "one{Enter}");
    expect(submitted).toEqual(["one"]);
    expect(field()).toHaveAttribute("enterkeyhint", "send");
  });

  test("breaks the line on a touch screen", async () => {
    emulateTouchScreen();
    const { submitted, user } = renderField();
    await user.type(field(), "one{Enter}two");
    expect(field()).toHaveValue("one\ntwo");
    expect(submitted).toEqual([]);
    expect(field()).toHaveAttribute("enterkeyhint", "enter");
  });

  test("submits on a touch screen with `submitOnEnter`", async () => {
    emulateTouchScreen();
    const { submitted, user } = renderField({ submitOnEnter: true });
    await user.type(field(), "one{Enter}");
    expect(submitted).toEqual(["one"]);
  });

  test.each(["Control", "Meta"])("breaks the line without it, and submits with %s", async (key) => {
    const { submitted, user } = renderField({ submitOnEnter: false });
    await user.type(field(), `one{Enter}two{${key}>}{Enter}{/${key}}`);
    expect(submitted).toEqual(["one\ntwo"]);
  });

  test.each([
    ["inside a composition", { isComposing: true, keyCode: 13 }],
    ["after the end of a composition, as in Safari", { isComposing: false, keyCode: 229 }],
  ])("does nothing %s", (_when, init) => {
    const { submitted } = renderField();
    fireEvent.compositionEnd(field());
    expect(fireEvent.keyDown(field(), { key: "Enter", ...init })).toBe(true);
    expect(submitted).toEqual([]);
  });
});

describe("the field", () => {
  test.each([
    [0, 1],
    [1, 2],
    [7, 8],
    [5_000, 8],
  ])("has, for a text with %i line breaks, %i rows", (breaks, rows) => {
    renderField();
    fireEvent.change(field(), { target: { value: "\n".repeat(breaks) } });
    expect(field().rows).toBe(rows);
  });

  test("needs no copy of the text in the document", () => {
    renderField();
    fireEvent.change(field(), { target: { value: "needle" } });
    const { attributes } = field();
    expect([...attributes].map(({ value }) => value).join()).not.toContain("needle");
    expect(field().closest("body")?.innerHTML.split("needle")).toHaveLength(2);
  });
});
