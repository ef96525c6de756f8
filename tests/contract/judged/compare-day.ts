import {
  createLog,
  createUpstream,
  evidenceOf,
  readSeasonRecords,
  streamGameLogs,
} from '@propsight/api/testing'
import {
  collectCases,
  MARKETS,
  type ReadSeason,
  readSeason,
  type ScheduledGame,
  walk,
} from '@propsight/backtest/testing'
import { type League, startLeague } from '@propsight/league'
import { teamIdOf } from '@propsight/league/replay'
import type { GameLogRecord, GameLogsBody, StatForecastWire } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { type Distribution, forecastBatter, forecastPitcher, lineOdds } from '@propsight/shared/domain/engine'
import { composeMarket, type MarketEvidence, roundForecast } from '@propsight/shared/domain/prop'
import { expect } from 'vitest'

const log = createLog('silent')
const AT_ONCE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

type Person = ReturnType<League['testHooks']['world']>['people'][number]

/** A market of a player in a game of the day as the product shows it. */
interface ShownMarket {
  readonly person: Person
  readonly gamePk: number
  readonly forecast: StatForecastWire
  /** What the product knew of the market besides the engine's forecast. */
  readonly evidence: MarketEvidence
}

/** The product's forecasts of all players of a replayed day, without announced batting orders. */
async function readShown(dir: string, date: string) {
  const clock = parseLeagueClock(`frozen:${date}T13:00:00Z`)
  const league = await startLeague({ mode: 'replay', clock, replay: { dir, date } })
  const upstream = createUpstream({
    statsUrl: league.url,
    linesUrl: league.url,
    redis: null,
    log,
    pacing: AT_ONCE,
  })
  try {
    const { people, games, clubs, lines } = league.testHooks.world()
    const deps = { upstream, clock, log, propEvidence: evidenceOf({ upstream, clock, log }) }
    expect((await readSeasonRecords(deps)).players).not.toBeNull()
    const codes = new Map(clubs.map(({ id, lines }) => [id, lines]))
    const offered = new Set(lines.flatMap(({ personIds }) => personIds))
    const players = people
      .filter(({ id }) => offered.size === 0 || offered.has(id))
      .map(({ fullName, teamId, position }): GameLogsBody['players'][number] => ({
        name: fullName,
        team: codes.get(teamId) ?? '',
        group: position === '1' ? 'pitching' : 'hitting',
      }))
    const byId = new Map(people.map((person) => [person.id, person]))
    // Reads the caches once, so that no part of the second board is left out because it is late.
    await streamGameLogs(deps, players, async () => undefined)
    const evidence = await deps.propEvidence()
    const shown: ShownMarket[] = []
    await streamGameLogs(deps, players, async (record: GameLogRecord) => {
      if (record.type !== 'player' || !record.forecasts || !record.forecastGame) return
      const person = byId.get(record.personId)
      if (!person) return
      const { gamePk, startsAt } = record.forecastGame
      const subject = {
        gamePk,
        personId: person.id,
        names: [person.fullName],
        team: codes.get(person.teamId) ?? '',
        startsAt: startsAt ?? null,
      }
      for (const forecast of record.forecasts) {
        const known = evidence({ ...subject, stat: forecast.stat })
        const nothing: MarketEvidence = {
          prices: [],
          standardLine: null,
          lineSource: 'pickem',
          offered: [],
        }
        shown.push({ person, gamePk, forecast, evidence: known?.evidence ?? nothing })
      }
    })
    return { shown, games: games.filter((game) => game.date === date) }
  } finally {
    await upstream.close()
    await league.close()
  }
}

type Day = Awaited<ReturnType<typeof readShown>>

/** The backtest's forecast of each shown market, from the files of the season. */
function judgedOf({ season, people }: ReadSeason, date: string, { shown, games }: Day) {
  const sourceIds = new Map([...people].map(([id, { mlbamId, name }]) => [mlbamId ?? name, id]))
  const judged: { market: ShownMarket; playerId: string; game: ScheduledGame; forecast: StatForecastWire }[] =
    []
  walk(season, { from: date, to: date }, (today) => {
    const scheduled = Map.groupBy(today.games.values(), ({ home }) => teamIdOf(home))
    for (const market of shown) {
      const { person, gamePk } = market
      const game = games.find(({ pk }) => pk === gamePk)
      // Games of one club are in the order of play in both.
      const ofClub = games.filter(({ homeId }) => homeId === game?.homeId)
      const own = game ? scheduled.get(game.homeId)?.[ofClub.indexOf(game)] : undefined
      const playerId = sourceIds.get(person.id) ?? sourceIds.get(person.fullName)
      if (!game || !own || playerId === undefined) continue
      const home = game.homeId === person.teamId
      const { stat } = market.forecast
      const made =
        person.position === '1'
          ? forecastPitcher(today.state.pitcher(own, home, playerId), [stat])
          : forecastBatter(today.state.batter(own, home, playerId, null), [stat])
      const [found] = made.ok ? made.value : []
      // With the four decimals that the product sends, of which it composes what it shows.
      const forecast = found && roundForecast(found)
      if (forecast) judged.push({ market, playerId, game: own, forecast })
    }
  })
  return judged
}

/** Probabilities are shown with four decimals. */
const LARGEST = 0.000051
const overOf = ({ distribution }: { readonly distribution: Distribution }, line: number): number =>
  lineOdds(distribution, line).over

/**
 * Compares all probabilities of a replayed day: the displayed ones of the lines that the book offers (of two lines without
 * a book), and the engine's own with the rows of the backtest.
 * @returns the number of compared probabilities
 */
export async function compareDay(dir: string, date: string): Promise<{ displayed: number; rows: number }> {
  const read = readSeason(dir)
  const day = await readShown(dir, date)
  const judged = judgedOf(read, date, day)
  const differences: string[] = []
  const compare = (what: string, shown: number, other: number) => {
    if (!(Math.abs(shown - other) < LARGEST)) differences.push(`${what}: shown ${shown}, judged ${other}`)
  }
  let displayed = 0
  for (const { market, playerId, forecast } of judged) {
    const { evidence, forecast: wire } = market
    const composed = composeMarket(forecast, evidence)
    for (const line of evidence.offered.length > 0 ? evidence.offered.map((each) => each.line) : [0.5, 4.5]) {
      displayed += 1
      compare(`${playerId} ${wire.stat} ${line}`, overOf(wire.shown ?? wire, line), overOf(composed, line))
    }
  }
  const { batters } = collectCases(read.season, { from: date, to: date })
  let rows = 0
  for (const { playerId, gameId, unknown } of batters) {
    const own = judged.filter((each) => each.playerId === playerId && each.game.id === gameId)
    for (const [at, { stat, line, name }] of MARKETS.entries()) {
      const wire = own.find(({ market }) => market.forecast.stat === stat)?.market.forecast
      if (!wire) continue
      rows += 1
      compare(`${playerId} ${name}`, overOf(wire, line), unknown[at] ?? Number.NaN)
    }
  }
  expect(differences.slice(0, 10)).toEqual([])
  return { displayed, rows }
}
