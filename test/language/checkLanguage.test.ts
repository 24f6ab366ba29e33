// @vitest-environment node
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMENT_OPENERS, checkText, OPENERS } from "./checkText.mjs";

/** Returns the findings of a text as `line rule words`. */
function found(text: string, path = "src/a.ts"): string[] {
  return checkText(path, text).map(
    ({ line, rule, text }) => `${line} ${rule} ${text.replace(/ →.*/, "")}`,
  );
}

describe("the first word of a comment", () => {
  test.each([...OPENERS, ...COMMENT_OPENERS])("is rejected when it is `%s`", (word) => {
    expect(found(`// ${word} is here.`)).toEqual([`1 comment-start ${word}`]);
  });

  test.each<[place: string, text: string, line: number, path?: string]>([
    ["a line comment", "const a = 1; // What a is.", 1],
    ["a block comment", "/* What a is. */", 1],
    ["a doc comment of several lines", "/**\n * What a is.\n */", 2],
    ["a parameter", "/**\n * Adds.\n *\n * @param a - What is added.\n */", 4],
    ["a typed parameter", "/**\n * Adds.\n *\n * @param {{ b: 1 }} [a] What is added.\n */", 4],
    ["a result", "/**\n * Adds.\n *\n * @returns {number} What came of it.\n */", 4],
    ["an internal function", "/** @internal What opens a menu. */", 1],
    ["an example", "/**\n * Adds.\n *\n * @example What adds\n * ```ts\n * add();\n * ```\n */", 4],
    ["JSX", "const a = (\n  <b>\n    {/* What b is. */}\n  </b>\n);", 3, "src/a.tsx"],
    ["a suppression", "// biome-ignore lint/a/b: what is sorted stays.\nconst a = 1;", 1],
    ["CSS", "a {\n  /* What is narrow. */\n  b: c;\n}", 2, "src/a.css"],
    ["a script", "// Who runs it.\nrun();", 1, "test/a.mjs"],
  ])("is found in %s", (_place, text, line, path) => {
    expect(found(text, path)).toEqual([
      expect.stringMatching(new RegExp(`^${line} comment-start wh`, "i")),
    ]);
  });

  test.each<[text: string, path?: string]>([
    ["// Returns a list.\n// What is in it differs."],
    ["// One-based index."],
    ["// However often it runs."],
    ["// Thatcher, offline, whole, ones."],
    ["// `what` names the event."],
    ["/**\n * Adds.\n *\n * @param what - Added value.\n */"],
    ["/** @see What a page says. */"],
    ["const a = '// What a is.';"],
    [`const a = \`/* What a is. */ \${1} // What b is.\`;`],
    ["const a = /\\/\\/* What a is. *\\//;"],
    ["const a = <b>// What b is. {1} /* Who */</b>;", "src/a.tsx"],
    ["// @ts-expect-error\nconst what = 1;"],
    ['a { content: "/* What is narrow. */"; }', "src/a.css"],
    ["What a page says.", "README.md"],
    ["When a run ends, the queue continues.", "README.md"],
    ['test("while a run streams, it waits", run);', "test/a.test.ts"],
  ])("is accepted in %j", (text, path) => {
    expect(found(text, path)).toEqual([]);
  });
});

describe("the first word of a title", () => {
  test.each<[text: string, path?: string]>([
    ['test("what fails is reported", run);'],
    [`it(\`whether \${name} fails\`, run);`],
    ["describe('of a list', run);"],
    ['test.each([1])("that fails with %s", run);'],
    [`test.each\`a\n\${1}\`('one of many', run);`],
    ['describe.skip("whoever asks", run);'],
    ['export const A: Story = { name: "Those of others" };', "stories/A.stories.tsx"],
    ['const meta = { title: "What is new" } satisfies Meta;', "stories/A.stories.tsx"],
  ])("is rejected in %j", (text, path = "test/a.test.ts") => {
    expect(found(text, path)).toEqual([expect.stringMatching(/^\d title-start \w+$/)]);
  });

  test.each<[text: string, path?: string]>([
    ['test("reports what fails", run);'],
    ['send("what fails is reported", run);'],
    ['test("one-off task runs", run);'],
    ['export const A: Story = { args: { title: "What is new" } };', "stories/A.stories.tsx"],
    ['const a = { title: "What is new" };'],
  ])("is accepted in %j", (text, path = "test/a.test.ts") => {
    expect(found(text, path)).toEqual([]);
  });
});

