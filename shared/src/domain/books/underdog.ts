import type { BookRules } from './book-rules.ts'

const READ_ON = '2026-11-28'
const VOIDS = [
  'help.underdogfantasy.com/en/articles/10982402-what-happens-in-the-event-of-a-tie-voided-selection',
]
const MLB = ['help.underdogfantasy.com/en/articles/10361775-pick-em-scoring-mlb']
const GAMES = ['help.underdogfantasy.com/en/articles/11084681-what-happens-with-postponed-suspended-games']
const CASH_OUT = ['help.underdogfantasy.com/en/articles/13400091-fantasy-cash-out']

export const UNDERDOG = {
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
  fewestClubs: { value: 2, pages: CASH_OUT, readOn: READ_ON },
  refusesPlayerTwice: null,
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: { value: 'no-plays-and-ties', pages: VOIDS, readOn: READ_ON },
  participation: {
    value: { hitting: 'any-play', pitching: 'any-pitch' },
    pages: [...MLB, ...VOIDS],
    readOn: READ_ON,
  },
  suspendedGame: {
    value: { kind: 'void-after', hours: 36, unlessDecided: true },
    pages: [...MLB, ...GAMES],
    readOn: READ_ON,
  },
  voidsPostponedGame: { value: true, pages: GAMES, readOn: READ_ON },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: {
    value: false,
    pages: ['help.underdogfantasy.com/en/articles/9998926-promotion-tokens'],
    readOn: READ_ON,
    note: 'The gain of a promotional pick is paid in promotional credit.',
  },
} as const satisfies BookRules
