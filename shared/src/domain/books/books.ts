import { type BookRules, LAST_LEG_PAYS, POWER_2_PAYS } from './book-rules.ts'

/** Day on which the pages of the books were read. */
const READ_ON = '2026-11-28'

const UNDERDOG_VOIDS = [
  'help.underdogfantasy.com/en/articles/10982402-what-happens-in-the-event-of-a-tie-voided-selection',
]
const UNDERDOG_MLB = ['help.underdogfantasy.com/en/articles/10361775-pick-em-scoring-mlb']
const UNDERDOG_GAMES = [
  'help.underdogfantasy.com/en/articles/11084681-what-happens-with-postponed-suspended-games',
]
const UNDERDOG_CASH_OUT = ['help.underdogfantasy.com/en/articles/13400091-fantasy-cash-out']

const UNDERDOG = {
  name: 'Underdog',
  readOn: READ_ON,
  sizes: {
    value: { fewest: 2, most: 8 },
    pages: ['stokastic.com/articles/dfs-strategy/how-underdog-fantasy-multipliers-work'],
    readOn: READ_ON,
    note: 'Standard entries have up to 5 legs, Flex entries 3 to 8.',
  },
  payouts: {
    pages: [
      'oddsreference.com/dfs/tools/pickem-payout-calculator',
      'gamedaymath.com/blog/underdog-fantasy-payout-math',
    ],
    readOn: READ_ON,
    note: 'Of third parties, of 2026-03-01 and 2023-07-21. Single legs may have a multiplier of their own.',
    power: { 2: 3, 3: 6, 4: 10, 5: 20 },
    flex: { 3: [3, 1], 4: [6, 1.5], 5: [10, 2.5] },
    lastLegWon: null,
  },
  fewestClubs: { value: 2, pages: UNDERDOG_CASH_OUT, readOn: READ_ON },
  refusesPlayerTwice: null,
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: { value: 'no-plays-and-ties', pages: UNDERDOG_VOIDS, readOn: READ_ON },
  participation: {
    value: { hitting: 'any-play', pitching: 'any-pitch' },
    pages: [...UNDERDOG_MLB, ...UNDERDOG_VOIDS],
    readOn: READ_ON,
  },
  suspendedGame: {
    value: { kind: 'void-after', hours: 36, unlessDecided: true },
    pages: [...UNDERDOG_MLB, ...UNDERDOG_GAMES],
    readOn: READ_ON,
  },
  voidsPostponedGame: { value: true, pages: UNDERDOG_GAMES, readOn: READ_ON },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: {
    value: false,
    pages: ['help.underdogfantasy.com/en/articles/9998926-promotion-tokens'],
    readOn: READ_ON,
    note: 'The gain of a promotional pick is paid in promotional credit.',
  },
} as const satisfies BookRules

const PRIZEPICKS_PAYOUTS = [
  'intercom.help/prizepicks/en/articles/9047668-payouts-explained',
  'prizepicks.com/help-center/payouts',
]
const PRIZEPICKS_ENTRIES = ['prizepicks.com/helpcenter/placing-entries']
const PRIZEPICKS_NO_PLAYS = ['prizepicks.com/help-center/dnps']

export const PRIZEPICKS = {
  name: 'PrizePicks',
  readOn: READ_ON,
  sizes: { value: { fewest: 2, most: 6 }, pages: PRIZEPICKS_ENTRIES, readOn: READ_ON },
  payouts: {
    pages: PRIZEPICKS_PAYOUTS,
    readOn: READ_ON,
    note: 'The first page lists Power up to 6 legs, the second up to 4.',
    power: { 2: POWER_2_PAYS, 3: 5, 4: 10, 5: 20, 6: 37.5 },
    flex: { 3: [2.25, 1.25], 4: [5, 1.5], 5: [10, 2, 0.4], 6: [25, 2, 0.4] },
    lastLegWon: LAST_LEG_PAYS,
  },
  fewestClubs: { value: 2, pages: PRIZEPICKS_ENTRIES, readOn: READ_ON },
  refusesPlayerTwice: { value: true, pages: PRIZEPICKS_ENTRIES, readOn: READ_ON },
  refusesPitcherWithOpposingBatter: { value: true, pages: PRIZEPICKS_ENTRIES, readOn: READ_ON },
  refundsReducedEntry: {
    value: 'no-plays',
    pages: PRIZEPICKS_PAYOUTS,
    readOn: READ_ON,
    note: 'Ties are removed after the legs without play. The pages name a refund only for the latter.',
  },
  participation: {
    value: { hitting: 'any-play', pitching: 'any-play' },
    pages: PRIZEPICKS_NO_PLAYS,
    readOn: READ_ON,
    note: 'Refers to a scoring chart per league, which is not public.',
  },
  suspendedGame: {
    value: { kind: 'stays-open' },
    pages: PRIZEPICKS_NO_PLAYS,
    readOn: READ_ON,
    note: 'No public page gives a limit for a game that has begun, so a pick waits for its completion.',
  },
  voidsPostponedGame: { value: true, pages: PRIZEPICKS_NO_PLAYS, readOn: READ_ON },
  sameGameChangesPayout: {
    value: true,
    pages: PRIZEPICKS_PAYOUTS,
    readOn: READ_ON,
    note: 'By an amount that only the screen of the book shows.',
  },
  promotionHasStandardPayout: {
    value: false,
    pages: ['prizepicks.com/resources/prizepicks-taco-tuesday', ...PRIZEPICKS_PAYOUTS],
    readOn: READ_ON,
    note: 'The pages give payouts for standard lines only.',
  },
} as const satisfies BookRules