describe("a title of test.each", () => {
  test("is rejected when it is only the name of the row", () => {
    expect(found('test.each(rows)("%s", run);', "test/a.test.ts")).toEqual(["1 title-bare %s"]);
  });

  test("is accepted when it says what the row is", () => {
    expect(found('test.each(rows)("reads %s", run);', "test/a.test.ts")).toEqual([]);
  });
});

describe("a word with a private meaning", () => {
  test.each<[kind: string, text: string, path?: string]>([
    ["comment", "// Events that are told again."],
    ["comment", "// Events that are told\n// again."],
    ["title", 'test("keeps what was heard", run);', "test/a.test.ts"],
    ["title", `test(\`\${a} goes on\`, run);`, "test/a.test.ts"],
    ["message", 'throw new TypeError("The run was given up.");', "test/a.test.ts"],
    ["message", 'console.warn("The run goes on.");', "test/a.test.ts"],
    ["message", 'const label = "Send it to go on";'],
    ["message", "const a = <b>Send it to go on</b>;", "src/a.tsx"],
    ["prose", "A run that goes on.", "README.md"],
    ["string", 'registerTool({ name: "person" });', "test/a.test.ts"],
    ["string", 'const description = "The order the person has open";', "test/a.test.ts"],
    ["identifier", "const heardAt = 1;"],
    ["identifier", "interface Told {}"],
    ["identifier", "function f(isToldAgain: boolean) {}"],
    ["file-name", "", "src/otherPages.ts"],
  ])("is rejected in a %s: %j", (kind, text, path) => {
    expect(found(text, path)).toEqual([expect.stringContaining(` ${kind}-word `)]);
  });

  test.each<[text: string, path?: string]>([
    ["// Calls `told`, see https://example.com/told-again."],
    ["/** Calls {@link heard}. */"],
    ["/**\n * Adds.\n *\n * ```ts\n * const told = 1;\n * ```\n */"],
    ['send("The run goes on.");', "test/a.test.ts"],
    ['const label = "Person 2";', "test/a.test.ts"],
    ['const a = <b className="told heard said" />;', "src/a.tsx"],
    ['import { told } from "library";\ntold();'],
    [
      "A `told` event.\n\n```ts\nconst told = 1;\n```\n\n[Runs](https://example.com/told)",
      "README.md",
    ],
    ["/* In front of the sheet, behind the text. */", "src/a.css"],
    ["const retold2x = toldstoy;", "test/a.ts"],
  ])("is accepted in %j", (text, path) => {
    expect(found(text, path)).toEqual([]);
  });

  test("comes with the words to write", () => {
    expect(checkText("src/a.ts", "const toldOf = 1;\n// A run that goes on.")).toEqual([
      { line: 1, rule: "identifier-word", text: "toldOf → replayed, received, post, notify" },
      {
        line: 2,
        rule: "comment-word",
        text: 'goes on → continue, is running, proceed: "A run that goes on."',
      },
    ]);
  });
});

