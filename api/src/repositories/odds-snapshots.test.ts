import { describe, expect, it } from 'vitest'
import { type OddsSnapshot, type ReadQuote, splitSnapshot } from './odds-snapshots.ts'

const quote = (stat: string, at: number): ReadQuote => ({
  stat,
  player: `Player ${at}`,
  personId: at,
  team: 'BOS',
  line: 0.5,
  book: 'north',
  over: -110,
  under: -110,
  confirmedAt: '2026-07-18T22:00:00Z',
})
const quotes = (stat: string, count: number) => Array.from({ length: count }, (_, at) => quote(stat, at))
const snapshot = (own: readonly ReadQuote[], stats: readonly string[]): OddsSnapshot => ({
  id: 'a',
  startsAt: '2026-07-18T23:05:00Z',
  day: '2026-07-18',
  home: 'BOS',
  away: 'NYY',
  gamePk: 1,
  stats,
  books: { north: 'North Book' },
  quotes: own,
})

describe('splitSnapshot', () => {
  it('keeps each market whole, in calls of at most a thousand prices', () => {
    const all = [...quotes('Hits', 600), ...quotes('Runs', 300), ...quotes('RBIs', 200)]
    const parts = splitSnapshot(snapshot(all, ['Hits', 'Runs', 'RBIs', 'Walks']))
    expect(parts.map((part) => [part.stats, part.quotes.length])).toEqual([
      [['Hits', 'Runs'], 900],
      [['RBIs', 'Walks'], 200],
    ])
    expect(parts.every(({ id, books }) => id === 'a' && books.north === 'North Book')).toBe(true)
    for (const { stats, quotes: own } of parts)
      expect(own.every(({ stat }) => stats.includes(stat))).toBe(true)
  })
  it('sends a market with more prices in one call, because its missing lines count as taken down', () => {
    const parts = splitSnapshot(snapshot(quotes('Hits', 1_500), ['Hits', 'Runs']))
    expect(parts.map((part) => part.quotes.length)).toEqual([1_500, 0])
  })
  it('names markets without any price, so that their lines are taken down', () => {
    expect(splitSnapshot(snapshot([], ['Hits', 'Runs'])).map(({ stats }) => stats)).toEqual([
      ['Hits', 'Runs'],
    ])
  })
})
