import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as core from "../../src/core.ts";

/** The root of the repository, where an example stands as a file that imports what it shows. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
export const readme = readFileSync(join(root, "README.md"), "utf8");

/** The examples of a text as files: their paths, and what is in them. */
export function examplesIn(text: string): ReadonlyMap<string, string> {
  const blocks = [...text.matchAll(/```(tsx?)\n([\s\S]*?)```/g)];
  return new Map(
    blocks.map(([, language = "ts", code = ""], index) => [
      join(root, `readme-example-${index + 1}.${language}`),
      code,
    ]),
  );
}

/** A section of the README, from its heading to the next one that is as high or higher. */
export function section(heading: string): string {
  const start = readme.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`README.md has no "${heading}".`);
  const level = heading.indexOf(" ");
  const rest = readme.slice(start + heading.length + 1);
  const end = rest.search(new RegExp(`\\n#{1,${level}} `));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Runs an example that imports nothing but `agui-kit/core`, and returns what it exports. */
export function runExample(code: string): Readonly<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: Record<string, unknown> = {};
  const load = (name: string) => {
    if (name === "agui-kit/core") return core;
    throw new Error(`The example imports ${name}.`);
  };
  new Function("require", "exports", outputText)(load, exported);
  return exported;
}
