// @ts-check

/** Most bytes of a schema that is measured. */
const BYTES = 100_000;

/**
 * Creates properties as long as their schema has no more than 100 KB.
 *
 * @param {(at: number) => object} create
 * @param {object} [others] Other keywords of the schema.
 */
function filled(create, others = {}) {
  /** @type {Record<string, object>} */
  const properties = {};
  let bytes = JSON.stringify(others).length;
  for (let at = 0; ; at++) {
    const property = create(at);
    bytes += JSON.stringify(property).length + `"p${at}":,`.length;
    if (bytes > BYTES) return { type: "object", properties, ...others };
    properties[`p${at}`] = property;
  }
}

/**
 * @param {number} levels
 * @param {(inner: object) => object} wrap
 */
function nested(levels, wrap) {
  /** @type {object} */
  let schema = { type: "string" };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

/** @param {object} thing */
const objectWith = (thing) => ({ type: "object", properties: { thing } });

const text = { type: "string" };

/** @param {number} count */
const choiceOf = (count) => ({ enum: Array.from({ length: count }, (_, at) => `option ${at}`) });
const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { type: "object", properties: { a: next, b: next }, required: ["a", "b"] }];
  }),
);

/**
 * @param {number} count
 * @param {object} property
 */
const repeated = (count, property) => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, property])),
});

/** @param {{ type: string; properties: object }} schema */
const required = (schema) => ({ ...schema, required: Object.keys(schema.properties) });

/**
 * Schemas of up to 100 KB: as many fields of one kind as a form renders at first, as many as fit into the schema, and
 * parts in parts.
 */
export const schemas = {
  "200 texts": repeated(199, text),
  "100 dates with time": repeated(99, { type: "string", format: "date-time" }),
  "74 choices of 2": repeated(74, choiceOf(2)),
  "66 choices of 5": repeated(66, choiceOf(5)),
  "57 choices of 10": repeated(57, choiceOf(10)),
  "a choice of 1,000": repeated(1, choiceOf(1_000)),
  "71 radio groups of 3": required(repeated(71, choiceOf(3))),
  "3 groups of 97 checkboxes": repeated(3, {
    type: "array",
    uniqueItems: true,
    items: choiceOf(97),
  }),
  "66 lists of a text": required(repeated(66, { type: "array", items: text, minItems: 1 })),
  "100 objects of a text": repeated(99, objectWith(text)),
  "as many texts as fit": filled(() => text),
  "… references to 1,000 options": filled(() => ({ $ref: "#/$defs/options" }), {
    $defs: { options: choiceOf(1_000) },
  }),
  "… alternatives": { anyOf: Object.values(filled(() => objectWith(text)).properties) },
  "unions in 9 levels": objectWith(
    nested(9, (inner) => ({ oneOf: [objectWith(inner), objectWith(inner)] })),
  ),
  "lists in 24 levels": objectWith(nested(24, (items) => ({ type: "array", items, minItems: 1 }))),
  "objects in 2,000 levels": nested(2_000, objectWith),
  "two references in each of 60 levels": {
    $ref: "#/$defs/d0",
    $defs: { ...doubling, d60: text },
  },
};
