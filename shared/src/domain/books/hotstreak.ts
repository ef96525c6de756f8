import type { BookRules } from './book-rules.ts'

const READ_ON = '2026-11-28'
const BASEBALL = ['help.hotstreak.gg/en/articles/6203622-baseball-scoring-faq-s']
const BASKETBALL = ['help.hotstreak.gg/en/articles/11759322-basketball-scoring-faq']
const AS_IN_BASKETBALL = 'Stated for basketball; assumed for baseball.'

export const HOTSTREAK = {
  name: 'HotStreak',
  readOn: READ_ON,
  sizes: {
    value: { fewest: 2, most: 10 },
    pages: BASKETBALL,
    readOn: READ_ON,
    note: 'The page states the fewest legs only.',
  },
  payouts: null,
  fewestClubs: { value: 2, pages: BASKETBALL, readOn: READ_ON, note: AS_IN_BASKETBALL },
  refusesPlayerTwice: null,
  refusesPitcherWithOpposingBatter: null,
  refundsReducedEntry: {
    value: 'no-plays-and-ties',
    pages: BASKETBALL,
    readOn: READ_ON,
    note: `${AS_IN_BASKETBALL} No page says what a tie is; it is treated as void.`,
  },
  participation: { value: { hitting: 'start', pitching: 'start' }, pages: BASEBALL, readOn: READ_ON },
  suspendedGame: {
    value: { kind: 'void-after', hours: 24, unlessDecided: false },
    pages: BASEBALL,
    readOn: READ_ON,
  },
  voidsPostponedGame: {
    value: true,
    pages: BASEBALL,
    readOn: READ_ON,
    note: 'A start that is moved by three hours or more, or past 3 AM, voids the pick.',
  },
  sameGameChangesPayout: null,
  promotionHasStandardPayout: null,
} as const satisfies BookRules
