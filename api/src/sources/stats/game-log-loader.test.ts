import { describe, expect, it } from 'vitest'
import { club, pitchingSplit, rosterPerson, withLog } from '../testing/stats-bodies.ts'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream } from '../testing/test-upstream.ts'
import type { LoadedLog } from './stats-client.ts'

const TODAY = '2026-05-03'
const DAY_MS = 86_400_000

/** A service whose logs can fail, and a function that reads all logs of a season. */
async function start(teams: unknown = { teams: [club(111, 'BOS')] }) {
  let broken = false
  const started = await startUpstream((url, response) => {
    if (url.pathname === '/api/v1/teams') return teams ?? refuse(response, 500)
    if (broken || url.pathname !== '/api/v1/people') return refuse(response, 500)
    const ids = (url.searchParams.get('personIds') ?? '').split(',').map(Number)
    const splits = [pitchingSplit(1, '2019-05-01', 6)]
    return { people: ids.map((id) => withLog(rosterPerson(id, `Arm ${id}`, 147, 'P'), 'pitching', splits)) }
  })
  const read = async (season: number, ids = [1, 2]): Promise<LoadedLog[]> => {
    const all: LoadedLog[] = []
    for await (const log of started.upstream.stats.gameLogs(ids, 'pitching', season, TODAY)) all.push(log)
    return all
  }
  const breakLogs = () => {
    broken = true
  }
  return { ...started, read, breakLogs }
}

describe('H3 logs of finished seasons', () => {
  it('are read in one request for several players, without the schedule and with the club codes of today', async () => {
    const { read, asked } = await start()
    const logs = await read(2019)
    expect(logs.map((log) => log.ok && log.log.value.pitching[0]?.opponent)).toEqual(['BOS', 'BOS'])
    expect(asked.map((path) => path.split('&hydrate')[0])).toEqual([
      '/api/v1/people?personIds=1,2',
      '/api/v1/teams?sportId=1&season=2026',
    ])
  })
  it('are cached for weeks, also during failures, and per season', async () => {
    const { read, asked, timer, breakLogs } = await start()
    await read(2019)
    const before = asked.length
    timer.skip(20 * DAY_MS)
    await read(2019)
    expect(asked).toHaveLength(before)
    await read(2018)
    expect(asked.length).toBeGreaterThan(before)
    breakLogs()
    timer.skip(50 * DAY_MS)
    expect((await read(2019)).every(({ ok }) => ok)).toBe(true)
  })
  it('fail when the club codes are unavailable', async () => {
    const { read } = await start(null)
    expect((await read(2019)).map(({ ok }) => ok)).toEqual([false, false])
  })
  it('fail without opening the breaker of board requests', async () => {
    const { read, upstream, breakLogs } = await start()
    breakLogs()
    for (let season = 2010; season < 2018; season += 1) await read(season)
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    expect((await upstream.stats.teams(2026)).value).toHaveLength(1)
  })
})
