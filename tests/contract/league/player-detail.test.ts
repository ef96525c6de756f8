import { evidenceOf, playerDetail, readSeasonRecords, streamGameLogs } from '@propsight/api/testing'
import { statsBoxscoreSchema } from '@propsight/api/wire-formats'
import { EARLIER_SEASONS } from '@propsight/league'
import {
  type GameLogRecord,
  type HittingGame,
  type PlayerDetail,
  type PlayerDetailBody,
  playerDetailResponse,
} from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLeagueFixture } from './league-fixture.ts'

const MORNING = '2026-07-18T14:00:00Z'
const EVENING = '2026-07-19T00:40:00Z'

type RequestedPlayer = PlayerDetailBody['player']
type PlayerLog = Extract<GameLogRecord, { type: 'player' | 'pitcher' }>
type BatterLog = Extract<GameLogRecord, { type: 'player' }>

async function startFixture(instant: string) {
  const { clock, close, league, upstream, log } = await startLeagueFixture(instant)
  // A slow machine needs longer than a forecast waits; the compared forecasts must both include earlier seasons.
  const readEarlier = async () => (await readSeasonRecords({ upstream, clock, log })).earlier.filter(Boolean)
  await vi.waitFor(async () => expect(await readEarlier()).toHaveLength(EARLIER_SEASONS), { timeout: 20_000 })
  const roster = await upstream.stats.players(2026)
  const schedule = await upstream.stats.schedule(clock.today())
  const people = new Map(roster.value.map((person) => [person.id, person]))
  const playerOf = (id: number, group: RequestedPlayer['group']): RequestedPlayer => {
    const person = people.get(id)
    const clubs = new Map(league.testHooks.world().clubs.map((club) => [club.id, club.abbreviation]))
    return { name: person?.fullName ?? '', team: clubs.get(person?.currentTeam?.id ?? -1) ?? '', group }
  }
  return { clock, league, upstream, log, people, games: schedule.value, playerOf, close }
}
let fixture: Awaited<ReturnType<typeof startFixture>>
beforeAll(async () => {
  fixture = await startFixture(MORNING)
})
afterAll(() => fixture?.close())

const depsOf = ({ upstream, clock, log } = fixture) => {
  const deps = { upstream, clock, log }
  return { ...deps, propEvidence: evidenceOf(deps) }
}
const detailOf = async (player: RequestedPlayer, from = fixture): Promise<PlayerDetail> =>
  playerDetailResponse.parse(JSON.parse(JSON.stringify(await playerDetail(depsOf(from), { player }))))
async function logOf(player: RequestedPlayer, from = fixture): Promise<PlayerLog> {
  const found: PlayerLog[] = []
  await streamGameLogs(depsOf(from), [player], async (record) => {
    if (record.type === 'player' || record.type === 'pitcher') found.push(record)
  })
  const [record] = found
  if (!record) throw new Error(`no log of ${player.name}`)
  return record
}
async function batterLogOf(player: RequestedPlayer): Promise<BatterLog> {
  const record = await logOf(player)
  if (record.type !== 'player') throw new Error(`${player.name} is not a batter`)
  return record
}
const sum = (games: readonly HittingGame[], count: keyof HittingGame): number =>
  games.reduce((all, game) => all + Number(game[count]), 0)
/** Every batter in the line-ups of today's first games. */
const batters = (games = 3): RequestedPlayer[] =>
  fixture.games
    .slice(0, games)
    .flatMap(({ lineups }) => [...(lineups?.homePlayers ?? []), ...(lineups?.awayPlayers ?? [])])
    .map(({ id }) => fixture.playerOf(id, 'hitting'))
const starters = (): RequestedPlayer[] =>
  fixture.games
    .slice(0, 4)
    .flatMap(({ teams }) => [teams.home.probablePitcher?.id, teams.away.probablePitcher?.id])
    .filter((id) => id !== undefined)
    .map((id) => fixture.playerOf(id, 'pitching'))

