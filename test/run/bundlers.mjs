// @ts-check
import process from "node:process";
import { checkBundling } from "../package/bundling.mjs";
import { checkColorSchemes } from "../package/colorSchemes.mjs";
import { installKit, linkPackages, manifest, withProject } from "../package/kit.mjs";
import { checkTreeShaking } from "../package/treeShaking.mjs";
import { installFolder } from "./install.mjs";

/** Builds applications that use the packed tarball, with every bundler that the kit supports. */

await installFolder("test/consumer");

const faults = await withProject(async (project) => {
  installKit(project);
  linkPackages(project, [...Object.keys(manifest.dependencies), "react", "react-dom"]);
  return [
    ...(await checkBundling(project)),
    ...(await checkColorSchemes(project)),
    ...(await checkTreeShaking(project)),
  ];
});
if (faults.length > 0) {
  console.error(`\n${faults.join("\n")}`);
  process.exitCode = 1;
}
