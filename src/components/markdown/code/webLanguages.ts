// One chunk for the grammars that code for the web needs together: they contain one another.
export { default as css } from "highlight.js/lib/languages/css";
export { default as javascript } from "highlight.js/lib/languages/javascript";
export { default as typescript } from "highlight.js/lib/languages/typescript";
export { default as xml } from "highlight.js/lib/languages/xml";
