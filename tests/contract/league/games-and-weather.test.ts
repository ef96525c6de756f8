import { addDays, gamesToday } from '@propsight/api/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

/** A Sunday afternoon: early games are over, games of both sports are live, later games have not started. */
const { clock, close, upstream } = await startLeagueFixture('2026-07-19T21:00:00Z')
afterAll(close)

describe('the real clients on a Sunday of the sample league', () => {
  it('N11 name the next day with games, and the first day of a season', async () => {
    const next = async (day: string) => (await upstream.stats.nextGames(day)).value
    expect(await next('2026-07-19')).toMatchObject({ date: '2026-07-20', opensSeason: false })
    const opening = await next('2026-02-02')
    expect(opening).toMatchObject({ opensSeason: true })
    expect(await next(addDays(opening?.date ?? '', -1))).toEqual(opening)
    expect(await next(opening?.date ?? '')).toMatchObject({ opensSeason: false })
  })
  it('list no games on a winter day', async () => {
    expect((await gamesToday({ upstream, clock }, '2026-02-02')).games).toEqual({
      baseball: [],
      football: [],
    })
  })
})
