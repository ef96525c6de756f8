import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createUpstream,
  evidenceOf,
  findClubByCode,
  playerNews,
  prefetchedTransactions,
  readTransactions,
  streamGameLogs,
} from '@propsight/api/testing'
import { countOf, type StatLine } from '@propsight/api/wire-formats'
import { startLeague } from '@propsight/league'
import { FIXTURE_DAY, writePlainFixture } from '@propsight/league/replay/fixture'
import type { GameLogRecord, GameLogsBody } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { AT_ONCE, startLeagueFixture } from './league-fixture.ts'

// Before the first pitch, with line-ups announced.
const TODAY = '2026-07-18'

const { clock, close, league, log, upstream } = await startLeagueFixture(`${TODAY}T14:00:00Z`)
afterAll(close)

const world = () => league.testHooks.world()
const people = () => world().people
const code = (teamId: number) => world().clubs.find(({ id }) => id === teamId)?.lines ?? ''
type Delivered = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>

async function recordsOf(persons: readonly ReturnType<typeof people>[number][]): Promise<Delivered[]> {
  const players: GameLogsBody['players'] = persons.map((person) => ({
    name: person.fullName,
    team: code(person.teamId),
    group: person.position === '1' ? 'pitching' : 'hitting',
  }))
  const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
  prefetchedTransactions(deps, 0)
  await vi.waitFor(() => expect(prefetchedTransactions(deps)).toBeDefined())
  const records: Delivered[] = []
  await streamGameLogs(deps, players, async (record) => {
    if (record.type === 'player' || record.type === 'pitcher') records.push(record)
  })
  return records
}

describe('signals of the sample league', () => {
  it('N11 mark exactly the players on an injured list as out, with the text of the roster transaction', async () => {
    const names = Map.groupBy(people(), ({ fullName }) => fullName)
    const uniquePeople = people().filter(({ fullName }) => names.get(fullName)?.length === 1)
    const { value: transactions } = await readTransactions({ upstream, clock })
    const records = await recordsOf(uniquePeople)
    expect(records.length).toBeGreaterThan(500)
    const out = new Set<number>()
    for (const { personId, availability } of records) {
      if (availability?.state !== 'out') continue
      out.add(personId)
      expect(availability.label).toMatch(/^1[05]-day injured list$/)
      expect(transactions.get(personId)?.map(({ description }) => description)).toContain(availability.text)
    }
    const injured = uniquePeople.filter(({ status }) => status === 'injured').map(({ id }) => id)
    expect(injured.length).toBeGreaterThan(5)
    // Roster transactions older than two months are not read.
    expect(out).toEqual(new Set(injured.filter((id) => transactions.has(id))))
    expect(out.size).toBeGreaterThan(5)
  })
  it('N11 give every player of today’s line-ups the batting slot, park, opponent and opposing starter', async () => {
    const games = world().games.filter(({ date, lineups }) => date === TODAY && lineups)
    const single = games.filter(
      ({ homeId, awayId }) =>
        games.filter((game) => [game.homeId, game.awayId].some((id) => [homeId, awayId].includes(id)))
          .length === 1,
    )
    expect(single.length).toBeGreaterThan(5)
    const byId = new Map(people().map((person) => [person.id, person]))
    const spots = single.flatMap((game) =>
      (['home', 'away'] as const).flatMap((side) =>
        (game.lineups?.[side] ?? []).map(({ id }, at) => ({ id, slot: at + 1, game, side })),
      ),
    )
    const records = await recordsOf(spots.flatMap(({ id }) => byId.get(id) ?? []))
    const recordById = new Map(records.map((record) => [record.personId, record]))
    let checked = 0
    for (const { id, slot, game, side } of spots) {
      // Namesakes of one club are ambiguous, and have no record.
      const tonight = recordById.get(id)?.tonight
      if (!tonight) continue
      checked += 1
      expect(tonight).toMatchObject({
        gamePk: game.pk,
        date: TODAY,
        startsAt: game.startsAt,
        homeAway: side === 'home' ? 'HOME' : 'AWAY',
        homeTeam: code(game.homeId),
        lineup: { announced: true, slot },
      })
      const opponent = byId.get((side === 'home' ? game.probables?.away : game.probables?.home) ?? -1)
      expect(tonight.starter).toEqual({
        personId: opponent?.id,
        name: opponent?.fullName,
        throws: opponent?.throws,
      })
      expect(findClubByCode('baseball', tonight.homeTeam)?.mlbId).toBe(game.homeId)
    }
    expect(checked).toBeGreaterThan(0.95 * spots.length)
  })
  it('N4 report injuries, returns and trades of the last weeks as news', async () => {
    const { value: transactions } = await readTransactions({ upstream, clock })
    const byId = new Map(people().map((person) => [person.id, person]))
    const persons = [...transactions.keys()].flatMap((id) => byId.get(id) ?? []).slice(0, 60)
    const { players } = await playerNews(
      { upstream, clock },
      persons.map(({ fullName, teamId }) => ({ name: fullName, team: code(teamId) })),
      'Hits',
    )
    expect(players.length).toBeGreaterThan(50)
    expect(new Set(players.map(({ sentiment }) => sentiment))).toEqual(
      new Set(['negative', 'positive', 'neutral']),
    )
    for (const player of players) expect(player.moves.length).toBeGreaterThan(0)
  })
  it('N12 name the starters of each game of a club’s season, and give splits that add up to the season', async () => {
    const club = world().clubs[0]?.id ?? 0
    const { value: season } = await upstream.stats.clubSeason(club, 2026)
    const clubGames = world().games.filter(
      ({ season: year, homeId, awayId }) => year === 2026 && [homeId, awayId].includes(club),
    )
    expect(season).toHaveLength(clubGames.length)
    for (const { gamePk, final, home, away, date } of season) {
      const game = clubGames.find(({ pk }) => pk === gamePk)
      expect([date, final, home.clubId, away.clubId]).toEqual([
        game?.date,
        game?.result !== undefined,
        game?.homeId,
        game?.awayId,
      ])
      if (final)
        expect([home.starterId, away.starterId]).toEqual([game?.probables?.home, game?.probables?.away])
    }
    const sum = (...lines: (StatLine | null)[]) =>
      ['atBats', 'hits', 'homeRuns', 'baseOnBalls', 'strikeOuts'].map((name) =>
        lines.reduce((all, line) => all + (countOf(line ?? {}, name) ?? 0), 0),
      )
    const traded = world()
      .transactions.filter(({ typeCode }) => typeCode === 'TR')
      .map(({ personId }) => personId)
    for (const { id, position } of [
      ...people().slice(0, 5),
      ...people().filter((one) => traded.includes(one.id)),
    ]) {
      const group = position === '1' ? ('pitching' as const) : ('hitting' as const)
      const { season: all, vsLeft, vsRight } = (await upstream.stats.playerSplits(id, group, 2026)).value
      expect(all).not.toBeNull()
      expect(sum(vsLeft, vsRight), String(id)).toEqual(sum(all))
    }
  })
})

