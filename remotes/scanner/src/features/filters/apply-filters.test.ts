import { describe, expect, it } from 'vitest'
import { createRowReader, type Row } from '../../state/rows.ts'
import { PLAIN_VIEW, type Sort, type View } from '../../state/view.ts'
import {
  aBoard,
  aChance,
  anEvent,
  aProp,
  aQuote,
  minutesAgo,
  NOW,
  rowOptions,
} from '../../testing/board-fixture.ts'
import { applyFilters, groupByGame, keepOrder, sortRows } from './use-shown-rows.ts'

const board = aBoard(
  [
    aProp('villareal', { shown: aChance(0.52) }),
    aProp('ibanez', { player: 'José Ibáñez Jr.', eventId: 'two', stat: 'Hits', shown: aChance(0.6) }),
    aProp('shaughnessy', {
      player: "Ryan O'Shaughnessy",
      eventId: 'two',
      quotes: [aQuote('quill', 150, -180), aQuote('umber', 120, -150)],
    }),
    aProp('pinto', { player: 'Rafael Duarte-Pinto', eventId: 'over', quotes: [aQuote('quill', -110, -110)] }),
  ],
  {
    events: [
      anEvent('one', 'SEA', 'TEX', { startsAt: new Date(NOW + 5 * 3_600_000).toISOString() }),
      anEvent('two', 'NYY', 'BOS', { startsAt: new Date(NOW + 3_600_000).toISOString() }),
      anEvent('over', 'DET', 'MIN', { startsAt: new Date(NOW - 60_000).toISOString() }),
    ],
  },
)
const rows = createRowReader()(board, rowOptions())
const ids = (of: readonly Row[]) => of.map(({ id }) => id)
const isStarred = ({ id }: Row) => id === 'pinto'
const found = (part: Partial<View>) => ids(applyFilters(rows, { ...PLAIN_VIEW, ...part }, NOW, isStarred))

describe('applyFilters', () => {
  it.each([
    ['jose ibanez', ['ibanez']],
    ['IBÁÑEZ JR', ['ibanez']],
    ['oshaugh', ['shaughnessy']],
    ['O’Shaugh', ['shaughnessy']],
    ['duarte pinto', ['pinto']],
    ['duarte-pinto', ['pinto']],
    ['pinto rafael', ['pinto']],
    ['nyy', ['ibanez', 'shaughnessy']],
    ['nyy @ bos', ['ibanez', 'shaughnessy']],
    ['bos ryan', ['shaughnessy']],
    ['nobody', []],
    ['  ', ['villareal', 'ibanez', 'shaughnessy', 'pinto']],
  ])('finds by a search for "%s"', (search, expected) => {
    expect(found({ search })).toEqual(expected)
  })

  it.each<[Partial<View>, string[]]>([
    [{ stat: 'Hits' }, ['ibanez']],
    [{ book: 'tally' }, ['villareal', 'ibanez']],
    [{ minValue: 0 }, ['villareal', 'ibanez']],
    [{ minValue: 10 }, ['ibanez']],
    [{ start: 'ahead' }, ['villareal', 'ibanez', 'shaughnessy']],
    [{ start: '2h' }, ['ibanez', 'shaughnessy']],
    [{ start: '6h' }, ['villareal', 'ibanez', 'shaughnessy']],
    [{ prices: 'hold' }, ['villareal', 'ibanez', 'shaughnessy']],
    [{ prices: 'hold', search: 'ryan' }, ['shaughnessy']],
    [{ prices: 'middle' }, []],
    [{ starred: true }, ['pinto']],
    [{ stat: 'Hits', search: 'ryan' }, []],
  ])('keeps the props that pass %j', (part, expected) => {
    expect(found(part)).toEqual(expected)
  })
})

describe('applyFilters without current prices of both sides', () => {
  const read = createRowReader()
  const partial = read(
    aBoard([
      aProp('both'),
      aProp('one-sided', { player: 'Rafael Duarte-Pinto', quotes: [aQuote('quill', -110, null)] }),
      aProp('stale', {
        stat: 'Hits',
        quotes: [aQuote('quill', -110, -110, { confirmedAt: minutesAgo(45) })],
      }),
    ]),
    rowOptions(),
  )
  const shown = (part: Partial<View>) =>
    ids(applyFilters(partial, { ...PLAIN_VIEW, ...part }, NOW, ({ id }) => id === 'stale'))

  it.each<[Partial<View>, string[]]>([
    [{}, ['both']],
    [{ prices: 'all' }, ['both', 'one-sided', 'stale']],
    [{ search: 'pinto' }, ['one-sided']],
    [{ starred: true }, ['stale']],
    [{ open: 'one-sided' }, ['both', 'one-sided']],
    [{ open: '700001|100001|Hits' }, ['both', 'stale']],
  ])('shows by %j', (part, expected) => {
    expect(shown(part)).toEqual(expected)
  })
})

describe('applyFilters by the bets on both sides', () => {
  const read = createRowReader()
  const books = read(
    aBoard([
      aProp('even'),
      aProp('arbitrage', { quotes: [aQuote('quill', 120, -140), aQuote('umber', -120, 110)] }),
      aProp('middle', {
        quotes: [
          aQuote('quill', -110, -110, { line: 1.5 }),
          aQuote('umber', 115, -230, { line: 2.5 }),
          aQuote('vesper', 115, -230, { line: 2.5 }),
          aQuote('tally', 105, -120, { line: 2.5 }),
        ],
      }),
    ]),
    rowOptions(),
  )
  const shown = (prices: View['prices']) =>
    ids(applyFilters(books, { ...PLAIN_VIEW, prices }, NOW, () => false))
  it('finds arbitrage and middles with an expected profit', () => {
    expect(shown('arbitrage')).toEqual(['arbitrage'])
    expect(shown('middle')).toEqual(['middle'])
  })
})

describe('groupByGame', () => {
  it('puts the game of the first row first, and at most two rows of a player before the others', () => {
    const of = (id: string, player: string, eventId: string) => aProp(id, { player, eventId })
    const sorted = createRowReader()(
      aBoard([
        of('a1', 'A', 'two'),
        of('a2', 'A', 'two'),
        of('c1', 'C', 'one'),
        of('a3', 'A', 'two'),
        of('b1', 'B', 'two'),
        of('c2', 'C', 'one'),
      ]),
      rowOptions(),
    )
    expect(ids(groupByGame(sorted))).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'c2'])
  })
})

describe('sortRows', () => {
  it.each<[Sort, string[]]>([
    ['start', ['pinto', 'ibanez', 'shaughnessy', 'villareal']],
    ['name', ['ibanez', 'villareal', 'pinto', 'shaughnessy']],
    ['value', ['ibanez', 'villareal', 'pinto', 'shaughnessy']],
    ['gap', ['ibanez', 'villareal', 'pinto', 'shaughnessy']],
    ['spread', ['shaughnessy', 'ibanez', 'villareal', 'pinto']],
    ['hold', ['shaughnessy', 'ibanez', 'villareal', 'pinto']],
  ])('by %s puts rows without a figure last', (sort, expected) => {
    expect(ids(sortRows(rows, sort))).toEqual(expected)
  })
})

describe('keepOrder', () => {
  it('keeps the places of shown rows, leaves out removed ones and adds new ones below', () => {
    const kept = keepOrder(rows.slice(1), ['pinto', 'villareal', 'ibanez'])
    expect(ids(kept)).toEqual(['pinto', 'ibanez', 'shaughnessy'])
  })
})
