import type { Token, Tokens } from "marked";
import { type Sectioned, type Sections, toKitToken } from "./kitToken.ts";

/**
 * Weight at which a block is divided, because a browser lays out an open block again with every delta. Weights follow the
 * time of a layout:
 *
 * - 1 for a block, an item, a row or a cell;
 * - 2 for an element in a line;
 * - 1 for 16 characters.
 */
export const MAX_WEIGHT = 3584;

/** Number of characters of weight 1. */
export const TEXT_PER_WEIGHT = 16;

const INLINE = /^(?:strong|em|del|codespan|link|image|br)$/;

type Weighed = Token | Tokens.TableCell | readonly Tokens.TableCell[];

/** Length from which the weight of a token is cached. A cache of very many tokens costs more than it saves. */
const MIN_CACHED = 256;

/** Weights by token or section. */
const weights = new WeakMap<object, number>();

/** Returns the weight of a token, a cell or a row of a table. The weight of a text depends on its length alone. */
export function weightOf(weighed: Weighed): number {
  const cached = weights.get(weighed);
  if (cached !== undefined) return cached;
  const weight = computeWeight(weighed);
  if ("raw" in weighed && weighed.raw.length >= MIN_CACHED) weights.set(weighed, weight);
  return weight;
}

function computeWeight(weighed: Weighed): number {
  if (isRow(weighed)) return 1 + sumOf(weighed);
  // A cell has tokens, but no type.
  const token = toKitToken(weighed as Token);
  if (token.type === "list") return weightOfSections(token) + sumOf(token.items);
  if (token.type === "table")
    return weightOfSections(token) + weightOf(token.header) + sumOf(token.rows);
  const own = INLINE.test(token.type) ? 1 : 0;
  if ("tokens" in token && token.tokens) return own + weightOfSections(token) + sumOf(token.tokens);
  const text = token.raw.length / TEXT_PER_WEIGHT;
  return token.type === "text" ? text : 1 + own + text;
}

/** Returns how many children it takes, after those in sections, to make a list or a table full; at most all. */
export function childrenUntilFull(
  parent: Sectioned<Tokens.List | Tokens.Table>,
  children: readonly Weighed[],
): number {
  let weight = weightOfSections(parent);
  if (parent.type === "table") weight += weightOf(parent.header);
  let count = 0;
  for (const child of children) {
    if (weight >= MAX_WEIGHT) break;
    weight += weightOf(child);
    count += 1;
  }
  return count;
}

/** Returns the weight of a token with the children in its sections alone. */
function weightOfSections({ sections }: { sections?: Sections<Weighed> | undefined }): number {
  let weight = 1;
  for (const section of sections ?? []) {
    const sectionWeight = weights.get(section) ?? sumOf(section);
    weights.set(section, sectionWeight);
    weight += sectionWeight;
  }
  return weight;
}

function sumOf(children: readonly Weighed[]): number {
  let sum = 0;
  for (const child of children) sum += weightOf(child);
  return sum;
}

function isRow(weighed: Weighed): weighed is readonly Tokens.TableCell[] {
  return Array.isArray(weighed);
}