/** The throwing hand of the opposing starter, from the box score. */
async function starterHandOf({ gamePk, homeAway }: HittingGame): Promise<string | undefined> {
  const { value } = await fixture.upstream.stats.raw(`/api/v1/game/${gamePk}/boxscore`, {})
  const { teams } = statsBoxscoreSchema.parse(value)
  const [first] = (homeAway === 'HOME' ? teams.away : teams.home).pitchers
  return fixture.people.get(first ?? -1)?.pitchHand?.code
}

describe('N12 the detail of a batter on the sample league', () => {
  it('has season averages equal to the sums of the game log, and splits that add up to the season', async () => {
    const players = batters()
    expect(players.length).toBeGreaterThan(30)
    for (const player of players) {
      const { hitting, missing } = await detailOf(player)
      const { games } = await batterLogOf(player)
      const { vsPitcher: _vsPitcher, ...others } = missing
      expect(others, player.name).toEqual({})
      if (!hitting?.season) throw new Error(`no season of ${player.name}`)
      for (const count of ['atBats', 'hits', 'homeRuns', 'rbi', 'baseOnBalls'] as const) {
        expect(hitting.season[count], `${player.name} ${count}`).toBe(sum(games, count))
        expect((hitting.vsLeft?.[count] ?? 0) + (hitting.vsRight?.[count] ?? 0)).toBe(sum(games, count))
      }
      const average = sum(games, 'hits') / sum(games, 'atBats')
      expect(Math.abs(Number(hitting.season.avg) - average)).toBeLessThanOrEqual(0.0005 + 1e-9)
    }
  })

  it('shows the announced opposing starter with the season of that starter’s game log', async () => {
    for (const game of fixture.games.slice(0, 5)) {
      const starterId = game.teams.away.probablePitcher?.id ?? 0
      const player = fixture.playerOf(game.lineups?.homePlayers[0]?.id ?? 0, 'hitting')
      const { opposingPitcher, vsPitcher, missing } = await detailOf(player)
      const record = await logOf(fixture.playerOf(starterId, 'pitching'))
      if (record.type !== 'pitcher') throw new Error('no pitcher')
      const total = (count: 'outs' | 'earnedRuns' | 'strikeOuts' | 'hits' | 'baseOnBalls') =>
        record.games.reduce((all, start) => all + (start[count] ?? Number.NaN), 0)
      const outs = total('outs')
      expect(opposingPitcher).toMatchObject({
        personId: starterId,
        handedness: fixture.people.get(starterId)?.pitchHand?.code,
        team: game.teams.away.team.abbreviation,
        strikeOuts: total('strikeOuts'),
      })
      for (const [rate, expected] of [
        ['era', (27 * total('earnedRuns')) / outs],
        ['whip', (3 * (total('baseOnBalls') + total('hits'))) / outs],
        ['strikeOutsPer9', (27 * total('strikeOuts')) / outs],
        ['hitsPer9', (27 * total('hits')) / outs],
      ] as const) {
        expect(Math.abs(Number(opposingPitcher?.[rate]) - expected), rate).toBeLessThanOrEqual(0.005 + 1e-9)
      }
      expect(vsPitcher === null).toBe(missing.vsPitcher === 'They have not met before.')
    }
  })

  it('has the throwing hand of every opposing starter in the game log', async () => {
    for (const player of batters().slice(0, 6)) {
      const { starterHands } = await detailOf(player)
      const { games } = await batterLogOf(player)
      expect(Object.keys(starterHands).map(Number).toSorted()).toEqual(
        games.map(({ gamePk }) => gamePk).toSorted(),
      )
      for (const game of games.filter((_, at) => at % 9 === 0)) {
        expect(starterHands[game.gamePk], `${player.name} ${game.date}`).toBe(await starterHandOf(game))
      }
    }
  })

  it('N12 counts the games with both clubs for a traded player', async () => {
    const { transactions } = fixture.league.testHooks.world()
    const traded = transactions.filter(
      ({ typeCode, personId }) =>
        typeCode === 'TR' && fixture.people.get(personId)?.primaryPosition?.abbreviation !== 'P',
    )
    expect(traded.length).toBeGreaterThan(1)
    for (const { personId, date } of traded) {
      const player = fixture.playerOf(personId, 'hitting')
      const { hitting, starterHands, missing } = await detailOf(player)
      const { games } = await batterLogOf(player)
      const before = games.filter((game) => game.date < date)
      expect(before.length, player.name).toBeGreaterThan(0)
      expect(hitting?.season?.atBats).toBe(sum(games, 'atBats'))
      expect(Object.keys(starterHands)).toHaveLength(games.length)
      for (const game of before.slice(0, 3)) expect(starterHands[game.gamePk]).toBe(await starterHandOf(game))
      expect(missing.starterHands).toBeUndefined()
    }
  })

  it('ends the explanation of every stat with the forecast of the board', async () => {
    for (const player of batters().slice(0, 8)) {
      const { why, engine } = await detailOf(player)
      const record = await logOf(player)
      expect(engine).toBe(record.engine)
      expect(why.map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])).toEqual(
        record.forecasts?.map(({ stat, distribution }) => [stat, distribution]),
      )
    }
  })

  it('has notes that match the game log, the opposing starter and the line-up', async () => {
    for (const player of batters().slice(0, 8)) {
      const { why, opposingPitcher } = await detailOf(player)
      const { games, personId } = await batterLogOf(player)
      const notes = Object.fromEntries(why[0]?.steps.map(({ factor, note }) => [factor, note]) ?? [])
      expect(notes['own record']).toContain(
        `this season, ${sum(games, 'plateAppearances')} plate appearances in ${games.length} games`,
      )
      expect(notes['opposing starter']).toContain(
        `${opposingPitcher?.name}, ${opposingPitcher?.handedness === 'L' ? 'left' : 'right'}-hander, ERA ${opposingPitcher?.era}`,
      )
      const game = fixture.games.find(({ lineups }) =>
        [...(lineups?.homePlayers ?? []), ...(lineups?.awayPlayers ?? [])].some(({ id }) => id === personId),
      )
      const home = game?.lineups?.homePlayers.some(({ id }) => id === personId)
      expect(notes['home or away']).toBe(home ? 'home' : 'away')
      expect(notes['place in the order']).toMatch(
        /^bats (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)$/,
      )
    }
  })
})

