import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { Completions } from "../../../../src/components/composer/completions/Completions.tsx";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { withAgent } from "../../../hooks/wrap.tsx";
import { messageField } from "../../chatElements.ts";
import { mentions, optionLabels } from "./renderCompletions.tsx";

test("the menu follows the field when the element is replaced", async () => {
  const run = vi.fn();
  const sent = vi.fn();
  function Form(): ReactNode {
    const [turn, setTurn] = useState(0);
    const [text, setText] = useState("");
    const items = [{ id: "c", label: "clear", run }];
    return (
      <form
        onSubmit={(event) => {
          if (!event.defaultPrevented) sent();
          event.preventDefault();
        }}
      >
        <Completions providers={[...mentions, { trigger: "/", label: "Commands", items }]} />
        <textarea
          key={turn}
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="button" onClick={() => setTurn(turn + 1)}>
          Reset
        </button>
      </form>
    );
  }
  render(<Form />, { wrapper: withAgent(manualAgent()) });
  const user = userEvent.setup();
  await user.type(messageField(), "@");
  await screen.findByRole("option", { name: /Ada Lovelace/ });
  const before = messageField();
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(messageField()).not.toBe(before);
  await user.clear(messageField());
  await user.type(messageField(), "@gr");
  await waitFor(() => expect(optionLabels()).toEqual(["Grace Hopper"]));
  expect(messageField()).toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(messageField()).toHaveValue("@Grace Hopper ");
  await user.clear(messageField());
  await user.type(messageField(), "/clear{Escape}{Enter}");
  expect(run).toHaveBeenCalledTimes(1);
  expect(sent).not.toHaveBeenCalled();
});

test("the menu works in a custom form", async () => {
  function Form(): ReactNode {
    const [text, setText] = useState("");
    return (
      <form aria-label={text}>
        <Completions providers={mentions} />
        <textarea
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    );
  }
  render(<Form />, { wrapper: withAgent(manualAgent()) });
  await userEvent.type(messageField(), "@gr");
  await screen.findByRole("option");
  await userEvent.keyboard("{Enter}");
  expect(messageField()).toHaveValue("@Grace Hopper ");
  expect(screen.getByRole("form")).toHaveAccessibleName("@Grace Hopper");
});
