import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EntryKind, type PayoutTable, payout } from '../payouts/payout.ts'
import { BOOK_IDS, type BookId, bookRules, rulesText } from './books.ts'
import { type EntryLeg, entryProblem, type GradedLeg, settleEntry } from './entry-rules.ts'
import { payoutProblems } from './testing/payout-problems.ts'

describe('rules of a book', () => {
  it.each(BOOK_IDS)('of %s each name their pages and the day on which they were read', (book) => {
    const { name, readOn, payouts, ...rules } = bookRules(book)
    expect(name).not.toBe('')
    for (const rule of [payouts, ...Object.values(rules)]) {
      if (rule === null) continue
      expect(rule.pages.length).toBeGreaterThan(0)
      for (const page of rule.pages) expect(page).toMatch(/^[a-z.]+\.(com|gg|help)\/[\w/-]+$/)
      expect(rule.readOn).toMatch(/^2026-\d\d-\d\d$/)
      expect(rule.readOn <= readOn).toBe(true)
    }
    expect(payouts ? payoutProblems(payouts) : []).toEqual([])
  })

  it('are named with the book and the day of the newest page', () => {
    expect(rulesText()).toBe(`by PrizePicks' rules of ${bookRules().readOn}`)
    expect(rulesText('payday', '2026-01-02')).toBe("by Payday's rules of 2026-01-02")
  })
})

const leg = (
  player: string,
  club: string | null,
  group: EntryLeg['group'] = 'hitting',
  game = 'G',
): EntryLeg => ({
  player,
  club,
  group,
  game,
})
const PITCHER = leg('P', 'BOS', 'pitching')
const BATTER = leg('B', 'TOR')

describe('H04 entries that a book does not take', () => {
  it.each<[string, EntryLeg[], string | null]>([
    [
      'a pitcher with an opposing batter',
      [PITCHER, BATTER],
      'the book takes no pitcher with an opposing batter',
    ],
    ['the same in the other order', [BATTER, PITCHER], 'the book takes no pitcher with an opposing batter'],
    [
      'such a pair among other legs',
      [leg('C', 'SEA', 'hitting', 'H'), PITCHER, leg('D', 'NYY', 'hitting', 'I'), BATTER],
      'the book takes no pitcher with an opposing batter',
    ],
    [
      'a pitcher with a batter of an unknown club in the same game',
      [PITCHER, leg('B', null)],
      'the book takes no pitcher with an opposing batter',
    ],
    [
      'a pitcher with a batter of the other game of a doubleheader',
      [PITCHER, leg('B', 'TOR', 'hitting', 'G2')],
      null,
    ],
    [
      'a pitcher with a batter of the own club',
      [PITCHER, leg('B', 'BOS'), leg('C', 'SEA', 'hitting', 'H')],
      null,
    ],
    ['two pitchers of one game', [PITCHER, leg('Q', 'TOR', 'pitching')], null],
    ['batters of both clubs', [BATTER, leg('C', 'BOS')], null],
    ['a player twice', [BATTER, leg('B', 'TOR'), leg('C', 'BOS')], 'the book takes no player twice'],
    [
      'a two-way player as pitcher and batter',
      [PITCHER, leg('P', 'BOS'), leg('C', 'SEA', 'hitting', 'H')],
      'the book takes no player twice',
    ],
    ['legs of one club', [BATTER, leg('C', 'TOR')], 'the book takes no entry of one club alone'],
    ['legs of one club, one of them unknown', [BATTER, leg('C', null)], null],
  ])('are found: %s', (_, legs, problem) => {
    expect(entryProblem(bookRules(), legs)).toBe(problem)
  })

  it('are not guessed for a book that names no such rule', () => {
    expect(entryProblem(bookRules('underdog'), [PITCHER, BATTER])).toBeNull()
  })
})

const RESULTS = { W: 'won', L: 'lost', T: 'tied', N: 'no-play', O: 'open' } as const
/** `entry('W TOR, N BOS')`: a leg of TOR that won, and a leg of BOS without play. */
const entry = (text: string): GradedLeg[] =>
  text.split(', ').map((each) => {
    const [result = '', club = null] = each.split(' ')
    return { result: RESULTS[result as keyof typeof RESULTS], club, hasStandardPayout: true }
  })
const power = (text: string, book?: BookId) => settleEntry(bookRules(book), 'power', entry(text))
const flex = (text: string) => settleEntry(bookRules(), 'flex', entry(text))