describe('N12 the detail of a batter during live games', () => {
  it('explains the next game, like the board', async () => {
    const evening = await startFixture(EVENING)
    try {
      const liveGames = evening.games.filter(({ status }) => status.abstractGameState === 'Live')
      expect(liveGames.length).toBeGreaterThan(1)
      let explained = 0
      for (const { lineups } of liveGames.slice(0, 3)) {
        const player = evening.playerOf(lineups?.homePlayers[2]?.id ?? 0, 'hitting')
        // The board's record is read last, so that it uses the same data as the detail.
        const detail = await detailOf(player, evening)
        const record = await logOf(player, evening)
        const last = detail.why.map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])
        expect(last).toEqual((record.forecasts ?? []).map(({ stat, distribution }) => [stat, distribution]))
        expect(record.forecastGame?.date ?? '2026-07-19').toBe('2026-07-19')
        if (last.length > 0) explained += 1
      }
      expect(explained).toBeGreaterThan(0)
    } finally {
      await evening.close()
    }
  })
})

describe('N12 the detail of a pitcher on the sample league', () => {
  it('has season splits by the hand of the batters, and no opposing pitcher', async () => {
    const players = starters()
    expect(players.length).toBeGreaterThan(6)
    for (const player of players) {
      const { pitching, hitting, opposingPitcher, missing, starterHands, why } = await detailOf(player)
      const record = await logOf(player)
      if (record.type !== 'pitcher') throw new Error('no pitcher')
      for (const count of ['strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'battersFaced'] as const) {
        const total = record.games.reduce((all, game) => all + game[count], 0)
        expect(pitching?.season?.[count], `${player.name} ${count}`).toBe(total)
        expect((pitching?.vsLeft?.[count] ?? 0) + (pitching?.vsRight?.[count] ?? 0)).toBe(total)
      }
      expect([hitting, opposingPitcher, starterHands]).toEqual([null, null, {}])
      expect(missing).toMatchObject({ opposingPitcher: 'This player pitches.' })
      expect(why.map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])).toEqual(
        (record.forecasts ?? []).map(({ stat, distribution }) => [stat, distribution]),
      )
    }
  })
})
