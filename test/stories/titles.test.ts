// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { toSentenceCase } from "../../.storybook/sentenceCase.ts";
import { pageTexts } from "../../stories/pages/pageTexts.ts";
import { codeBlockAfter } from "../../stories/pages/readDocument.ts";

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
const FOREIGN = /CopilotKit|Strands|LangGraph|TanStack|Mastra|Pydantic|Encoder|Fixture|Test(?!ing)/;

/** Pages whose topic is not their component alone, with a name that their code contains. */
const TOPICS = [
  ["Tools/Custom card", "useToolRenderer"],
  ["Tools/Frontend tools", "useFrontendTool"],
  ["Tools/Human tools", "useHumanTool"],
  ["Tools/Component tools", "useComponentTool"],
  ["Tools/Generated forms", "useGenerativeForm"],
  ["Tools/A2UI surfaces", "a2ui()"],
  ["Messages/State cards", "useStateRenderer"],
  ["Messages/Custom Markdown", "codeBlocks"],
  ["Messages/Code blocks", "lineNumbers"],
  ["Chat/Search", "useConversationSearch"],
  ["Composer/Uploads", "upload("],
  ["Composer/Audio recording", "record: true"],
  ["Composer/Commands", 'trigger: "/"'],
  ["Composer/Mentions", 'trigger: "@"'],
  ["Theming/Themes", "agui-kit/themes/"],
  ["Theming/Designs", "classNames"],
  ["Theming/Full designs", "--agk-accent"],
] as const;

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

describe("the texts of the component pages", () => {
  const titles = pages
    .filter(({ file }) => file.endsWith(".stories.tsx"))
    .map(({ title }) => title);

  test("exist for every file of stories, except the playground and the examples", () => {
    const withoutText = titles.filter((title) => !(title in pageTexts));
    expect(withoutText.sort()).toEqual(["Recipes/Examples", "Start/Playground"]);
  });

  test("document the component of the stories, or the stories offer controls for their own args alone", () => {
    const mistaken = pages.filter(({ file, title }) => {
      const source = readFileSync(file, "utf8");
      const [, component] = /^ {2}component: (\w+),$/m.exec(source) ?? [];
      const isScreen = component !== pageTexts[title]?.components[0];
      const hasArgs = /^ {2}args: |\.\.\.args/m.test(source);
      return title in pageTexts && isScreen && hasArgs && !/controlsFromArgs: true/.test(source);
    });
    expect(mistaken.map(({ file }) => file)).toEqual([]);
  });

  test("belong to stories", () => {
    expect(Object.keys(pageTexts).filter((title) => !titles.includes(title))).toEqual([]);
  });

  const texts = Object.entries(pageTexts);

  test("show code of the documents", () => {
    const blocks = texts.flatMap(([title, { code = [] }]) =>
      code.map(({ document, after }) => {
        const { code, language } = codeBlockAfter(
          readFileSync(`docs/${document}.md`, "utf8"),
          after,
        );
        return { title, language, code };
      }),
    );
    expect(blocks.filter(({ code }) => !code)).toEqual([]);
    for (const [title, name] of TOPICS) {
      const codes = blocks.filter((block) => block.title === title).map(({ code }) => code);
      expect(codes.join("\n"), title).toContain(name);
    }
  });

  test("lead to recipes that exist", () => {
    const recipes = pages.map(({ title }) => title);
    const broken = texts.filter(
      ([, { recipe }]) => recipe && !recipes.includes(`Recipes/${recipe}`),
    );
    expect(broken).toEqual([]);
  });

  test("document every public component", () => {
    const index = readFileSync("src/index.ts", "utf8");
    const exported = [
      ...index.matchAll(/^export \{([^}]+)\} from "[^"]+\/([A-Z]\w+|settings)\.tsx";/gm),
    ]
      .flatMap(([, names = ""]) => names.split(","))
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name));
    expect(exported).toContain("ChatSettings");
    const documented = new Set(Object.values(pageTexts).flatMap(({ components }) => components));
    expect(exported.filter((name) => !documented.has(name))).toEqual([]);
  });
});

test.each([
  ["Editing A Long List", "Editing a long list"],
  ["Cut Off By A Reload", "Cut off by a reload"],
  ["A Source", "A source"],
  ["Json Without A URL", "JSON without a URL"],
  ["What I See", "What I see"],
])("the name of the story %j is written as %j", (name, written) => {
  expect(toSentenceCase(name)).toBe(written);
});
