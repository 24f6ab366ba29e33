import fc from "fast-check";
import { shiftSeed } from "./shiftSeed.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: shiftSeed(720_300) });

/** Fast-check with a fixed seed: every run tries the same values, so that a failure belongs to the last change. */
export { fc };
