import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { CodeTools } from "../../../src/components/markdown/code/CodeTools.tsx";
import type { CodeToolsProps } from "../../../src/components/markdown/markdownContext.ts";

function renderTools(first: Partial<CodeToolsProps>) {
  const onHighlighted = vi.fn();
  const tools = (props: Partial<CodeToolsProps>) => (
    <CodeTools
      {...{ text: "const a = 1;", language: "js", isOpen: false, isWrapped: false }}
      {...{ onWrap: () => {}, onHighlighted }}
      {...props}
    />
  );
  const { rerender } = render(tools(first));
  return { onHighlighted, show: (props: Partial<CodeToolsProps>) => rerender(tools(props)) };
}

test("code that has never had colours is not told that it has none, which would render it again", async () => {
  const { onHighlighted, show } = renderTools({ isOpen: true });
  show({ isOpen: true, text: "const a = 1;\nconst b" });
  expect(onHighlighted).not.toHaveBeenCalled();
  show({});
  await vi.waitFor(() => expect(onHighlighted).toHaveBeenCalledTimes(1));
  expect(onHighlighted.mock.calls[0]?.[0]).toMatchObject({ text: "const a = 1;", language: "js" });
  // Opened again, as its text is written anew.
  show({ isOpen: true });
  expect(onHighlighted.mock.calls.slice(1)).toEqual([[undefined]]);
});
