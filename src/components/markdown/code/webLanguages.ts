// Grammars that code for the web needs together, because they contain one another: they share a chunk.
export { default as css } from "highlight.js/lib/languages/css";
export { default as javascript } from "highlight.js/lib/languages/javascript";
export { default as typescript } from "highlight.js/lib/languages/typescript";
export { default as xml } from "highlight.js/lib/languages/xml";
