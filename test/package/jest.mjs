// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { exitCode } from "../run/run.mjs";
import { linkPackages } from "./kit.mjs";

const TEST = `import { fireEvent, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { AgentProvider, Chat } from "agui-kit";
import { scriptedAgent, textRun } from "agui-kit/testing";

test("shows the answer of an agent", async () => {
  const agent = scriptedAgent(textRun("Good morning."));
  const chat = createElement(Chat, { suggestions: ["Hello"] });
  render(createElement(AgentProvider, { agent }, chat));
  fireEvent.click(screen.getByRole("button", { name: "Hello" }));
  await screen.findByText("Good morning.");
});
`;

/**
 * Runs a test of an application with Jest, configured as docs/testing.md says.
 *
 * @param {string} project
 * @returns {string[]} The faults.
 */
export function checkJest(project) {
  const root = join(project, "jest");
  const [, configuration] =
    /```json\n(\{\n {2}"testEnvironment".*?)```/s.exec(readFileSync("docs/testing.md", "utf8")) ??
    [];
  if (!configuration) return ["docs/testing.md has no configuration of Jest."];
  mkdirSync(root);
  // An application also compiles its JSX.
  const compiler = { plugins: ["@babel/plugin-transform-modules-commonjs"] };
  writeFileSync(join(root, "babel.config.json"), JSON.stringify(compiler));
  writeFileSync(join(root, "jest.config.json"), configuration);
  writeFileSync(join(root, "chat.test.js"), TEST);
  linkPackages(project, ["@testing-library/react", "@testing-library/dom"]);
  linkPackages(
    project,
    ["jest-environment-jsdom", "@babel/plugin-transform-modules-commonjs"],
    "test/consumer",
  );
  const jest = resolve("test/consumer/node_modules/jest/bin/jest.js");
  // Vite has set the mode of its builds, in which React has no functions for tests.
  const env = { NODE_ENV: "test" };
  const args = [jest, "--no-cache", "--no-watchman"];
  const code = exitCode(process.execPath, args, { cwd: root, env });
  return code === 0 ? [] : [`Jest ended with code ${code}.`];
}
