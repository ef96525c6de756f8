import {
  evidenceOf,
  fakeDeps,
  fetchLines,
  readOpenDay,
  readPropStates,
  toOpenWatch,
} from '@propsight/api/testing'
import { fetchLinesQuery } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const NOW = '2026-07-18T16:00:00Z'

it('the state of a watched prop has the engine’s chance, the starter and the batting order of its next game', async () => {
  const { clock, close, log, upstream } = await startLeagueFixture(NOW)
  try {
    const repositories = fakeDeps().repositories
    let propEvidence = evidenceOf({ upstream, clock, log })
    const deps = fakeDeps({
      upstream,
      clock,
      log,
      propEvidence: () => propEvidence(),
      repositories: { ...repositories, odds: { ...repositories.odds, pricesAt: async () => [] } },
    })
    const query = fetchLinesQuery.parse({ category: 'Hits', limit: '20' })
    const { players: lines } = await fetchLines(deps, query, 20)
    const day = await readOpenDay(deps)
    const people = [...day.people.values()]
    const open = lines.flatMap((line) => {
      const found = people.find(({ fullName }) => fullName === line.name)
      const [, game] =
        [...day.games].find(([key]) => found?.currentTeam && key.endsWith(`:${found.currentTeam.id}`)) ?? []
      if (!found || !game) return []
      const watch = toOpenWatch(
        {
          userId: '00000000-0000-4000-8000-000000000001',
          gamePk: game.gamePk,
          personId: found.id,
          statType: 'Hits',
          leagueDay: game.date,
          playerName: line.name,
          team: line.team,
          line: line.line,
          side: 'OVER',
          oddsType: line.oddsType,
          since: '2026-07-18T15:00:00Z',
          isSaved: true,
          revision: 0,
          state: null,
        },
        day,
      )
      return watch ? [watch] : []
    })
    expect(open.length).toBeGreaterThan(5)
    const stateOf = await readPropStates(deps, day, open)
    const states = open.map(stateOf)
    const chances = states.map(({ engineOver }) => engineOver).filter((chance) => chance !== null)
    expect(chances.length).toBeGreaterThan(5)
    expect(chances.every((chance) => chance > 0 && chance < 1)).toBe(true)
    expect(states.some(({ starter }) => starter !== null && /\S/.test(starter.name))).toBe(true)
    expect(states.every(({ consensus, chance }) => consensus === null && chance === null)).toBe(true)

    // As on the screens, a moved price moves the chance of the watched side at once.
    const evidence = {
      prices: [{ line: 0.5, over: 0.25, books: 3, minutes: 1 }],
      standardLine: 0.5,
      lineSource: 'pickem' as const,
      offered: [],
    }
    const moved = { evidence, quotes: [], evidenceKey: 'moved', key: 'moved' }
    propEvidence = async () => () => moved
    const stateAfter = await readPropStates(deps, day, open)
    const compared = open.flatMap((each, index) =>
      states[index]?.engineOver == null ? [] : [{ each, index }],
    )
    expect(compared.length).toBeGreaterThan(5)
    for (const { each, index } of compared)
      expect(stateAfter(each).engineOver).not.toBe(states[index]?.engineOver)
  } finally {
    await close()
  }
}, 120_000)
