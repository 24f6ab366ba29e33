// @ts-check

/** @typedef {import("./phrases.mjs").PhraseRule} PhraseRule */

/** Style sheets, where elements overlap. */
const CSS = /\.css$/;

const LEFT = "(?<!\\b(?:leav(?:e|es|ing)|left|lag|lags|lagging|falls?)(?: (?!out\\b)\\w+){0,3} )";
const HIDDEN =
  "(?<!(?:live|hidde|sit|hide|move|gate|reason|idea|logic|theory|mechanism)[sdn]{0,2} )";
const COVER = [
  "(?! (?:(?:a|an|the|its|their|this|any) )?(?:open |closed |modal |reverse )?",
  "(?:flag|feature|proxy|proxies|firewall|load balancer|gateway|login|CDN|HTTPS?|NAT|popup|popover|",
  "dialog|modal|sheet|backdrop|overlay|scrim|keyboard|panel|menu|header|notch|sidebar|examples))",
].join("");

/**
 * Rules for positions of elements, which style sheets describe with the same words.
 *
 * @type {readonly PhraseRule[]}
 */
export const PHRASES_OUTSIDE_CSS = [
  {
    patterns: [
      "(?:a|the|each|every|its|last|first) stretch(?:es)?(?= of|[.,;:]|$| that)",
      "stretches",
    ],
    write: "segment",
    except: CSS,
    finds: ["A stretch of the log.", "Joins stretches."],
    accepts: ["Items stretch to the width of the row."],
  },
  {
    patterns: [`${LEFT}${HIDDEN}behind${COVER}`, "behind(?= (?:it|them|what|its|their|those)\\b)"],
    write: "after, below, next to",
    except: CSS,
    finds: ["Inserts the result behind the message.", "Messages stay behind it."],
    accepts: [
      "Makes the page behind the open dialog inert.",
      "Works behind a reverse proxy.",
      "Leaves no timer behind.",
      "The reason behind this limit.",
    ],
  },
  {
    patterns: ["in front of"],
    write: "before, above",
    except: CSS,
    finds: ["Puts messages in front of the conversation."],
    accepts: ["The front end renders it."],
  },
];
