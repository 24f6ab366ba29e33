import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { CodeTools } from "../../../src/components/markdown/CodeTools.tsx";
import type { CodeToolsProps } from "../../../src/components/markdown/options.ts";

function renderTools(first: Partial<CodeToolsProps>) {
  const onColored = vi.fn();
  const tools = (props: Partial<CodeToolsProps>) => (
    <CodeTools
      {...{ text: "const a = 1;", language: "js", isOpen: false, isWrapped: false }}
      {...{ onWrap: () => {}, onColored }}
      {...props}
    />
  );
  const { rerender } = render(tools(first));
  return { onColored, show: (props: Partial<CodeToolsProps>) => rerender(tools(props)) };
}

test("code that has never had colours is not told that it has none, which would render it again", async () => {
  const { onColored, show } = renderTools({ isOpen: true });
  show({ isOpen: true, text: "const a = 1;\nconst b" });
  expect(onColored).not.toHaveBeenCalled();
  show({});
  await vi.waitFor(() => expect(onColored).toHaveBeenCalledTimes(1));
  expect(onColored.mock.calls[0]?.[0]).toMatchObject({ text: "const a = 1;", language: "js" });
  // Opened again, as its text is written anew.
  show({ isOpen: true });
  expect(onColored.mock.calls.slice(1)).toEqual([[undefined]]);
});