describe("a sentence of a comment", () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
  const limit = words(25);

  test.each<[kind: string, text: string, path?: string]>([
    ["a line comment", `// ${words(26)}`],
    ["two line comments", `// ${words(13)}\n// ${words(13)}`],
    ["a doc comment", `/**\n * ${words(13)}\n * ${words(13)}\n */`],
    ["the second sentence", `// Short. ${words(26)}.`],
    ["a parameter", `/**\n * Adds.\n *\n * @param a - ${words(26)}\n */`],
    ["a list item", `/*\n * - ${limit}\n * - ${words(26)}\n */`],
    ["a cell", `/*\n * | ${words(3)} | ${words(26)} |\n */`],
    ["a style sheet", `/* ${words(26)} */`, "src/a.css"],
    ["a script", `// ${words(26)}`, "build/a.mjs"],
    ["code spans", `// ${words(25)} \`a b c\``],
    ["commas", `// ${words(13).replaceAll(" ", ", ")}, ${words(13)}`],
    ["brackets", `// ${words(13)} (${words(13)}).`],
    ["abbreviated numbers", `// ${words(25)} 1.5`],
  ])("is rejected in %s of 26 words", (_kind, text, path) => {
    expect(found(text, path)).toEqual([expect.stringMatching(/^\d comment-length 26 words$/)]);
  });

  test.each<[kind: string, text: string, path?: string]>([
    ["a comment", `// ${limit}.`],
    ["two sentences", `// ${limit}. ${limit}.`],
    ["clauses after a colon and a semicolon", `// ${limit}: ${limit}; ${limit}.`],
    ["paragraphs", `/**\n * ${limit}\n *\n * ${limit}\n */`],
    ["list items", `/*\n * - ${limit}\n * - ${limit}\n * 1. ${limit}\n */`],
    ["cells", `/*\n * | ${limit} | ${limit} |\n * | ${limit} |\n */`],
    ["columns", `/*\n *   a  ${words(24)}\n *   b  ${limit}\n */`],
    ["tags", `/**\n * ${limit}\n * @param a - ${limit}\n * @returns ${limit}\n */`],
    ["a sentence with a code span", `// ${words(24)} \`${limit}\`.`],
    ["a sentence with a link", `/** ${words(24)} {@link ${limit}}. */`],
    [
      "text beside a code block",
      `/**\n * ${limit}\n * \`\`\`ts\n * ${limit}\n * \`\`\`\n * ${limit}\n */`,
    ],
    ["an example without a fence", `/**\n * Adds.\n *\n * @example\n * ${words(60)}\n */`],
    ["dashes and signs", `// ${words(12)} – + = ${words(12)}`],
    ["a string", `const a = "${words(60)}";`],
    ["a document", words(60), "README.md"],
  ])("is accepted in %s of at most 25 words", (_kind, text, path) => {
    expect(found(text, path)).toEqual([]);
  });

  test("is reported at its line", () => {
    expect(checkText("src/a.ts", `// Short.\n// ${words(30)}`)).toEqual([
      { line: 2, rule: "comment-length", text: expect.stringMatching(/^30 words → at most 25: "/) },
    ]);
  });
});

describe("an escape", () => {
  test.each<[text: string, path?: string]>([
    ["const told = 1; // language-check-ignore: a field of the wire"],
    ["// language-check-ignore: a field of the wire\nconst told = 1;"],
    ["// language-check-ignore: quotes the specification\n// A run that goes on."],
    ["/* language-check-ignore: a quotation */\n/* It goes on. */", "src/a.css"],
    ["<!-- language-check-ignore: a quotation -->\nIt goes on.", "README.md"],
  ])("accepts its line and the next in %j", (text, path) => {
    expect(found(text, path)).toEqual([]);
  });

  test("covers no other line", () => {
    const text = "const told = 1; // language-check-ignore: a wire field\nconst heard = 1;";
    expect(found(text)).toEqual(["2 identifier-word heard"]);
  });

  test("needs a reason", () => {
    expect(found("const told = 1; // language-check-ignore")).toHaveLength(1);
  });

  test("is reported when no rule needs it", () => {
    const text = "const a = 1; // language-check-ignore: a wire field";
    expect(found(text)).toEqual([expect.stringContaining("1 unused-ignore ")]);
  });
});

describe("the command", () => {
  const script = fileURLToPath(new URL("checkLanguage.mjs", import.meta.url));
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agui-kit-language-test-"));
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    for (const [path, text] of [
      ["src/bad/a.ts", "const heard = 1;\n// What it is.\n"],
      ["src/good/a.ts", "const seen = 1;\n"],
      ["test/fixtures/a.ts", "const heard = 1;\n"],
    ] as const) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  }

  test("prints file, line and rule of each finding and fails", () => {
    const { status, stdout } = run();
    expect(status).toBe(1);
    expect(stdout).toBe(
      "src/bad/a.ts:1  identifier-word  heard → seen, receive, filter\n" +
        'src/bad/a.ts:2  comment-start  What → a verb or a noun phrase: "What it is."\n' +
        "2 findings.\n",
    );
  });

  test("checks only the paths it is given", () => {
    expect(run("src/good")).toEqual({ status: 0, stdout: "No findings.\n", stderr: "" });
  });

  test("counts findings per folder and rule for --summary", () => {
    const { status, stdout } = run("--summary");
    expect(status).toBe(1);
    expect(stdout).toMatch(/src\/bad +│ 1 +│ 1 +│ 2/);
  });

  test("fails for a path without files", () => {
    const { status, stderr } = run("src/gone");
    expect(status).toBe(1);
    expect(stderr).toContain("No file to check in src/gone.");
  });
});
