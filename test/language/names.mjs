// @ts-check

/**
 * @typedef {import("./excerpts.mjs").Kind} Kind
 *
 * @typedef {object} NameRule Words with a private meaning in identifiers and file names.
 * @property {readonly string[]} patterns Sources of expressions for words of the name in kebab case: `is-told-again`.
 * @property {string} write Standard words for the same thing.
 * @property {readonly string[]} finds Examples the rule rejects.
 * @property {readonly string[]} accepts Good names that look similar.
 * @property {readonly Kind[]} [kinds] Every kind of name when absent.
 * @property {RegExp} [paths] Files the rule reads; all when absent.
 * @property {RegExp} [except] Files in which the words are standard.
 */

/** The published code, where common words have been given meanings of our own. */
const SOURCE = /^src\//;

/** @type {readonly NameRule[]} */
export const NAMES = [
  {
    patterns: ["(?:re)?told", "retell", "telling", "tells?"],
    write: "replayed, received, post, notify",
    finds: ["isToldAgain", "Retold", "tellAll", "TELLING_FRAMES"],
    accepts: ["toldo", "intellisense"],
  },
  {
    patterns: ["heard", "hears?", "hearing"],
    write: "seen, receive, filter",
    finds: ["hasHeard", "createHearing", "hearDone"],
    accepts: ["shearX", "heart"],
  },
  {
    patterns: ["said"],
    write: "text, message, posted",
    finds: ["isSaid", "SAID_AT"],
    accepts: ["asid"],
  },
  {
    patterns: ["^(?:say|take|hold|go|tell|give|keep|let|bring|ask|lose|make)$"],
    write: "a verb and its object",
    paths: SOURCE,
    finds: ["take", "go", "give"],
    accepts: ["takeSnapshot", "goBack", "goal", "askFor"],
  },
  {
    patterns: ["^(?:known|found|given|taken|asked)$"],
    write: "the thing itself: cached, token, options, pending",
    paths: SOURCE,
    finds: ["known", "found", "given"],
    accepts: ["isKnown", "isTaken", "FoundToken"],
  },
  {
    patterns: ["^past$"],
    write: "earlierSnapshot",
    paths: SOURCE,
    finds: ["past"],
    accepts: ["isPast", "pastDates"],
  },
  {
    patterns: ["^says(?=-)", "asked(?=-)", "(?<=-)asked$"],
    write: "a predicate; pending, requested",
    paths: SOURCE,
    finds: ["saysBusy", "LONGEST_ASKED_MS", "askedAt"],
    accepts: ["masked", "essaysOf"],
  },
  {
    patterns: ["sayings?(?:-of)?"],
    write: "content, text",
    finds: ["sayingOf"],
    accepts: ["essaying"],
  },
  {
    patterns: ["^one$"],
    write: "a noun: element, item, message",
    // A plural category of texts.
    paths: /^src\/(?!components\/strings\/)/,
    finds: ["one"],
    accepts: ["oneOf", "isDone"],
  },
  {
    patterns: [
      "^(?:record-word|page-words?|create-page-words|in-words|of-word|status-words|last-words)$",
      "^words?(?:-(?:types|for|of))?$",
    ],
    write: "text, message, strings",
    paths: SOURCE,
    finds: ["Word", "RecordWord", "wordFor"],
    accepts: ["wordBoundary", "password", "wordsPerSecond"],
  },
  {
    patterns: ["kept"],
    write: "persisted, draft",
    finds: ["keptIds", "MAX_KEPT"],
    accepts: ["keepAlive", "skeptical"],
  },
  {
    patterns: ["lasting", "everyday"],
    write: "persisted; core",
    finds: ["createLasting", "readEveryday"],
    accepts: ["blasting", "lastItem"],
  },
  {
    patterns: [
      "held-(?:at|arguments|interrupts|values|count)",
      "(?:is|most|settle)-held",
      "^held$",
      "is-holding",
    ],
    write: "snapshotAt; deferred",
    // A LockManager names its locks so.
    except: /^(?:src\/store\/tabs\/remoteRuns|test\/support\/webLocks)\.ts$/,
    finds: ["heldAt", "heldArguments", "settleHeld", "isHeld", "MOST_HELD", "held", "isHolding"],
    accepts: ["isLockHeld", "withheld"],
  },
  {
    patterns: [
      "late(?=-(?:view|image|labels|strings|chat|verbs?|parts?))",
      "(?<=load-|create-|render-)late",
    ],
    write: "lazy",
    paths: SOURCE,
    finds: ["LateChat", "loadLate"],
    accepts: ["isTooLate", "isLate", "latest", "LazyChat"],
  },
  {
    patterns: ["rare"],
    write: "lazy",
    paths: SOURCE,
    finds: ["lookForRare", "RareNews"],
    accepts: ["rarely"],
  },
  {
    patterns: ["at-rest", "^is-rest$", "resting", "rests", "rested"],
    write: "idle, settled",
    finds: ["isAtRest", "AT_REST", "isResting", "rested"],
    accepts: ["restProps", "interesting", "rest"],
  },
  {
    patterns: ["places?$", "places?-(?:of|in|to|by-value)$"],
    write: "element, slot, position, location",
    paths: SOURCE,
    finds: ["EndPlace", "place", "placesOf"],
    accepts: ["placeholder", "replace", "placementOf"],
  },
  {
    patterns: ["turnings?"],
    write: "branchPoint",
    finds: ["turningsOf", "Turning"],
    accepts: ["returning"],
  },
  {
    patterns: ["ways", "^way$", "way-(?:to|out)", "(?:of|own)-way"],
    write: "branch",
    paths: SOURCE,
    finds: ["waysOf", "wayTo", "endOfWay"],
    accepts: ["always", "gateway", "isUnderWay"],
  },
  {
    patterns: ["^stretch(?:es)?$"],
    write: "segment",
    paths: SOURCE,
    finds: ["Stretch"],
    accepts: ["stretchToFit"],
  },
  {
    patterns: ["(?<!lags-|falls-|left-)behind"],
    write: "after",
    finds: ["isBehind", "behindMessage"],
    accepts: ["lagsBehind", "fallsBehind"],
  },
  {
    patterns: ["in-front", "front-of"],
    write: "before, prepend",
    finds: ["putInFront", "frontOf"],
    accepts: ["frontmatter", "storefront"],
  },
  {
    patterns: ["go(?:es)?-on$", "go(?:es)?-on-(?:with|when|behind)"],
    write: "continue, isRunning",
    finds: ["goesOn", "goOnWith"],
    accepts: ["goOnline", "isGoing"],
  },
  {
    patterns: ["takes?-up", "taken-up"],
    write: "resume",
    finds: ["takeUpRun", "TakenUp"],
    accepts: ["takeUpdates", "backup"],
  },
  {
    patterns: ["gives?-up", "given-up"],
    write: "cancel, drop",
    finds: ["isGivenUp", "giveUp"],
    accepts: ["giveUpdates", "givenName"],
  },
  {
    patterns: ["lets?-go"],
    write: "release, evict",
    finds: ["letGo", "LET_GO_MS"],
    accepts: ["letters", "legoBrick"],
  },
  {
    patterns: ["anew", "once-more"],
    write: "again, re-",
    finds: ["beginAnew", "onceMore"],
    accepts: ["aNewRun"],
  },
  {
    patterns: ["other-pages?", "another-page"],
    write: "otherTabs",
    finds: ["watchOtherPages"],
    accepts: ["otherTabs", "historyPages"],
  },
  {
    patterns: ["runner"],
    write: "leader",
    paths: /^src\/store\/(?:persistence|tabs)\//,
    finds: ["isRunner"],
    accepts: ["runNext"],
  },
  {
    patterns: ["succession", "lifeline"],
    write: "takeover; abortTimeout",
    paths: SOURCE,
    finds: ["createSuccession", "Lifeline"],
    accepts: ["successRate"],
  },
  {
    patterns: ["silence", "seat"],
    write: "leaderHeartbeat; writerHandle",
    paths: /^src\/store\//,
    finds: ["SILENCE_MS", "Seat"],
    accepts: ["silent", "seats"],
  },
  {
    patterns: ["(?:un)?drawn"],
    write: "rendered",
    finds: ["isAllDrawn", "useUndrawnEditor"],
    accepts: ["withdrawnOffer"],
  },
  {
    patterns: ["draws?"],
    write: "render",
    paths: SOURCE,
    finds: ["drawCode", "onDraw"],
    accepts: ["drawer", "withdraw"],
  },
  {
    patterns: ["^signs?(?:-of)?$"],
    write: "icon, trigger",
    paths: /^src\/components\/(?!interrupts?\/)/,
    finds: ["sign", "signsOf"],
    accepts: ["signIn", "signal", "design"],
  },
  {
    patterns: ["^(?!thought-(?:for|privately)$).*(?<![a-z])thoughts?"],
    write: "reasoning",
    paths: SOURCE,
    finds: ["openThought", "thoughts"],
    accepts: ["thoughtFor", "thoughtful"],
  },
  {
    patterns: ["(?<=-)person", "person(?=-)", "^person$"],
    write: "user",
    paths: /^(?:src|test|stories|demo\/app|\.storybook)\//,
    // The name of an icon.
    except: /^src\/a2ui\/components\/catalogIconPaths\.ts$/,
    finds: ["askPerson", "PersonWatch", "person"],
    accepts: ["personalize", "isPersonal"],
  },
  {
    patterns: ["(?:some|no)body", "whoever"],
    write: "none, NO_LISTENER",
    finds: ["NOBODY"],
    accepts: ["requestBody"],
  },
  {
    patterns: ["^(?:create-)?(?:watching|showing|asking|following)$"],
    write: "a noun: subscriberCount, tabQuery, logReplica",
    paths: SOURCE,
    finds: ["Asking", "createFollowing"],
    accepts: ["isWatching", "streaming"],
  },
  {
    patterns: ["(?:naming|placing|retaining|matching|opening|closing|merging)$"],
    write: "a noun: options, assignment, position, merge",
    kinds: ["type"],
    paths: SOURCE,
    finds: ["Naming", "ContentMatching", "RunClosing"],
    accepts: ["matchOptions", "pending", "isMatchingCase"],
  },
];
