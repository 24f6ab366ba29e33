import { expect, test } from "vitest";
import { codeFileName } from "../../../../src/components/markdown/code/CodeTools.tsx";

test.each([
  ["ts", "ts", "code.ts"],
  ["python", "python", "code.py"],
  ["C#", "C#", "code.cs"],
  ["", "", "code.txt"],
  ["visual basic", "visual basic", "code.txt"],
  ["../../etc", "../../etc", "code.txt"],
  ["ts", "ts title=main.ts", "main.ts"],
  ["ts", 'ts title="src/app/main.test.ts" {1,2}', "main.test.ts"],
  ["ts", "ts filename='C:\\app\\main.ts'", "main.ts"],
  ["ts", 'ts title="How to start"', "code.ts"],
  ["ts", "ts title=..", "code.ts"],
  ["ts", 'ts title="a\u202etxt.exe"', "code.ts"],
])("a block of %j with the info %j is downloaded as %s", (language, info, name) => {
  expect(codeFileName(language, info)).toBe(name);
});
