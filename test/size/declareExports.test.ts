// @vitest-environment node
import { expect, test } from "vitest";
import { declareExports } from "../../build/declareExports.ts";

/** Calls the plugin as a bundler does. */
function transform(code: string): unknown {
  const { transform: hook } = declareExports(() => true);
  if (typeof hook !== "function") throw new Error("The plugin has no function `transform`.");
  const context = {
    error(message: string) {
      throw new Error(message);
    },
  };
  return Reflect.apply(hook, context, [code, "/src/index.ts"]);
}

test("an entry imports its re-exports from modules that declare them", () => {
  expect(transform('export { Chat, Popup } from "./chat.ts";\n')).toBe(
    'export { Chat, Popup } from "./chat.ts?declare=Chat,Popup";\n',
  );
});

test.each(['export {Chat} from "./chat.ts"\n', "export const a = 1;\n"])(
  "the build fails, and names the entry, when nothing in %j can be declared",
  (code) => {
    expect(() => transform(code)).toThrow(/\/src\/index\.ts has no re-export to declare/);
  },
);