const PAYDAY_ENTRIES = [
  'help.paydayfantasy.com/en/articles/11502544-creating-an-entry',
  'help.paydayfantasy.com/en/articles/11502477-entries-entry-rules',
]
const PAYDAY_PAYOUTS = ['help.paydayfantasy.com/en/articles/11502419-entries-payouts-max-flex']
const PAYDAY_VOIDS = [
  'help.paydayfantasy.com/en/articles/11502299-ties-dnps-and-voided-picks-what-you-need-to-know',
]
const PAYDAY_BASEBALL = ['help.paydayfantasy.com/en/articles/11502212-baseball-rules-player-prop-guide']

const PAYDAY = {
  name: 'Payday',
  readOn: READ_ON,
  sizes: { value: { fewest: 2, most: 10 }, pages: PAYDAY_ENTRIES, readOn: READ_ON },
  payouts: null,
  fewestClubs: { value: 2, pages: PAYDAY_ENTRIES, readOn: READ_ON },
  refusesPlayerTwice: { value: true, pages: PAYDAY_ENTRIES, readOn: READ_ON },
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: {
    value: 'no-plays-and-ties',
    pages: [...PAYDAY_PAYOUTS, ...PAYDAY_VOIDS],
    readOn: READ_ON,
  },
  participation: {
    value: { hitting: 'start-and-at-bat', pitching: 'start-and-inning' },
    pages: PAYDAY_BASEBALL,
    readOn: READ_ON,
  },
  suspendedGame: {
    value: { kind: 'stays-open' },
    pages: PAYDAY_BASEBALL,
    readOn: READ_ON,
    note: 'The entry rules of all sports void after 36 hours; the page about baseball is the narrower rule.',
  },
  voidsPostponedGame: { value: true, pages: PAYDAY_BASEBALL, readOn: READ_ON },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: null,
} as const satisfies BookRules

const HOTSTREAK_BASEBALL = ['help.hotstreak.gg/en/articles/6203622-baseball-scoring-faq-s']
const HOTSTREAK_BASKETBALL = ['help.hotstreak.gg/en/articles/11759322-basketball-scoring-faq']
const AS_IN_BASKETBALL = 'Stated for basketball; assumed for baseball.'

const HOTSTREAK = {
  name: 'HotStreak',
  readOn: READ_ON,
  sizes: {
    value: { fewest: 2, most: 10 },
    pages: HOTSTREAK_BASKETBALL,
    readOn: READ_ON,
    note: 'The page states the fewest legs only.',
  },
  payouts: null,
  fewestClubs: { value: 2, pages: HOTSTREAK_BASKETBALL, readOn: READ_ON, note: AS_IN_BASKETBALL },
  refusesPlayerTwice: null,
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: {
    value: 'no-plays-and-ties',
    pages: HOTSTREAK_BASKETBALL,
    readOn: READ_ON,
    note: `${AS_IN_BASKETBALL} No page says what a tie is; it is treated as void.`,
  },
  participation: {
    value: { hitting: 'start', pitching: 'start' },
    pages: HOTSTREAK_BASEBALL,
    readOn: READ_ON,
  },
  suspendedGame: {
    value: { kind: 'void-after', hours: 24, unlessDecided: false },
    pages: HOTSTREAK_BASEBALL,
    readOn: READ_ON,
  },
  voidsPostponedGame: {
    value: true,
    pages: HOTSTREAK_BASEBALL,
    readOn: READ_ON,
    note: 'A start that is moved by three hours or more, or past 3 AM, voids the pick.',
  },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: null,
} as const satisfies BookRules

const BOOKS = { prizepicks: PRIZEPICKS, underdog: UNDERDOG, hotstreak: HOTSTREAK, payday: PAYDAY } as const

export type BookId = keyof typeof BOOKS
export const BOOK_IDS = ['prizepicks', 'underdog', 'hotstreak', 'payday'] as const satisfies readonly BookId[]

/** The book of lines, picks and entries that name none: the source of the lines. */
export const DEFAULT_BOOK: BookId = 'prizepicks'

/** Returns the rules of a book. */
export const bookRules = (book: BookId = DEFAULT_BOOK): BookRules => BOOKS[book]

/** "by PrizePicks' rules of 2026-11-28". */
export function rulesText(book: BookId = DEFAULT_BOOK, readOn = bookRules(book).readOn): string {
  const { name } = bookRules(book)
  return `by ${name}${name.endsWith('s') ? "'" : "'s"} rules of ${readOn}`
}
