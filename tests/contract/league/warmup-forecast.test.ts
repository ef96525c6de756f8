import { evidenceOf, fetchLines, streamGameLogs } from '@propsight/api/testing'
import { fetchLinesQuery } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

/** 18:55 Eastern: the games of 19:05 are in warm-up. */
const NOW = '2026-07-17T22:55:00Z'
const TODAY = '2026-07-17'

it('a player whose game is in warm-up gets a forecast for that game', async () => {
  const { clock, close, log, upstream } = await startLeagueFixture(NOW)
  try {
    const schedule = await upstream.stats.schedule(TODAY)
    const warmupGames = new Map(
      schedule.value
        .filter(({ status }) => status.abstractGameState === 'Live' && status.codedGameState === 'P')
        .map(({ gamePk, gameDate }) => [gamePk, Date.parse(gameDate)]),
    )
    expect(warmupGames.size).toBeGreaterThan(1)
    const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
    const { players: lines } = await fetchLines(
      deps,
      fetchLinesQuery.parse({ category: 'Hits', limit: '300' }),
      300,
    )
    const starts = new Set(warmupGames.values())
    const warmupLines = lines.filter(
      ({ combo, gameTime }) => !combo && starts.has(Date.parse(gameTime ?? '')),
    )
    const players = warmupLines.map(({ name, team }) => ({ name, team, group: 'hitting' as const }))
    expect(players.length).toBeGreaterThan(5)
    const forecastGames = new Set<number>()
    await streamGameLogs(deps, players, async (record) => {
      if (record.type !== 'player') return
      expect(record.forecastGame?.date, record.name).toBe(TODAY)
      forecastGames.add(record.forecastGame?.gamePk ?? 0)
    })
    expect([...warmupGames.keys()].some((gamePk) => forecastGames.has(gamePk))).toBe(true)
  } finally {
    await close()
  }
})
