import { createRequire } from "node:module";
import ts from "typescript";
import { expect } from "vitest";
import * as core from "../../src/core.ts";
import * as dialects from "../../src/dialects.ts";
import * as testing from "../../src/testing.ts";

const loadNodeModule = createRequire(import.meta.url);

type AsyncFunctionConstructor = new (...source: string[]) => (...args: unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as AsyncFunctionConstructor; // has no global name

/**
 * Runs an example to its end and returns its exports. The example may import the entries of the kit below React,
 * modules of Node, and `expect` and `test` of Vitest: its tests run as part of the example.
 */
export async function runExample(code: string): Promise<Readonly<Record<string, unknown>>> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const tests: Promise<void>[] = [];
  const test = (_title: string, run: () => Promise<void>) => {
    tests.push(run());
  };
  const modules: Readonly<Record<string, unknown>> = {
    "agui-kit/core": core,
    "agui-kit/dialects": dialects,
    "agui-kit/testing": testing,
    vitest: { expect, test },
  };
  const load = (name: string): unknown => {
    if (name.startsWith("node:")) return loadNodeModule(name);
    if (name in modules) return modules[name];
    throw new Error(`The example imports ${name}, which runnable examples cannot import.`);
  };
  const exported: Record<string, unknown> = {};
  await new AsyncFunction("require", "exports", outputText)(load, exported);
  await Promise.all(tests);
  return exported;
}
