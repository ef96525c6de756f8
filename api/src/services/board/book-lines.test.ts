import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { BookLine } from '../../sources/lines/lines-client.ts'
import type { Upstream } from '../../sources/upstream.ts'
import { emptyUpstream } from '../../testing/fake-deps.ts'
import { readBookLines } from './standard-lines.ts'

const line = (more: Partial<BookLine>): BookLine => ({
  name: 'José Peña',
  team: 'NYY',
  position: 'OF',
  stats: '',
  line: 1.5,
  opponent: null,
  homeAway: null,
  gameTime: '2026-07-15T23:00:00.000Z',
  id: '1',
  statType: 'Hits',
  oddsType: 'standard',
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
  description: 'BOS',
  inPlay: false,
  ...more,
})
const ask = (board: Upstream['lines']['board'], timeoutMs = 5_000) =>
  readBookLines(
    {
      upstream: { ...emptyUpstream, lines: { board } },
      clock: parseLeagueClock('frozen:2026-07-15T20:00:00Z'),
      log: pino({ level: 'silent' }),
    },
    { name: 'Jose Pena', team: 'NYY', group: 'hitting' },
    timeoutMs,
  )
const listed = (lines: BookLine[]) => async () => ({
  value: { lines, suspended: [], skipped: 0, notRead: 0 },
  readAt: '2026-07-15T16:00:00.000Z',
  ageSeconds: 3,
  stale: false,
})

describe('N12 the lines of the book on a player', () => {
  it('are listed by market, ascending, whatever market the board has', async () => {
    const lines = [
      line({ line: 2.5, oddsType: 'demon' }),
      line({}),
      line({ statType: 'Total Bases', line: 2.5 }),
      line({ name: 'Max Lee' }),
      line({ team: 'BOS' }),
      line({ combo: true }),
      line({ gameTime: '2026-07-15T20:00:00.000Z', line: 3.5 }),
    ]
    expect(await ask(listed(lines))).toEqual({
      Hits: [
        { line: 1.5, oddsType: 'standard' },
        { line: 2.5, oddsType: 'demon' },
      ],
      'Total Bases': [{ line: 2.5, oddsType: 'standard' }],
    })
  })

  it.each<[string, Upstream['lines']['board']]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['is silent', () => new Promise(() => undefined)],
  ])('are unknown, and not none, when the book %s', async (_, board) => {
    expect(await ask(board, 20)).toBeUndefined()
  })
})
