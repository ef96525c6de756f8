import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PEOPLE_PER_REQUEST } from './constants.ts'
import type { LoadedLog } from './stats-client.ts'
import { startUpstream, upstreamFailure } from './testing/start-upstream.ts'
import { club, hittingSplit, rosterPerson, withLog } from './testing/stats-bodies.ts'
import { refuse } from './testing/stub-service.ts'
import type { UpstreamError } from './upstream-error.ts'

const TODAY = '2026-05-03'
const collect = async (logs: AsyncIterable<LoadedLog>) => {
  const all: LoadedLog[] = []
  for await (const log of logs) all.push(log)
  return all.sort((a, b) => a.personId - b.personId)
}
const idsOf = (url: URL) => (url.searchParams.get('personIds') ?? '').split(',').map(Number)
/** Answers game logs for everyone but those who are left out. */
const logService =
  (without: readonly number[] = []) =>
  (url: URL) => {
    if (url.pathname.endsWith('/teams')) return { teams: [club(111, 'BOS')] }
    if (url.pathname.endsWith('/schedule')) return { dates: [] }
    const people = idsOf(url).filter((id) => !without.includes(id))
    return {
      people: people.map((id) =>
        withLog(rosterPerson(id, `Player ${id}`, 110), 'hitting', [
          hittingSplit(2, '2026-05-02', 2),
          hittingSplit(1, '2026-05-01', 1),
        ]),
      ),
    }
  }
const game = (gamePk: number, abstractGameState: string) => ({
  gamePk,
  gameType: 'R',
  season: '2026',
  gameDate: `${TODAY}T20:00:00Z`,
  status: { abstractGameState, codedGameState: 'X', detailedState: abstractGameState },
  teams: { away: { team: { id: 110 } }, home: { team: { id: 111 } } },
})
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('the stats client', () => {
  it('N10 tries three times, and then says which service does not answer', async () => {
    const { upstream, asked, timer } = await startUpstream((_, response) => refuse(response, 500))
    const error = await upstreamFailure(upstream.stats.players(2026))
    expect(asked).toHaveLength(3)
    expect(timer.slept.filter((ms) => ms === 300 || ms === 480)).toEqual([300, 480])
    expect(error).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(error.message).toContain('baseball stats service is failing (500)')
  })
  it('waits as long as Retry-After asks', async () => {
    let calls = 0
    const { upstream, timer } = await startUpstream((_, response) => {
      calls += 1
      return calls === 1 ? refuse(response, 429, { 'retry-after': '4' }) : { people: [] }
    })
    await upstream.stats.players(2026)
    expect(timer.slept).toContain(4_000)
  })
  it('tells a question about nothing from a failure', async () => {
    const { upstream, asked } = await startUpstream((_, response) => refuse(response, 404))
    expect(await upstreamFailure(upstream.stats.raw('/api/v1/people/1', {}))).toMatchObject({ status: 404 })
    expect(asked).toHaveLength(1)
    expect(upstream.state()['stats service'].breaker).toBe('closed')
  })
  it('rests after failures, says so, and closes again by itself', async () => {
    let broken = true
    const { upstream, asked, timer } = await startUpstream((_, response) =>
      broken ? refuse(response, 503) : { people: [] },
    )
    for (let season = 2020; season < 2024; season += 1) await upstreamFailure(upstream.stats.players(season))
    expect(upstream.state()['stats service'].breaker).toBe('open')
    const before = asked.length
    expect((await upstreamFailure(upstream.stats.players(2026))).message).toContain('given a rest')
    expect(asked).toHaveLength(before)
    broken = false
    timer.skip(15_000)
    await upstream.stats.players(2026)
    expect(upstream.state()['stats service'].breaker).toBe('closed')
  })
  it('reads boards though the service fails at what visitors ask of the mirror', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/stats') ? refuse(response, 500) : { people: [] },
    )
    for (let id = 1; id < 9; id += 1)
      await upstreamFailure(upstream.stats.raw(`/api/v1/people/${id}/stats`, {}))
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
  it('reads gzip, and refuses what is too large or no JSON', async () => {
    const { upstream } = await startUpstream((url, response) => {
      const big = url.searchParams.get('season') === '2025'
      response.setHeader('content-encoding', 'gzip')
      response.end(
        gzipSync(
          big ? ' '.repeat(30 * 1024 * 1024) : url.pathname.endsWith('/teams') ? '<html>' : '{"people":[]}',
        ),
      )
      return undefined
    })
    expect((await upstream.stats.players(2026)).value).toEqual([])
    expect((await upstreamFailure(upstream.stats.players(2025))).failure).toBe('unreadable')
    expect((await upstreamFailure(upstream.stats.teams(2026))).failure).toBe('unreadable')
  })
  it('does not follow a redirect', async () => {
    const { upstream, asked } = await startUpstream((_, response) =>
      refuse(response, 302, { location: '/elsewhere' }),
    )
    await upstreamFailure(upstream.stats.players(2026))
    expect(asked.every((path) => path.startsWith('/api/v1/sports'))).toBe(true)
  })
})