describe('signals of a replay', () => {
  it('have no roster transactions, no splits by hand and no matchups, which the source lacks', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'propsight-signals-'))
    writePlainFixture(dir)
    const at = parseLeagueClock(`frozen:${FIXTURE_DAY}T13:00:00Z`)
    const replay = await startLeague({ mode: 'replay', clock: at, replay: { dir, date: FIXTURE_DAY } })
    const options = { statsUrl: replay.url, linesUrl: replay.url, redis: null, log, pacing: AT_ONCE }
    const replayUpstream = createUpstream(options)
    try {
      const { people: all, games } = replay.testHooks.world()
      const batter = all.find(({ position }) => position !== '1')
      const pitcher = all.find(({ position, teamId }) => position === '1' && teamId !== batter?.teamId)
      expect((await readTransactions({ upstream: replayUpstream, clock: at })).value.size).toBe(0)
      const matchup = await replayUpstream.stats.vsPitcher(batter?.id ?? 0, pitcher?.id ?? 0)
      expect(matchup.value).toEqual({ available: false, line: null })
      const { season, vsLeft, vsRight } = (
        await replayUpstream.stats.playerSplits(batter?.id ?? 0, 'hitting', 2022)
      ).value
      expect([countOf(season ?? {}, 'plateAppearances') ?? 0, vsLeft, vsRight]).toEqual([
        expect.any(Number),
        null,
        null,
      ])
      expect(countOf(season ?? {}, 'plateAppearances')).toBeGreaterThan(0)
      const club = (await replayUpstream.stats.clubSeason(batter?.teamId ?? 0, 2022)).value
      expect(club.map(({ gamePk }) => gamePk)).toEqual(games.map(({ pk }) => pk))
      const played = club.filter(({ final }) => final)
      expect(played.length).toBeGreaterThan(0)
      for (const { home, away } of played) expect([home.starterId, away.starterId]).not.toContain(null)
    } finally {
      await replayUpstream.close()
      await replay.close()
      rmSync(dir, { recursive: true })
    }
  })
})
