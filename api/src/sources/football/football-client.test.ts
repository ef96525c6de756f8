import { describe, expect, it } from 'vitest'
import { footballEvent } from '../testing/football-event.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

describe('the football client', () => {
  it('W2 requests an Eastern day and omits games of other days', async () => {
    const { upstream, asked } = await startUpstream(() => ({
      events: [
        footballEvent({ id: 'late', date: '2026-10-26T00:20Z' }),
        footballEvent({ id: 'tomorrow', date: '2026-10-26T17:00Z' }),
        footballEvent({ id: 'early', date: '2026-10-25T13:30Z', neutralSite: true, timeValid: false }),
      ],
    }))
    const { value } = await upstream.football.scoreboard('2026-10-25')
    expect(asked).toEqual(['/apis/site/v2/sports/football/nfl/scoreboard?dates=20261025'])
    expect(value.map(({ id }) => id)).toEqual(['late', 'early'])
    expect(value[1]).toEqual({
      id: 'early',
      startsAt: '2026-10-25T13:30:00.000Z',
      timeTbd: true,
      state: 'pre',
      status: 'STATUS_SCHEDULED',
      home: 'KC',
      away: 'WSH',
      score: { away: 0, home: 0 },
      stadium: 'Arrowhead',
      neutralSite: true,
    })
  })
  it('requests a day once for parallel callers, caches it for a minute and then refreshes it in the background', async () => {
    const { upstream, asked, timer } = await startUpstream(() => ({ events: [] }))
    await Promise.all([1, 2, 3].map(() => upstream.football.scoreboard('2026-10-25')))
    await upstream.football.scoreboard('2026-10-25')
    expect(asked).toHaveLength(1)
    timer.skip(61_000)
    await upstream.football.scoreboard('2026-10-25')
    await expect.poll(() => asked.length).toBe(2)
  })
  it('reads the score as numbers, and a game without a readable score', async () => {
    const { upstream } = await startUpstream(() => ({
      events: [footballEvent({ id: 'known', score: '24' }), footballEvent({ id: 'unknown', score: '' })],
    }))
    const { value } = await upstream.football.scoreboard('2026-10-25')
    expect(value.map(({ score }) => score)).toEqual([{ away: 24, home: 24 }, undefined])
  })
  it('omits an unreadable game and keeps the readable ones', async () => {
    const { upstream } = await startUpstream(() => ({
      events: [{ id: 'torn' }, footballEvent({ id: 'whole' })],
    }))
    const { value } = await upstream.football.scoreboard('2026-10-25')
    expect(value.map(({ id }) => id)).toEqual(['whole'])
  })
  it.each([
    ['an invalid date', { events: [footballEvent({ date: 'soon' })] }],
    ['missing competitors', { events: [{ ...footballEvent({}), competitions: [] }] }],
    ['an unexpected shape', []],
  ])('names ESPN in the error for %s', async (_, body) => {
    const { upstream } = await startUpstream(() => body)
    const error = await upstreamFailure(upstream.football.scoreboard('2026-10-25'))
    expect(error.message).toContain('ESPN sent an answer that cannot be read')
  })
  it.each([403, 429, 500])(
    'names ESPN in the error for status %i and opens its breaker after two failures',
    async (status) => {
      const { upstream } = await startUpstream((_, response) => refuse(response, status))
      const error = await upstreamFailure(upstream.football.scoreboard('2026-10-25'))
      expect(error.message).toContain('ESPN')
      await upstreamFailure(upstream.football.scoreboard('2026-10-26'))
      expect(upstream.state().football.breaker).toBe('open')
    },
  )
})
