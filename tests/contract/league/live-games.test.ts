import { evidenceOf, fetchLines, streamGameLogs } from '@propsight/api/testing'
import { fetchLinesQuery, type GameLogRecord } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

type Delivered = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>

/** 21:10 Eastern: some games are over, some are live, and games on the West Coast have not started. */
const { clock, close, league, log, upstream } = await startLeagueFixture('2026-07-18T01:10:00Z')
afterAll(close)

const readLines = async (category: string) =>
  (await fetchLines({ upstream, clock, log }, fetchLinesQuery.parse({ category, limit: '300' }), 300)).players

async function logsOf(players: readonly { name: string; team: string; combo: boolean }[]) {
  const requested = new Map(
    players.filter(({ combo }) => !combo).map(({ name, team }) => [`${name} ${team}`, { name, team }]),
  )
  const records: Delivered[] = []
  const group = 'hitting' as const
  await streamGameLogs(
    { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) },
    [...requested.values()].map((player) => ({ ...player, group })),
    async (record) => {
      if (record.type === 'player') records.push(record)
    },
  )
  expect(records).toHaveLength(requested.size)
  return records
}

describe('the real clients during an evening of the sample league', () => {
  it('N8 return lines of today’s remaining games and of tomorrow’s, all with opponent and home or away', async () => {
    const players = await readLines('Hits')
    const days = new Set(players.map(({ gameTime }) => easternDate(new Date(gameTime ?? 0))))
    expect([...days].toSorted()).toEqual(['2026-07-17', '2026-07-18'])
    for (const line of players) {
      expect(line.combo || (line.opponent && line.homeAway), JSON.stringify(line)).toBeTruthy()
      expect(line.gameTime && line.gameTime > clock.now().toISOString()).toBe(true)
    }
  })

  it('include today’s finished games in game logs and exclude live ones', async () => {
    const { games } = league.testHooks.world()
    const finished = new Set(games.filter(({ result }) => result).map(({ pk }) => pk))
    const started = games.filter(({ date, live }) => date === '2026-07-17' && live?.phase === 'in-progress')
    expect(started.length).toBeGreaterThan(3)
    const records = await logsOf(await readLines('Hits'))
    expect(records.every(({ games: played }) => played.every(({ gamePk }) => finished.has(gamePk)))).toBe(
      true,
    )
    expect(records.some(({ games: played }) => played.some(({ date }) => date === '2026-07-17'))).toBe(true)
  })

  it('forecast the game of each line, whether today or tomorrow', async () => {
    const players = (await readLines('Hits')).filter(({ combo }) => !combo)
    const dayOf = new Map(
      players.map(({ name, team, gameTime }) => [`${name} ${team}`, easternDate(new Date(gameTime ?? 0))]),
    )
    const seen = new Set<string>()
    for (const { name, team, forecastGame, forecastMissing } of await logsOf(players)) {
      expect(forecastMissing, name).toBeUndefined()
      expect(forecastGame?.date).toBe(dayOf.get(`${name} ${team}`))
      seen.add(forecastGame?.date ?? '')
    }
    expect(seen.size).toBe(2)
  })
})
