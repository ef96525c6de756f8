import type { BookRules } from './book-rules.ts'

const READ_ON = '2026-11-28'
const PAYOUTS = [
  'intercom.help/prizepicks/en/articles/9047668-payouts-explained',
  'prizepicks.com/help-center/payouts',
]
const ENTRIES = ['prizepicks.com/helpcenter/placing-entries']
const NO_PLAYS = ['prizepicks.com/help-center/dnps']

/**
 * Payouts of the smallest entry. Separate constants keep the table out of pages that need only these.
 */
export const POWER_2_PAYS = 3
export const LAST_LEG_PAYS = 1.5

export const PRIZEPICKS = {
  name: 'PrizePicks',
  readOn: READ_ON,
  sizes: { value: { fewest: 2, most: 6 }, pages: ENTRIES, readOn: READ_ON },
  payouts: {
    pages: PAYOUTS,
    readOn: READ_ON,
    note: 'The first page lists Power up to 6 legs, the second up to 4.',
    power: { 2: POWER_2_PAYS, 3: 5, 4: 10, 5: 20, 6: 37.5 },
    flex: { 3: [2.25, 1.25], 4: [5, 1.5], 5: [10, 2, 0.4], 6: [25, 2, 0.4] },
    lastLegWon: LAST_LEG_PAYS,
  },
  fewestClubs: { value: 2, pages: ENTRIES, readOn: READ_ON },
  refusesPlayerTwice: { value: true, pages: ENTRIES, readOn: READ_ON },
  refusesPitcherWithOpposingBatter: { value: true, pages: ENTRIES, readOn: READ_ON },
  refundsReducedEntry: {
    value: 'no-plays',
    pages: PAYOUTS,
    readOn: READ_ON,
    note: 'Ties are removed after the legs without play. The pages name a refund only for the latter.',
  },
  participation: {
    value: { hitting: 'any-play', pitching: 'any-play' },
    pages: NO_PLAYS,
    readOn: READ_ON,
    note: 'Refers to a scoring chart per league, which is not public.',
  },
  suspendedGame: {
    value: { kind: 'stays-open' },
    pages: NO_PLAYS,
    readOn: READ_ON,
    note: 'No public page gives a limit for a game that has begun, so a pick waits for its completion.',
  },
  voidsPostponedGame: { value: true, pages: NO_PLAYS, readOn: READ_ON },
  sameGameChangesPayout: {
    value: true,
    pages: PAYOUTS,
    readOn: READ_ON,
    note: 'By an amount that only the screen of the book shows.',
  },
  promotionHasStandardPayout: {
    value: false,
    pages: ['prizepicks.com/resources/prizepicks-taco-tuesday', ...PAYOUTS],
    readOn: READ_ON,
    note: 'The pages give payouts for standard lines only.',
  },
} as const satisfies BookRules