describe('game logs', () => {
  it('asks for forty people at once, and answers each from the cache afterwards', async () => {
    const { upstream, asked } = await startUpstream(logService())
    const ids = range(PEOPLE_PER_REQUEST + 5)
    const logs = await collect(upstream.stats.gameLogs(ids, 'hitting', 2026, TODAY))
    expect(logs.filter(({ ok }) => ok)).toHaveLength(45)
    const bulk = asked.filter((path) => path.startsWith('/api/v1/people?'))
    expect(bulk).toHaveLength(2)
    expect(bulk[0]).toContain('hydrate=stats(group=[hitting],type=[gameLog],season=2026)')
    expect(logs[0]).toMatchObject({
      log: { value: { hitting: [{ gamePk: 1, opponent: 'BOS', homeAway: 'AWAY', hits: 1 }, { gamePk: 2 }] } },
    })
    await collect(upstream.stats.gameLogs(ids, 'hitting', 2026, TODAY))
    expect(asked.filter((path) => path.startsWith('/api/v1/people?'))).toHaveLength(2)
  })
  it('flies once for boards that share players, though one of them leaves', async () => {
    const { upstream, asked } = await startUpstream(logService())
    const leaving = upstream.stats.gameLogs(range(30), 'hitting', 2026, TODAY)[Symbol.asyncIterator]()
    const first = leaving.next()
    const staying = collect(upstream.stats.gameLogs(range(40), 'hitting', 2026, TODAY))
    await first
    await leaving.return?.()
    expect((await staying).every(({ ok }) => ok)).toBe(true)
    const people = asked
      .filter((path) => path.startsWith('/api/v1/people?'))
      .map((path) => idsOf(new URL(path, 'http://x')))
    expect(people.flat().sort((a, b) => a - b)).toEqual(range(40))
  })
  it('asks for each alone where the service chokes on one', async () => {
    const { upstream } = await startUpstream((url, response) =>
      idsOf(url).includes(3) ? refuse(response, 400) : logService()(url),
    )
    const logs = await collect(upstream.stats.gameLogs(range(5), 'hitting', 2026, TODAY))
    expect(logs.map(({ ok }) => ok)).toEqual([true, true, false, true, true])
  })
  it('loses nobody else to a person who cannot be read or is not there', async () => {
    const { upstream } = await startUpstream((url) => {
      const body = logService([2])(url)
      if (!('people' in body)) return body
      return { people: body.people?.map((person) => (person.id === 1 ? { id: 1, fullName: 7 } : person)) }
    })
    const logs = await collect(upstream.stats.gameLogs(range(4), 'hitting', 2026, TODAY))
    expect(logs.map((log) => (log.ok ? 'ok' : (log.error as UpstreamError).failure))).toEqual([
      'unreadable',
      'unknown',
      'ok',
      'ok',
    ])
  })
  it('answers old logs, marked, while the service is away', async () => {
    let away = false
    const { upstream, timer } = await startUpstream((url, response) =>
      away ? refuse(response, 503) : logService()(url),
    )
    await collect(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))
    timer.skip(3 * 60 * 60 * 1000)
    away = true
    expect(await collect(upstream.stats.gameLogs([1, 2], 'hitting', 2026, TODAY))).toMatchObject([
      { ok: true, log: { stale: true, ageSeconds: expect.any(Number) } },
      { ok: false },
    ])
  })
  it.each([
    ['of the eighth inning', 'Live', [11]],
    ['that the schedule still calls a preview', 'Preview', [11]],
    ['that is over', 'Final', [11, 12]],
  ])("the second game of today's doubleheader: one %s", async (_, state, counted) => {
    const { upstream } = await startUpstream((url) => {
      if (url.pathname.endsWith('/schedule')) {
        const games = url.searchParams.get('date') === TODAY ? [game(11, 'Final'), game(12, state)] : []
        return { dates: games.length ? [{ date: TODAY, games }] : [] }
      }
      if (url.pathname.endsWith('/teams')) return { teams: [] }
      const splits = [hittingSplit(11, TODAY, 1), hittingSplit(12, TODAY, 0)]
      return { people: [withLog(rosterPerson(1, 'A B', 110), 'hitting', splits)] }
    })
    const [log] = await collect(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))
    expect(log?.ok && log.log.value.hitting.map(({ gamePk }) => gamePk)).toEqual(counted)
  })
  it("counts yesterday's late game once it is over, and none of today without a schedule", async () => {
    const logOf = async (answer: (date: string) => object | null) => {
      const { service, upstream } = await startUpstream((url, response) => {
        if (url.pathname.endsWith('/schedule')) {
          return answer(url.searchParams.get('date') ?? '') ?? refuse(response, 404)
        }
        if (url.pathname.endsWith('/teams')) return { teams: [] }
        const splits = [hittingSplit(9, '2026-05-01', 1), hittingSplit(10, '2026-05-02', 0)]
        const today = hittingSplit(11, TODAY, 0)
        return { people: [withLog(rosterPerson(1, 'A B', 110), 'hitting', [...splits, today])] }
      })
      const [log] = await collect(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))
      await upstream.close()
      await service?.close()
      return log?.ok && log.log.value.hitting.map(({ gamePk }) => gamePk)
    }
    const extraInnings = (date: string) => ({
      dates: date === '2026-05-02' ? [{ date, games: [game(10, 'Live')] }] : [],
    })
    expect(await logOf(extraInnings)).toEqual([9, 11])
    expect(await logOf(() => null)).toEqual([9, 10])
  })
  it('names opponents in words where the clubs cannot be read', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/teams') ? refuse(response, 404) : logService()(url),
    )
    expect(await collect(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))).toMatchObject([
      { log: { value: { hitting: [{ opponent: 'Boston Red Sox' }, {}] } } },
    ])
  })
})
