// @ts-check
import { PHRASES_OUTSIDE_CSS } from "./phrasesOutsideCss.mjs";

/**
 * @typedef {import("./excerpts.mjs").Kind} Kind
 *
 * @typedef {object} PhraseRule Words with a private meaning in sentences.
 * @property {readonly string[]} patterns Sources of case-insensitive expressions; a space stands for any white space.
 * @property {string} write Standard words for the same thing.
 * @property {readonly string[]} finds Examples the rule rejects.
 * @property {readonly string[]} accepts Good sentences that look similar.
 * @property {readonly Kind[]} [kinds] Every kind of sentence when absent.
 * @property {readonly string[]} [strings] Patterns for other strings than messages and titles.
 * @property {RegExp} [paths] Files the rule reads; all when absent.
 * @property {RegExp} [except] Files in which the words are standard.
 */

/** Examples and tests about pictures that are drawn. */
const DRAWING = /^(?:demo|test\/(?:demo|e2e))\/.*(?:draw|paint|picture|landscape)/i;

/** @type {readonly PhraseRule[]} */
export const PHRASES = [
  {
    patterns: ["(?:re)?told(?! apart)", "retells?", "retelling"],
    write: "replayed, received",
    finds: ["A run that is told again.", "The messages are retold.", "Retells the run."],
    accepts: ["Ids by which two runs can be told apart."],
  },
  {
    patterns: [
      "(?:a|an|the|one|each|its|this) telling",
      "telling (?:of|again)",
      "tells? (?:of|again|everything|nothing)",
    ],
    write: "replay, receive, report",
    finds: ["Measures one telling.", "The server tells of a run.", "Agents tell nothing."],
    accepts: ["Telling failures apart.", "Tells the server that the tab is closed."],
  },
  {
    patterns: ["heard", "hearing", "(?<!users? |reads or |reader )hears", "hear (?:of|out)"],
    write: "seen, received, filtered, notified",
    finds: ["Ids that were heard before.", "Starts hearing.", "Listeners hear of a change."],
    accepts: ["Text that a user reads or hears.", "Lets users hear a message."],
  },
  {
    patterns: ["(?<!that |being )said"],
    write: "text, message, posted, stated",
    finds: ["Messages after the text that the agent has said."],
    accepts: ["That being said, the default suffices.", "The aforesaid limit applies."],
  },
  {
    patterns: ["says? so"],
    write: "reports it, sets it, shows it",
    finds: ["Fails and says so.", "Tools may say so."],
    accepts: ["The specification says something else."],
  },
  {
    patterns: [
      "words of (?:the|a|an|its|their) (?:settings|answers?|messages?|questions?|runs?|agents?|tools?)",
      "in (?:fewer |(?:its|their|his) (?:own )?)?words",
    ],
    write: "text, message, strings",
    finds: ["The first words of the answer.", "Describes the error in words."],
    accepts: ["Splits a text into words.", "In other words, the cache is empty."],
  },
  {
    patterns: ["held at (?:a|the|this|that|its)", "heldAt"],
    write: "snapshot at",
    finds: ["State that the thread held at a position."],
    accepts: ["The lock is held until the tab closes."],
  },
  {
    patterns: ["what is kept", "kept (?:of|again|texts?|drafts?|choices?|edits?|words)"],
    write: "persisted, draft",
    finds: ["Removes what is kept.", "Texts that are kept again.", "Restores the kept drafts."],
    accepts: ["Partial arguments are kept until the call ends."],
  },
  {
    patterns: ["(?<!long-)lasting"],
    write: "persisted, permanent",
    finds: ["Creates lasting state."],
    accepts: ["A long-lasting connection."],
  },
  {
    patterns: ["everyday"],
    write: "usual, core, ordinary",
    kinds: ["comment", "title", "message"],
    finds: ["Reads an everyday event."],
    accepts: ["The job runs every day."],
  },
  {
    patterns: ["(?:what is|the|are|is) rare(?= parts?|[.,;:]|$)", "rare parts?"],
    write: "lazy, loaded lazily",
    finds: ["Loads what is rare.", "Imports the rare parts."],
    accepts: ["Handles a rare race between two tabs."],
  },
  {
    patterns: [
      "(?<!encrypted |encryption )at rest",
      "(?:comes?|came|coming) to rest",
      "(?:thread|run|agent|task|turn|conversation)s? rests?",
    ],
    write: "idle, settled",
    finds: ["Threads at rest.", "Waits until the thread has come to rest.", "The thread rests."],
    accepts: ["Values are encrypted at rest.", "Skips the rest.", "Calls a REST endpoint."],
  },
  {
    patterns: [
      "(?:stands?|stood)(?! (?:for|in for|out|alone|down|on its own))",
      "standing (?:at|before|where|in)",
    ],
    write: "is, is placed, position, location",
    finds: ["The label stands where the icon is.", "Text standing before the caret."],
    accepts: ["The id stands for a thread.", "A scripted stand-in.", "A standalone component."],
  },
  {
    patterns: ["turnings?(?= (?:of|on|that|which|to|tells?|means?)|[.,;:]|$)", "turnings"],
    write: "branch point",
    finds: ["The turnings of a log.", "An entry that is a turning."],
    accepts: ["Turning the option off stops retries."],
  },
  {
    patterns: [
      "on (?:another|the other|all|every|this|its own|one) ways?",
      "several ways(?! (?:to|of \\w+ing|in))",
      "ways (?:of|on) (?:a|the) (?:conversation|thread|log|message)",
    ],
    write: "branch",
    finds: ["The message is on another way.", "Splits into several ways.", "The ways of a log."],
    accepts: ["There are several ways to configure it.", "Data on the way to the server."],
  },
  {
    patterns: [
      "(?<!what is |what’s |what's )(?:go(?:es|ing|ne)?|went) on(?! (?:top|the|a|its|every|each|screen|one line)\\b)",
    ],
    write: "continue, is running, proceed",
    finds: ["While a run goes on.", "Retry to go on.", "A run that has gone on."],
    accepts: ["The lock goes on top.", "Shows what is going on.", "Members go on the prototype."],
  },
  {
    patterns: [
      "(?:takes?|took|taken|taking) (?:it |them )?up(?! (?:\\S+ ){0,2}(?:space|room|width|height|lines?|more|less|much|half|all|memory|bytes|to|\\d))",
    ],
    write: "resume, restore",
    finds: ["Takes up a run.", "A stream that is taken up again.", "Takes it up."],
    accepts: ["Takes up space.", "Takes up the full width.", "Takes up to five seconds."],
  },
  {
    patterns: ["(?<!before )(?:gives?|gave|given|giving) (?:it |them )?up(?! on)"],
    write: "cancel, drop, stop retrying",
    finds: ["The edit is given up.", "Gives up what was not sent."],
    accepts: ["Retries three times before giving up.", "Gives upper bounds."],
  },
  {
    patterns: ["(?:lets?|letting) (?:it |them )?go(?: of)?"],
    write: "release, evict",
    finds: ["Lets go of the thread.", "A thread that is let go.", "Letting go of the lock."],
    accepts: ["Lets the caller go back."],
  },
  {
    patterns: [
      "anew",
      "(?<!most |least )once more(?=\\s*(?:[.,;:)!?—]|$)| (?:in|with|when|after|as|for|and|by|from|to|at|on|if|where|but|or|before|until|while|that|is)\\b)",
    ],
    write: "again, re-",
    finds: ["Begins anew.", "Checks the calls once more.", "Asks once more when it fails."],
    accepts: ["Parses again once more text has arrived.", "Retries at most once more."],
  },
  {
    patterns: ["in mid[- ]run"],
    write: "during a run",
    finds: ["Unmounts in mid-run."],
    accepts: ["Unmounts during a run."],
  },
  {
    patterns: ["here and there"],
    write: "in some places",
    finds: ["Rows differ here and there."],
    accepts: ["Whitespace here and a tab there."],
  },
  {
    patterns: ["(?:other|another|two|both) pages?(?! (?:of|size|tools?))"],
    write: "another tab, other tabs",
    finds: ["Asks the other pages.", "A run that another page has begun."],
    accepts: ["Loads another page of history.", "Merges two pages of messages."],
  },
  {
    patterns: ["(?<!test |task |vitest |story |bench )runner"],
    write: "leader",
    paths: /^(?:src|test)\/store\/|^src\/hooks\//,
    finds: ["Waits for the runner."],
    accepts: ["Keeps the test runner alive."],
  },
  {
    patterns: ["(?<!quick |rapid |close |in )succession", "lifeline"],
    write: "takeover; abort timeout",
    finds: ["Settles the succession.", "Cuts the lifeline."],
    accepts: ["Two clicks in quick succession.", "The lifetime of a cache entry."],
  },
  {
    patterns: [
      "(?:un|re)?drawn(?! (?:from|up|on a canvas|by the browser))",
      "(?<!luck of the )(?:re)?draws?(?! (?:from|on a canvas|attention|up))",
      "drew",
    ],
    write: "rendered, render",
    except: DRAWING,
    finds: ["Rows that are not drawn.", "Draws a card.", "Rows it drew before."],
    accepts: ["Samples are drawn from a list.", "A badge that draws attention."],
  },
  {
    patterns: [
      "(?:a|the|its|this|that|each|every|last|first|certain|another|same|one|which|opening|closing) signs?(?! (?:of|that|in|up|off)\\b)",
    ],
    write: "icon, character, trigger",
    finds: ["Shows the sign beside its label.", "Begins with a certain sign."],
    accepts: ["The sign of a number.", "Opens a sign-in form.", "Signs the request."],
  },
  {
    patterns: ["(?:a|an|the|its|every|each|last|first|sealed) thoughts?", "thoughts"],
    write: "reasoning",
    finds: ["Shows a thought.", "Joins thoughts."],
    accepts: ["The duration for which the model thought."],
  },
  {
    patterns: ["(?<!third |first |second |per |in |-)persons?(?! (?:name|schema))"],
    write: "user",
    strings: ["^persons?$", "(?:an?|the|each|every) persons?"],
    finds: ["Waits for the person.", "Asks a person."],
    accepts: ["Starts with a verb in the third person.", "The price per person."],
  },
  {
    patterns: ["people (?:write|type|want|think)", "(?<!many )for people(?! (?:who|with|in|that))"],
    write: "users, developers",
    finds: ["Formats that people write.", "Keys that are not for people."],
    accepts: ["A theme for people who need high contrast.", "Mentions people and files."],
  },
  {
    patterns: ["whoever"],
    write: "the user, caller or listener that",
    finds: ["Waits for whoever comes next."],
    accepts: ["Waits for the caller that comes next."],
  },
  {
    patterns: ["(?:some|no|any)body"],
    write: "user, listener, caller, tab",
    kinds: ["comment", "title", "prose"],
    finds: ["Publishes when somebody looks.", "True when nobody listens."],
    accepts: ["Reads the body of a response."],
  },
  {
    patterns: ["one[’']s(?: own)?"],
    write: "your own, a custom",
    finds: ["A composer of one's own."],
    accepts: ["Returns your own composer."],
  },
  {
    patterns: ["(?:an?|the|its|each|every) (?:asking|watching|showing)(?= of\\b|[.,;:]|$)"],
    write: "a noun: query, subscription, replica",
    finds: ["Ends the watching.", "Starts the asking of tabs."],
    accepts: ["Watching files needs a poll.", "The component showing the list."],
  },
  ...PHRASES_OUTSIDE_CSS,
];
