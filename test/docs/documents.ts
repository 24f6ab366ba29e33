import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root of the repository, where every example is placed as a file so that its imports resolve. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Paths of all documents for users, relative to the root. */
export const documentPaths: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** A code block of a document. */
export interface Example {
  /** Path of the document and the number of the block in it, from 1: `docs/tools.md #2`. */
  readonly title: string;
  /** Path of a file that does not exist, in the root of the repository. */
  readonly path: string;
  readonly code: string;
  /** True when a test runs the example. */
  readonly isRunnable: boolean;
}

/** Path of the drawing example as a file, next to the libraries that it imports. */
export const drawingPath = join(root, "test/recipes/App.tsx");

/** Returns the example of docs/markdown.md that renders formulas and diagrams. */
export function drawingExample(): string {
  const example = examplesIn("docs/markdown.md").find(({ code }) =>
    code.includes('import("katex")'),
  );
  if (!example) throw new Error("docs/markdown.md has no example with KaTeX.");
  return example.code;
}

/** Returns the text of a document. */
export const readDocument = (path: string): string => readFileSync(join(root, path), "utf8");

/** Returns the code blocks in TypeScript and JavaScript of a document. */
export const examplesIn = (path: string): readonly Example[] => blocksOf(readDocument(path), path);

/** Returns the code blocks in TypeScript and JavaScript of a text. */
export function blocksOf(text: string, path: string): readonly Example[] {
  const name = path.replaceAll(/\W/g, "-").toLowerCase();
  const blocks = [...text.matchAll(/^```(tsx?|js)( runnable)?\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, language = "ts", runnable, code = ""], index) => ({
    title: `${path} #${index + 1}`,
    path: join(root, `${name}-example-${index + 1}.${language === "js" ? "mjs" : language}`),
    code,
    isRunnable: runnable !== undefined,
  }));
}

/** Returns a section of a document, from its heading to the next one of the same or a higher level. */
export function section(path: string, heading: string): string {
  const text = readDocument(path);
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`${path} has no "${heading}".`);
  const level = heading.indexOf(" ");
  const rest = text.slice(start + heading.length + 1);
  const end = rest.search(new RegExp(`\\n#{1,${level}} `));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Returns the cells of every table row in a text, without the header and its rule. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.flatMap((table) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((row) =>
        row
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      ),
  );
}
