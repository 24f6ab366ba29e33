import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs, styleText } from "node:util";
import {
  type ConformanceOptions,
  checkConformance,
  dialectNames,
  isDialectName,
} from "./testing/conformance/checkConformance.ts";
import { formatReport } from "./testing/conformance/formatReport.ts";
import type { ReportStyle } from "./testing/conformance/formatRule.ts";
import type { ConformanceReport } from "./testing/conformance/report.ts";

const HELP = `Usage: agui-kit check <url> [options]

Sends a few messages to the agent at an address (http, https, ws or wss), and reports
which rules of AG-UI 1.0 its responses meet, break or never show.

Options
  --prompt <text>      additional message that leads to tools or interrupts; repeatable
  --header <header>    "Name: value", sent with every request; repeatable
  --dialect <name>     translate responses from a dialect: ${dialectNames.join(", ")};
                       auto: detect the dialect
  --timeout <ms>       time limit of each run (default 30000)
  --json               print the report as JSON
  --strict             exit with 1 for warnings as well
  -h, --help           print this help
  -v, --version        print the version of agui-kit

Exit code
  0  the agent conforms, or has only warnings without --strict
  1  the agent breaks a rule, or has warnings with --strict
  2  no agent at the address, or an invalid command`;

const EXIT = { success: 0, broken: 1, failed: 2 } as const;

/** Terminal styles of the parts of a report. */
const STYLES = {
  error: "red",
  warning: "yellow",
  info: "blue",
  met: "green",
  heading: "bold",
  faint: "dim",
} as const satisfies Record<ReportStyle, Parameters<typeof styleText>[0]>;

class UsageError extends Error {}

const options = {
  prompt: { type: "string", multiple: true },
  header: { type: "string", multiple: true },
  dialect: { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean" },
  strict: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

function readCommand(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Node appends advice about arguments that start with a dash.
    const [message] = String(error instanceof Error ? error.message : error).split(". To specify");
    throw new UsageError(message);
  }
}

function readUrl([command, url, ...rest]: readonly string[]): string {
  if (command !== undefined && command !== "check") {
    throw new UsageError(`There is no command "${command}". Use "check".`);
  }
  if (url === undefined || rest.length > 0) {
    throw new UsageError("Pass the address of one agent: agui-kit check <url>.");
  }
  return url;
}

function readHeader(text: string): [string, string] {
  const [, name = "", value = ""] = /^([^:]+):\s*(\S.*)$/.exec(text) ?? [];
  try {
    new Headers([[name, value]]);
  } catch {
    throw new UsageError(`--header "${text}" is not "Name: value".`);
  }
  return [name, value];
}

function readTimeout(text: string): number {
  const ms = Number(text);
  if (!(ms >= 1 && ms < 2 ** 31)) {
    throw new UsageError(`--timeout ${text} is not a number of milliseconds.`);
  }
  return ms;
}

function readDialect(name: string): NonNullable<ConformanceOptions["dialect"]> {
  if (name === "auto" || isDialectName(name)) return name;
  throw new UsageError(
    `There is no dialect "${name}". Use ${dialectNames.join(", ")}, or auto to detect it.`,
  );
}

function readVersion(): string {
  // Read at run time by path, because a bundler would inline an import of the manifest.
  const manifest = readFileSync(`${import.meta.dirname}/../package.json`, "utf8");
  const { version }: { readonly version: string } = JSON.parse(manifest);
  return version;
}

/** Returns true for a terminal with colors, see https://no-color.org; `FORCE_COLOR` is ignored. */
function supportsColours(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

function print(report: ConformanceReport, isJson: boolean): void {
  const text = isJson
    ? JSON.stringify(report, null, 2)
    : formatReport(
        report,
        supportsColours()
          ? { paint: (style, piece) => styleText(STYLES[style], piece, { validateStream: false }) }
          : {},
      );
  process.stdout.write(`${text}\n`);
}

/** Shows the progress in one terminal line, which is cleared before the report. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

async function check(url: string, values: ReturnType<typeof readCommand>["values"]) {
  const { prompt = [], header = [], timeout, dialect, json = false, strict = false } = values;
  const report = await checkConformance(url, {
    prompts: prompt,
    ...(header.length > 0 && { headers: header.map(readHeader) }),
    ...(timeout !== undefined && { timeoutMs: readTimeout(timeout) }),
    ...(dialect !== undefined && { dialect: readDialect(dialect) }),
    protobuf: () => import("@ag-ui/proto"),
    onRun: (name) => showProgress(`Running: ${name} …`),
  }).finally(() => showProgress(""));
  if (dialect === "auto") {
    process.stderr.write(
      report.dialect === undefined
        ? "No dialect was detected, so the agent was checked as plain AG-UI. If its server accepts only requests in its own dialect, name the dialect with --dialect.\n"
        : `The dialect "${report.dialect}" was detected, and the agent was checked in that dialect.\n`,
    );
  }
  print(report, json);
  const isSuccess = report.verdict === "conforms" || (report.verdict === "deviates" && !strict);
  return isSuccess ? EXIT.success : EXIT.broken;
}

/** Flags that enable the WebSocket of Node 20. */
const WEB_SOCKET_FLAGS = ["--experimental-websocket", "--disable-warning=ExperimentalWarning"];

/** Returns true when this process has no WebSocket, and a process with flags could have one. */
function needsWebSocketFlags(url: string): boolean {
  const hasFlags = process.execArgv.includes("--experimental-websocket");
  return /^wss?:/i.test(url) && !globalThis.WebSocket && !hasFlags;
}

async function runWithWebSocket(args: readonly string[]): Promise<number> {
  const [, script = ""] = process.argv;
  const child = spawn(process.execPath, [...WEB_SOCKET_FLAGS, script, ...args], {
    stdio: "inherit",
  });
  process.once("SIGTERM", () => child.kill());
  const [code] = await once(child, "exit");
  return typeof code === "number" ? code : EXIT.failed;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommand(args);
  if (values.help || values.version) {
    process.stdout.write(`${values.help ? HELP : readVersion()}\n`);
    return EXIT.success;
  }
  const url = readUrl(positionals);
  return needsWebSocketFlags(url) ? runWithWebSocket(args) : check(url, values);
}

// The report contains what development warnings would log.
process.env.NODE_ENV = "production";
// Ignores EPIPE: the reader of the output may close it early, like `head`.
process.stdout.on("error", () => {});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? "\nTry agui-kit --help." : "";
  // The message may quote a server: remove control characters, which could control the terminal.
  process.stderr.write(`${message.replace(/\p{Cc}+/gu, " ")}${hint}\n`);
  process.exitCode = EXIT.failed;
}
