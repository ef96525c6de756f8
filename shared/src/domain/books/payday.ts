import type { BookRules } from './book-rules.ts'

const READ_ON = '2026-11-28'
const ENTRIES = [
  'help.paydayfantasy.com/en/articles/11502544-creating-an-entry',
  'help.paydayfantasy.com/en/articles/11502477-entries-entry-rules',
]
const PAYOUTS = ['help.paydayfantasy.com/en/articles/11502419-entries-payouts-max-flex']
const VOIDS = ['help.paydayfantasy.com/en/articles/11502299-ties-dnps-and-voided-picks-what-you-need-to-know']
const BASEBALL = ['help.paydayfantasy.com/en/articles/11502212-baseball-rules-player-prop-guide']

export const PAYDAY = {
  name: 'Payday',
  readOn: READ_ON,
  sizes: { value: { fewest: 2, most: 10 }, pages: ENTRIES, readOn: READ_ON },
  payouts: null,
  fewestClubs: { value: 2, pages: ENTRIES, readOn: READ_ON },
  refusesPlayerTwice: { value: true, pages: ENTRIES, readOn: READ_ON },
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: { value: 'no-plays-and-ties', pages: [...PAYOUTS, ...VOIDS], readOn: READ_ON },
  participation: {
    value: { hitting: 'start-and-at-bat', pitching: 'start-and-inning' },
    pages: BASEBALL,
    readOn: READ_ON,
  },
  suspendedGame: {
    value: { kind: 'stays-open' },
    pages: BASEBALL,
    readOn: READ_ON,
    note: 'The entry rules of all sports void after 36 hours; the page about baseball is the narrower rule.',
  },
  voidsPostponedGame: { value: true, pages: BASEBALL, readOn: READ_ON },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: null,
} as const satisfies BookRules