describe('H03 a reduced entry', () => {
  it.each([
    ['W TOR, W TOR, N BOS', 'refunded', 1, 'one club left'],
    ['L TOR, W TOR, N BOS', 'refunded', 1, 'one club left'],
    ['W TOR, T TOR, N BOS', 'refunded', 1, 'one club left'],
    ['W TOR, W BOS, N BOS', 'won', 3, null],
    ['W TOR, N BOS', 'refunded', 1, 'fewer than two legs left'],
    ['L TOR, N BOS', 'refunded', 1, 'fewer than two legs left'],
    ['N TOR, N BOS', 'refunded', 1, 'fewer than two legs left'],
    // A tie takes part, so its club counts; only legs without play reduce an entry to one club.
    ['W TOR, W TOR, T BOS', 'won', 3, null],
    ['W TOR, T BOS', 'won', 1.5, null],
    ['L TOR, T BOS', 'lost', 0, null],
    ['T TOR, T BOS', 'refunded', 1, 'ties only'],
  ])('of %s is %s and pays %d', (text, outcome, paid, reason) => {
    expect(power(text)).toEqual({ outcome, paid, reason })
  })

  it('is also refunded for ties by a book that treats a tie as void', () => {
    expect(power('W TOR, W TOR, T BOS', 'underdog')).toMatchObject({ outcome: 'refunded', paid: 1 })
    expect(power('L TOR, T BOS', 'underdog')).toMatchObject({ outcome: 'refunded', paid: 1 })
    expect(power('W TOR, W BOS, T BOS', 'underdog')).toMatchObject({ outcome: 'won', paid: 3 })
    expect(power('W TOR, L BOS, T BOS', 'underdog')).toMatchObject({ outcome: 'lost', paid: 0 })
  })

  it('without a public payout is settled without an amount', () => {
    const goblin = entry('W TOR, L TOR, N BOS').map((each) => ({ ...each, hasStandardPayout: false }))
    expect(settleEntry(bookRules(), 'power', goblin)).toEqual({
      outcome: 'refunded',
      paid: null,
      reason: 'one club left',
    })
    expect(power('W TOR, W BOS', 'payday')).toEqual({ outcome: 'won', paid: null, reason: null })
    expect(settleEntry(bookRules('payday'), 'flex', entry('W TOR, W BOS, L BOS'))).toBeNull()
  })
})

describe('entries that PrizePicks settled in September and October 2024', () => {
  // From an account's answer of the book's wager service in a public repository (erikyoung85/sports-betting-display):
  // kind, legs, misses, multiplier if all legs win, units paid. The misses of a lost Power entry are not needed.
  it.each<[EntryKind, number, number, number, number, string]>([
    ['power', 4, 1, 10, 0, ''],
    ['power', 3, 1, 3, 0, 'legs with their own multipliers'],
    ['power', 4, 1, 7, 0, 'legs with their own multipliers'],
    ['power', 4, 1, 10.5, 0, 'legs with their own multipliers'],
    ['power', 3, 1, 7.5, 0, 'legs with their own multipliers'],
    ['power', 2, 0, 3, 3, ''],
    ['power', 3, 1, 5, 0, ''],
    ['power', 2, 1, 3.25, 0, 'legs with their own multipliers'],
    ['flex', 6, 2, 20, 0.4, 'own multipliers, except with two missed'],
    ['power', 2, 1, 3, 0, ''],
    ['power', 2, 1, 3, 0, ''],
    ['flex', 4, 1, 9, 1.5, 'own multipliers, except with one missed'],
    ['power', 2, 0, 3, 3, ''],
    ['flex', 3, 0, 3.5, 3.5, 'own multipliers: 3.5 in place of 2.25'],
    ['power', 4, 1, 13, 0, 'legs with their own multipliers'],
    ['power', 2, 1, 3, 0, ''],
    ['flex', 3, 1, 4, 1.25, 'own multipliers, except with one missed'],
    ['power', 2, 1, 3, 0, ''],
  ])('%s of %d with %d missed, %d×, was paid %d: %s', (kind, legs, losses, multiplier, paid, difference) => {
    const results = Array.from(
      { length: legs },
      (_, at) => `${at < losses ? 'L' : 'W'} ${at % 2 ? 'BOS' : 'TOR'}`,
    )
    const settled = settleEntry(bookRules(), kind, entry(results.join(', ')))
    const standard = payout(bookRules().payouts as PayoutTable, kind, { wins: legs, losses: 0, ties: 0 })
    if (difference === '') expect(standard).toBe(multiplier)
    // A won entry with own multipliers is not paid by the table; everything else is.
    if (losses > 0 || difference === '') expect(settled?.paid).toBe(paid)
    else expect(settled?.paid).not.toBe(paid)
    expect(settled?.outcome).toBe(paid === 0 ? 'lost' : 'won')
  })
})

