import { fork } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Calls an exported function of a module in a process of its own, so that earlier measurements have
 * no effect on its result.
 *
 * @param {string} module - Address of the module.
 * @param {string} name
 * @param {...unknown} args
 * @returns {Promise<any>}
 */
export function callInProcess(module, name, ...args) {
  return new Promise((resolve, reject) => {
    let answer;
    const child = fork(fileURLToPath(import.meta.url), [module, name, JSON.stringify(args)], {
      execArgv: ["--expose-gc", "--max-old-space-size=4096"],
      // Production mode, as in every deployed application: React and other libraries are slower in
      // development.
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.on("message", (message) => {
      answer = message;
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && answer) resolve(answer.value);
      else reject(new Error(`${name}(${args.join(", ")}) ended with code ${code}.`));
    });
  });
}

if (process.send) {
  const [module, name, args] = process.argv.slice(2);
  const value = await (await import(module))[name](...JSON.parse(args));
  process.send({ value }, () => process.exit());
}
