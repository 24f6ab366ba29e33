import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";

test("long code gets its colors in parts, and each part in one commit", async () => {
  const code = `${"const a = 1; ".repeat(10)}\n`.repeat(100);
  const { container } = render(<Markdown text={`\`\`\`js\n${code}\`\`\``} />);
  const counts = [0];
  const observer = new MutationObserver(() => {
    counts.push(container.querySelectorAll("[data-token]").length);
  });
  observer.observe(container, { childList: true, subtree: true });
  // `const` and `1` of each statement.
  await waitFor(() => expect(container.querySelectorAll("[data-token]")).toHaveLength(2_000));
  observer.disconnect();
  const added = counts.map((count, at) => count - (counts[at - 1] ?? 0));
  // A part ends with the line that exceeds 250 pieces, of which every second one is an element.
  expect(Math.max(...added)).toBeLessThan(200);
  expect(container.querySelector("pre")?.textContent).toBe(code.slice(0, -1));
});

test("code with more than 4,000 pieces keeps its text, and the rest has no color", async () => {
  const code = `${"1,".repeat(90)}\n`.repeat(110);
  const { container } = render(<Markdown text={`\`\`\`json\n${code}\`\`\``} />);
  await waitFor(() => expect(container.querySelectorAll("[data-token]")).toHaveLength(2_000));
  expect(container.querySelector("pre")?.textContent).toBe(code.slice(0, -1));
});
