import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import process from "node:process";
import { parseArgs, styleText } from "node:util";
import {
  type ConformanceOptions,
  checkConformance,
} from "./testing/conformance/checkConformance.ts";
import { dialectNames, isDialectName } from "./testing/conformance/dialectNamed.ts";
import { formatReport } from "./testing/conformance/formatReport.ts";
import type { ReportStyle } from "./testing/conformance/formatRule.ts";
import type { ConformanceReport } from "./testing/conformance/report.ts";

const HELP = `Usage: agui-kit check <url> [options]

Asks the agent at an address (http, https, ws or wss) a few questions and tells which
rules of AG-UI 1.0 its answers meet, break or never show.

Options
  --prompt <text>      what else to ask, to lead it to its tools or interrupts; repeatable
  --header <header>    "Name: value", sent with every request; repeatable
  --dialect <name>     read its answers as another system's: ${dialectNames.join(", ")};
                       auto: in the dialect that is heard, if there is one
  --timeout <ms>       how long each run may take (30000)
  --json               the report as JSON
  --strict             exit with 1 for warnings, too
  -h, --help           this
  -v, --version        the version of agui-kit

Exit code
  0  it conforms; or it deviates (warnings only) and --strict is not given
  1  it breaks a rule
  2  there is no agent at the address, or the command cannot be understood`;

const EXIT = { fine: 0, broken: 1, unusable: 2 } as const;

/** Which escapes of a terminal each piece of a report gets. */
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
    // Node goes on about arguments that begin with a dash.
    const [fault] = String(error instanceof Error ? error.message : error).split(". To specify");
    throw new UsageError(fault);
  }
}

function readUrl([command, url, ...rest]: readonly string[]): string {
  if (command !== undefined && command !== "check") {
    throw new UsageError(`There is no command "${command}", but check.`);
  }
  if (url === undefined || rest.length > 0) {
    throw new UsageError("Give the address of one agent: agui-kit check <url>.");
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
    throw new UsageError(`--timeout ${text} is no number of milliseconds.`);
  }
  return ms;
}

function readDialect(name: string): NonNullable<ConformanceOptions["dialect"]> {
  if (name === "auto" || isDialectName(name)) return name;
  throw new UsageError(
    `There is no dialect "${name}", but ${dialectNames.join(", ")}; or auto to find out.`,
  );
}

function readVersion(): string {
  // The command is in a folder of the package. A bundler would put the file in the place of a URL.
  const manifest = readFileSync(`${import.meta.dirname}/../package.json`, "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** As https://no-color.org asks; `FORCE_COLOR` is not looked at. */
function hasColours(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

function print(report: ConformanceReport, isJson: boolean): void {
  const text = isJson
    ? JSON.stringify(report, null, 2)
    : formatReport(
        report,
        hasColours()
          ? { paint: (style, piece) => styleText(STYLES[style], piece, { validateStream: false }) }
          : {},
      );
  process.stdout.write(`${text}\n`);
}

/** Says on a terminal what is being waited for, in a line that the report takes the place of. */
function tell(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
}

async function check(url: string, values: ReturnType<typeof readCommand>["values"]) {
  const { prompt = [], header = [], timeout, dialect, json = false, strict = false } = values;
  const report = await checkConformance(url, {
    prompts: prompt,
    ...(header.length > 0 && { headers: header.map(readHeader) }),
    ...(timeout !== undefined && { timeoutMs: readTimeout(timeout) }),
    ...(dialect !== undefined && { dialect: readDialect(dialect) }),
    onRun: (name) => tell(`Asking: ${name} …`),
  }).finally(() => tell(""));
  if (dialect === "auto") {
    process.stderr.write(
      report.dialect === undefined
        ? "No dialect was heard, so it was checked as plain AG-UI. A server that answers to requests of its own only does not say what it speaks: name the dialect.\n"
        : `The dialect "${report.dialect}" was heard, so it was checked in that.\n`,
    );
  }
  print(report, json);
  const isFine = report.verdict === "conforms" || (report.verdict === "deviates" && !strict);
  return isFine ? EXIT.fine : EXIT.broken;
}

/** Node 20 has a WebSocket that has to be asked for when it starts. */
const SOCKET_FLAGS = ["--experimental-websocket", "--disable-warning=ExperimentalWarning"];

/** Whether this Node has no WebSocket, and another process of it could have one. */
function needsSocket(url: string): boolean {
  const isTried = process.execArgv.includes("--experimental-websocket");
  return /^wss?:/i.test(url) && !globalThis.WebSocket && !isTried;
}

async function startWithSocket(args: readonly string[]): Promise<number> {
  const [, script = ""] = process.argv;
  const child = spawn(process.execPath, [...SOCKET_FLAGS, script, ...args], { stdio: "inherit" });
  process.once("SIGTERM", () => child.kill());
  const [code] = await once(child, "exit");
  return typeof code === "number" ? code : EXIT.unusable;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommand(args);
  if (values.help || values.version) {
    process.stdout.write(`${values.help ? HELP : readVersion()}\n`);
    return EXIT.fine;
  }
  const url = readUrl(positionals);
  return needsSocket(url) ? startWithSocket(args) : check(url, values);
}

// What is warned of on the console in development is in the report.
process.env.NODE_ENV = "production";
// Who reads only the beginning of the report has seen enough.
process.stdout.on("error", () => {});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? "\nTry agui-kit --help." : "";
  // It may quote what a server has said, and a terminal does as it is told.
  process.stderr.write(`${words.replace(/\p{Cc}+/gu, " ")}${hint}\n`);
  process.exitCode = EXIT.unusable;
}
