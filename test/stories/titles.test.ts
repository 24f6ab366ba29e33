// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";

/** Groups of the sidebar, in its order. */
const GROUPS = [
  "Start",
  "Chat",
  "Messages",
  "Tools",
  "Approvals",
  "Composer",
  "Threads",
  "Theming",
  "Recipes",
];
/** Names of servers and frameworks, and words about how a story was made. */
const FOREIGN = /CopilotKit|Strands|LangGraph|TanStack|Mastra|Pydantic|Encoder|Fixture|Test/;

interface Page {
  readonly file: string;
  readonly title: string;
  readonly stories: readonly string[];
}

const files = readdirSync("stories", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(stories\.tsx|mdx)$/.test(file))
  .map((file) => `stories/${file}`);

const pages: Page[] = files.map((file) => {
  const source = readFileSync(file, "utf8");
  const [, title] = /(?:const meta = \{\s*title: |<Meta title=)"([^"]+)"/.exec(source) ?? [];
  const stories = [...source.matchAll(/^export const ([A-Z]\w*)\b/gm)].map(([, name]) => name);
  return { file, title: title ?? "", stories: stories.flatMap((name) => name ?? []) };
});

describe("the titles of the stories", () => {
  test.each(pages)("$file has a title in a group of the sidebar", ({ title }) => {
    const [group = "", name, ...rest] = title.split("/");
    expect(GROUPS).toContain(group);
    expect(name).toMatch(/^[A-Z][\w\- ]+$/);
    expect(rest).toEqual([]);
  });

  test("are unique, because the pages of equal titles would hide each other", () => {
    const titles = pages.map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  test.each(pages)("$file names states, not servers or tests", ({ file, title, stories }) => {
    expect(`${title} ${stories.join(" ")}`).not.toMatch(FOREIGN);
    expect(basename(file)).not.toMatch(/test/);
  });

  test("the preview sorts the groups", () => {
    const preview = readFileSync(".storybook/preview.tsx", "utf8");
    const order = [...preview.matchAll(/^ {10}"(\w+)",$/gm)].map(([, group]) => group);
    expect(order).toEqual(GROUPS);
  });
});