describe('the reversions that PrizePicks publishes', () => {
  // intercom.help/prizepicks 9047668 and prizepicks.com/help-center/payouts, with players of different clubs.
  const settleResults = (kind: EntryKind, results: string) =>
    settleEntry(bookRules(), kind, entry([...results].map((each, at) => `${each} C${at}`).join(', ')))
  it.each<[EntryKind, string, string, number]>([
    ['power', 'WWWWWN', 'WWWWWT', 20],
    ['power', 'WWWWN', 'WWWWT', 10],
    ['power', 'WWWN', 'WWWT', 5],
    ['power', 'WWN', 'WWT', 3],
    ['flex', 'WWWWWN', 'WWWWWT', 10],
    ['flex', 'WWWWLN', 'WWWWLT', 2],
    ['flex', 'WWWLLN', 'WWWLLT', 0.4],
    ['flex', 'WWWWN', 'WWWWT', 5],
    ['flex', 'WWWLN', 'WWWLT', 1.5],
    ['flex', 'WWWN', 'WWWT', 2.25],
    ['flex', 'WWLN', 'WWLT', 1.25],
    ['flex', 'WWN', 'WWT', 3],
    ['flex', 'WLN', 'WLT', 0],
    ['flex', 'WWNT', 'WWTN', 3],
    ['power', 'WNT', 'WTN', 1.5],
    ['power', 'LNT', 'LTN', 0],
  ])('of %s: %s pays as %s, %d×', (kind, withoutPlay, tied, paid) => {
    expect(settleResults(kind, withoutPlay)).toMatchObject({ paid })
    expect(settleResults(kind, tied)).toMatchObject({ paid })
  })
})

describe('H06 an entry with open legs', () => {
  it.each([
    ['L TOR, W TOR, W BOS, W BOS, O SD, O AZ', 'lost'],
    ['L TOR, W BOS, O SD', 'lost'],
    ['L TOR, T BOS, O SD', 'lost'],
    // If the open leg is not played, one club or one leg is left, and the entry is refunded.
    ['L TOR, W TOR, O BOS', null],
    ['L TOR, N BOS, O SD', null],
    ['L TOR, O BOS', null],
    ['W TOR, W BOS, O SD', null],
    ['N TOR, N BOS, O SD, O AZ', null],
    ['N TOR, N BOS, O SD', 'refunded'],
    ['W TOR, O TOR, N BOS', 'refunded'],
  ])('of %s is %s', (text, outcome) => {
    expect(power(text)?.outcome ?? null).toBe(outcome)
  })

  it('of a Flex entry is lost with more misses than any size forgives', () => {
    expect(flex('L TOR, L BOS, O SD')).toMatchObject({ outcome: 'lost', paid: 0 })
    expect(flex('L TOR, W BOS, O SD')).toBeNull()
    expect(flex('L TOR, L BOS, W BOS, O SD, O AZ')).toBeNull()
    expect(flex('L TOR, L BOS, L BOS, O SD, O AZ')).toMatchObject({ outcome: 'lost', paid: 0 })
    expect(flex('L TOR, L TOR, L TOR, O SD, O AZ')).toBeNull()
  })

  it('is settled as it would be with every result of the open legs', () => {
    const anyLeg = fc.tuple(fc.constantFrom('W', 'L', 'T', 'N', 'O'), fc.constantFrom('TOR', 'BOS', 'SD'))
    const anyEntry = fc.array(anyLeg, { minLength: 2, maxLength: 6 })
    const options = fc.record({
      book: fc.constantFrom(...BOOK_IDS),
      kind: fc.constantFrom('power' as const, 'flex' as const),
    })
    const complete = (legs: [string, string][]): [string, string][][] => {
      const at = legs.findIndex(([result]) => result === 'O')
      const club = legs[at]?.[1] ?? ''
      return at < 0 ? [legs] : ['W', 'L', 'T', 'N'].flatMap((each) => complete(legs.with(at, [each, club])))
    }
    fc.assert(
      fc.property(anyEntry, options, (legs, { book, kind }) => {
        const settle = (results: [string, string][]) =>
          settleEntry(bookRules(book), kind, entry(results.map((each) => each.join(' ')).join(', ')))
        const all = complete(legs).map(settle)
        const outcomes = new Set(all.map((one) => `${one?.outcome} ${one?.paid}`))
        const early = settle(legs)
        if (outcomes.size > 1) expect(early).toBeNull()
        else expect(`${early?.outcome} ${early?.paid}`).toBe([...outcomes][0])
      }),
    )
  })
})
