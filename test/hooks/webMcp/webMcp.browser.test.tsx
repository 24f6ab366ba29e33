import { act, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import {
  AgentProvider,
  useComponentTool,
  useFrontendTool,
  useHumanTool,
  webMcp,
} from "../../../src/index.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

/** Part of the browser's WebMCP with which its agents find and call tools. */
interface BrowserAgent {
  getTools(): Promise<readonly BrowserTool[]>;
  executeTool(
    tool: BrowserTool,
    input: object,
    options?: { readonly signal: AbortSignal },
  ): Promise<string | null>;
}

interface BrowserTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object;
}

const browserAgent = (document as { readonly modelContext?: BrowserAgent })
  .modelContext as BrowserAgent;
const agent = scriptedAgent(textRun("Hello"));
const toolNames = async () => (await browserAgent.getTools()).map(({ name }) => name);

/** Calls a tool as the browser's agent does. */
async function call(name: string, input: object, signal?: AbortSignal) {
  const tool = (await browserAgent.getTools()).find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`The browser has no tool "${name}".`);
  return browserAgent.executeTool(tool, input, ...(signal ? [{ signal }] : []));
}

interface ThemeToolProps {
  readonly description?: string;
  readonly available?: boolean;
  readonly onTheme?: (theme: string) => unknown;
}

function ThemeTool({
  description = "Sets the theme",
  available,
  onTheme = () => "set",
}: ThemeToolProps) {
  useFrontendTool({
    name: "set_theme",
    description,
    available,
    parameters: z.object({ theme: z.enum(["light", "dark"]) }),
    handler: ({ theme }) => onTheme(theme),
  });
  return null;
}

const page = (children: React.ReactNode) => (
  <AgentProvider agent={agent} plugins={[webMcp()]}>
    {children}
  </AgentProvider>
);

test("the browser's agent finds a tool of the page, and loses it with its component", async () => {
  const { rerender, unmount } = render(page(<ThemeTool />));
  await expect.poll(toolNames).toEqual(["set_theme"]);
  const [tool] = await browserAgent.getTools();
  expect(tool?.description).toBe("Sets the theme");
  rerender(page(<ThemeTool description="Sets the colors" />));
  await expect
    .poll(async () => (await browserAgent.getTools())[0]?.description)
    .toBe("Sets the colors");
  rerender(page(<ThemeTool available={false} />));
  await expect.poll(toolNames).toEqual([]);
  rerender(page(<ThemeTool />));
  await expect.poll(toolNames).toEqual(["set_theme"]);
  unmount();
  await expect.poll(toolNames).toEqual([]);
});

test("a call of the browser's agent runs the handler with the validated arguments", async () => {
  const onTheme = vi.fn(async (theme: string) => ({ now: theme }));
  render(page(<ThemeTool onTheme={onTheme} />));
  await expect.poll(toolNames).toEqual(["set_theme"]);
  const result = await act(() => call("set_theme", { theme: "dark" }));
  expect(result).toContain("dark");
  await expect(call("set_theme", { theme: "pink" })).rejects.toThrow();
  expect(onTheme.mock.calls).toEqual([["dark"]]);
});

test("an error of the handler rejects the call", async () => {
  const onTheme = () => {
    throw new Error("no such theme");
  };
  vi.spyOn(console, "warn").mockImplementation(() => {});
  render(page(<ThemeTool onTheme={onTheme} />));
  await expect.poll(toolNames).toEqual(["set_theme"]);
  await expect(call("set_theme", { theme: "dark" })).rejects.toThrow();
});

test("the browser gets no tool that waits for the user, shows a component or is excluded", async () => {
  function OtherTools() {
    useHumanTool({ name: "ask", description: "Asks", render: () => null });
    const parameters = z.object({ title: z.string() });
    useComponentTool({
      name: "show_card",
      description: "Shows",
      parameters,
      component: () => null,
    });
    useFrontendTool({
      name: "delete_all",
      description: "Deletes",
      webMcp: false,
      handler: () => "",
    });
    return null;
  }
  render(page([<OtherTools key="others" />, <ThemeTool key="theme" />]));
  await expect.poll(toolNames).toEqual(["set_theme"]);
});

test("a page without the plugin offers nothing to the browser", async () => {
  render(
    <AgentProvider agent={agent}>
      <ThemeTool />
    </AgentProvider>,
  );
  render(page(null));
  // Both effects have run, and the updates of a registry take a microtask.
  await Promise.resolve();
  expect(await toolNames()).toEqual([]);
});
