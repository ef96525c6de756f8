import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../platform/metrics.ts'
import type { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { PEOPLE_PER_REQUEST } from '../constants.ts'
import { club, hittingSplit, rosterPerson, withLog } from '../testing/stats-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'
import type { LoadedLog } from './stats-client.ts'

const TODAY = '2026-05-03'
const collect = async (logs: AsyncIterable<LoadedLog>) => {
  const all: LoadedLog[] = []
  for await (const log of logs) all.push(log)
  return all.sort((a, b) => a.personId - b.personId)
}
const idsOf = (url: URL) => (url.searchParams.get('personIds') ?? '').split(',').map(Number)
/** Returns game logs for all requested players except the given ones. */
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
  it('N10 makes three attempts and then names the failing service', async () => {
    const { upstream, asked, timer } = await startUpstream((_, response) => refuse(response, 500))
    const error = await upstreamFailure(upstream.stats.players(2026))
    expect(asked).toHaveLength(3)
    expect(timer.slept.filter((ms) => ms === 300 || ms === 480)).toEqual([300, 480])
    expect(error).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(error.message).toContain('baseball stats service is failing (500)')
  })
  it('N10 keeps one pace for all kinds of requests', async () => {
    let inFlight = 0
    let mostInFlight = 0
    const { upstream, asked } = await startUpstream(async () => {
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      await new Promise((answer) => setTimeout(answer, 20))
      inFlight -= 1
      return { people: [], stats: [], transactions: [] }
    })
    await Promise.all(
      range(5).flatMap((id) => [
        upstream.stats.players(2000 + id),
        upstream.stats.teamBatting(2000 + id),
        upstream.stats.transactions('2026-05-01', `2026-05-1${id}`),
        upstream.stats.raw(`/api/v1/people/${id}`, {}),
      ]),
    )
    expect(asked).toHaveLength(20)
    expect(mostInFlight).toBe(6)
  })
  it('reports 404 as an answer and not as a failure of the service', async () => {
    const { upstream, asked } = await startUpstream((_, response) => refuse(response, 404))
    expect(await upstreamFailure(upstream.stats.raw('/api/v1/people/1', {}))).toMatchObject({ status: 404 })
    expect(asked).toHaveLength(1)
    expect(upstream.state()['stats service'].breaker).toBe('closed')
  })
  it('opens its breaker after four failures, sends nothing while it is open, and closes it after a trial', async () => {
    let broken = true
    const metrics = createMetrics()
    const { upstream, asked, timer } = await startUpstream(
      (_, response) => (broken ? refuse(response, 503) : { people: [] }),
      () => ({ metrics }),
    )
    for (let season = 2020; season < 2024; season += 1) await upstreamFailure(upstream.stats.players(season))
    expect(upstream.state()['stats service'].breaker).toBe('open')
    const before = asked.length
    expect((await upstreamFailure(upstream.stats.players(2026))).message).toContain('paused')
    expect(asked).toHaveLength(before)
    broken = false
    timer.skip(15_000)
    await upstream.stats.players(2026)
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    const { values } = await metrics.upstreamRequests.get()
    const outcomes = new Map(values.map(({ labels, value }) => [labels.outcome, value]))
    expect([outcomes.get('resting'), outcomes.get('ok')]).toEqual([1, 1])
  })
  it('serves boards while mirror requests fail', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/stats') ? refuse(response, 500) : { people: [] },
    )
    for (let id = 1; id < 9; id += 1)
      await upstreamFailure(upstream.stats.raw(`/api/v1/people/${id}/stats`, {}))
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
  it('reads gzip and refuses responses that are too large or not JSON', async () => {
    const { upstream } = await startUpstream((url, response) => {
      let body = '{"people":[]}'
      if (url.pathname.endsWith('/teams')) body = '<html>'
      if (url.searchParams.get('season') === '2025') body = ' '.repeat(30 * 1024 * 1024)
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(body))
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

describe('game logs of the stats client', () => {
  it('are requested for forty players at once and cached per player', async () => {
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
  it('are requested once for boards with common players when one board is aborted', async () => {
    const { upstream, asked } = await startUpstream(logService())
    const abortedBoard = upstream.stats.gameLogs(range(30), 'hitting', 2026, TODAY)[Symbol.asyncIterator]()
    const first = abortedBoard.next()
    const otherBoard = collect(upstream.stats.gameLogs(range(40), 'hitting', 2026, TODAY))
    await first
    await abortedBoard.return?.()
    expect((await otherBoard).every(({ ok }) => ok)).toBe(true)
    const people = asked
      .filter((path) => path.startsWith('/api/v1/people?'))
      .map((path) => idsOf(new URL(path, 'http://x')))
    expect(people.flat().sort((a, b) => a - b)).toEqual(range(40))
  })
  it('are requested one by one when the service refuses a batch', async () => {
    const { upstream } = await startUpstream((url, response) =>
      idsOf(url).includes(3) ? refuse(response, 400) : logService()(url),
    )
    const logs = await collect(upstream.stats.gameLogs(range(5), 'hitting', 2026, TODAY))
    expect(logs.map(({ ok }) => ok)).toEqual([true, true, false, true, true])
  })
  it('of one unreadable or unknown player do not affect further players', async () => {
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
  it('are returned as stale while the service is down', async () => {
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
    ['a live second game', 'Live', [11]],
    ['a second game that the schedule lists as a preview', 'Preview', [11]],
    ['a finished second game', 'Final', [11, 12]],
  ])('of a doubleheader today have the expected games with %s', async (_, state, counted) => {
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
    expect(log?.ok && (log.log.value.open ?? 0)).toBe(2 - counted.length)
  })
  it('include the late game of yesterday once it is over, and no game of today without a schedule', async () => {
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
  it('name opponents as the log does when the clubs are unavailable', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/teams') ? refuse(response, 404) : logService()(url),
    )
    expect(await collect(upstream.stats.gameLogs([1], 'hitting', 2026, TODAY))).toMatchObject([
      { log: { value: { hitting: [{ opponent: 'Boston Red Sox' }, {}] } } },
    ])
  })
})
