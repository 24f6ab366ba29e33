import process from "node:process";
import { parseArgs, styleText } from "node:util";
import { checkConformance } from "./testing/conformance/checkConformance.ts";
import { formatReport, type ReportStyle } from "./testing/conformance/formatReport.ts";
import type { ConformanceReport } from "./testing/conformance/report.ts";

const HELP = `Usage: agui-kit check <url> [options]

Asks the agent at an address a few questions and tells which rules of AG-UI 1.0 its
answers meet, break or never show.

Options
  --prompt <text>           what else to ask, to lead it to its tools or interrupts; repeatable
  --header "<name>: <value>"  sent with every request; repeatable
  --timeout <ms>            how long each run may take (30000)
  --json                    the report as JSON
  --strict                  exit with 1 for warnings, too
  --help                    this

Exit code
  0  it conforms; or it deviates (warnings only) and --strict is not given
  1  it breaks a rule
  2  it cannot be reached, or the command cannot be understood`;

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
  timeout: { type: "string" },
  json: { type: "boolean" },
  strict: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function readCommand(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readHeader(text: string): [string, string] {
  const colon = text.indexOf(":");
  if (colon < 1) throw new UsageError(`--header "${text}" is not "name: value".`);
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

function readTimeout(text: string): number {
  const ms = Number(text);
  if (!(ms > 0)) throw new UsageError(`--timeout ${text} is no number of milliseconds.`);
  return ms;
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

async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommand(args);
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return EXIT.fine;
  }
  const [command, url, ...rest] = positionals;
  if (command !== "check" || url === undefined || rest.length > 0) {
    throw new UsageError("Give the address of one agent: agui-kit check <url>.");
  }
  const { prompt = [], header = [], timeout, json = false, strict = false } = values;
  const report = await checkConformance(url, {
    prompts: prompt,
    headers: header.map(readHeader),
    ...(timeout !== undefined && { timeoutMs: readTimeout(timeout) }),
  });
  print(report, json);
  const isFine = report.verdict === "conforms" || (report.verdict === "deviates" && !strict);
  return isFine ? EXIT.fine : EXIT.broken;
}

// What is warned of on the console in development is in the report.
process.env.NODE_ENV = "production";

try {
  process.exitCode = await check(process.argv.slice(2));
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? "\nTry agui-kit --help." : "";
  process.stderr.write(`${words}${hint}\n`);
  process.exitCode = EXIT.unusable;
}
