import { findStatType, listStatNames, overRate } from '@propsight/shared/domain'
import {
  assessEntry,
  explainBatterStats,
  explainPitcherStats,
  forecastBatter,
  forecastPitcher,
} from '@propsight/shared/domain/engine'
import { forecastNbaPlayer, NBA_CONSTANTS, NBA_MARKETS, NbaLeague } from '@propsight/shared/domain/sports/nba'
import { boxGames } from '@propsight/shared/domain/sports/nba/testing'
import { type BoardPlayer, boardOfLines, sameGameEntry } from './engine/board-of-lines.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { medianMs } from './statistics.ts'

/** Budgets of a forecast of one stat, of all stats of a player, and of a 300-line board, on one core. */
const ONE_STAT_BUDGET_MS = 0.2
const ALL_STATS_BUDGET_MS = 1
const BOARD_BUDGET_MS = 100
const PREDICTIONS = 1_000
/** Budget of the explanations for every market of one player, as the detail view requests them. */
const EXPLANATION_BUDGET_MS = 30
const EXPLANATIONS = 200
const BOARDS = 15
const ENTRIES = 100
const WINDOW_GAMES = 10
const LINE = 1.5

/** Clones the input, so that caches keyed by object identity have no entry for it. */
const cloneInput = <T>(value: T): T => structuredClone(value)

/** @returns a function that clones the players one after the other */
function cloneInTurn(players: readonly BoardPlayer[]): () => BoardPlayer | undefined {
  let index = 0
  return () => {
    const player = players[index % players.length]
    index += 1
    return cloneInput(player)
  }
}

function forecast(player: BoardPlayer, stats: readonly string[]): void {
  const result =
    player.group === 'hitting' ? forecastBatter(player.input, stats) : forecastPitcher(player.input, stats)
  if (!result.ok) throw new Error(`the engine refused ${stats.join(', ')}: ${result.reason}`)
}

function explain({ group, input }: BoardPlayer): void {
  const stats = listStatNames(group)
  const result = group === 'hitting' ? explainBatterStats(input, stats) : explainPitcherStats(input, stats)
  if (!result.ok) throw new Error(`the engine refused to explain: ${result.reason}`)
}

function explanationRow(what: string, players: readonly BoardPlayer[], rounds: number): Row {
  const value = medianMs(rounds, cloneInTurn(players), (player) => {
    if (player) explain(player)
  })
  return atMost(what, value, EXPLANATION_BUDGET_MS)
}

const rateOf = (values: readonly number[]) => overRate(values, LINE, WINDOW_GAMES)

/** The baseline: counts overs in the game log. */
function countOvers({ group, input, stats }: BoardPlayer): void {
  for (const stat of stats) {
    const type = findStatType(stat)
    if (type?.group === 'hitting' && group === 'hitting')
      rateOf(input.games.flatMap((game) => type.value(game) ?? []))
    if (type?.group === 'pitching' && group === 'pitching')
      rateOf(input.games.flatMap((game) => type.value(game) ?? []))
  }
}

function predictionRow(
  what: string,
  players: readonly BoardPlayer[],
  stats: readonly string[],
  rounds: number,
): Row {
  const value = medianMs(rounds, cloneInTurn(players), (player) => {
    if (player) forecast(player, stats)
  })
  const budget = stats.length === 1 ? ONE_STAT_BUDGET_MS : ALL_STATS_BUDGET_MS
  return atMost(what, value, budget)
}

/** Players of an NBA board of 300 lines: six games with ten players each. */
const NBA_PLAYERS = 60

/** A board of the NBA: every stat of each player, from the league's records on. */
function nbaBoard(): () => void {
  const league = new NbaLeague(NBA_CONSTANTS)
  const games = boxGames(WINDOW_GAMES)
  for (const game of games) league.add(game)
  const stats = NBA_MARKETS.map(({ stat }) => stat)
  const fixtures = games.slice(-2).flatMap((game) => game.lines.map((line) => ({ game, line })))
  return () => {
    for (let at = 0; at < NBA_PLAYERS; at++) {
      const { game, line } = fixtures[at % fixtures.length] ?? {}
      const player = league.player(line?.playerId ?? '', game?.season ?? 0)
      if (!game || !line || !player) throw new Error('a player of the board has no record')
      const made = forecastNbaPlayer(league.outlook(player, line.club, game), stats)
      if (!made.ok) throw new Error(`the engine refused: ${made.reason}`)
    }
  }
}

/**
 * Measures one forecast and a whole board of the engine, on one core, compared with counting overs in the
 * same logs.
 */
export function run({ short }: BenchOptions): Row[] {
  const boards = short ? 1 : BOARDS
  const predictions = short ? 20 : PREDICTIONS
  const explanations = short ? 5 : EXPLANATIONS
  const players = boardOfLines()
  const board = () => cloneInput(players)
  const batters = players.filter(({ group }) => group === 'hitting')
  const pitchers = players.filter(({ group }) => group === 'pitching')

  const oneByOne = medianMs(boards, board, (all) => {
    for (const player of all) for (const stat of player.stats) forecast(player, [stat])
  })
  const byPlayer = medianMs(boards, board, (all) => {
    for (const player of all) forecast(player, listStatNames(player.group))
  })
  const counted = medianMs(boards, board, (all) => {
    for (const player of all) countOvers(player)
  })
  const legs = sameGameEntry(players)
  const entry = medianMs(
    short ? 5 : ENTRIES,
    () => cloneInput(legs),
    (input) => {
      if (!assessEntry(input).ok) throw new Error('the entry was refused')
    },
  )
  return [
    figure('lines of the board', players.flatMap(({ stats }) => stats).length, 'lines'),
    figure('players behind them', players.length, 'players'),
    predictionRow('a batter’s stat (p50)', batters, ['Hits'], predictions),
    predictionRow('the same, hits, runs and RBIs together (p50)', batters, ['Hits+Runs+RBIs'], predictions),
    predictionRow('a pitcher’s stat (p50)', pitchers, ['Pitcher Strikeouts'], predictions),
    predictionRow('every stat of a batter (p50)', batters, listStatNames('hitting'), predictions),
    predictionRow('every stat of a pitcher (p50)', pitchers, listStatNames('pitching'), predictions),
    explanationRow('why, step by step, for every stat of a batter (p50)', batters, explanations),
    explanationRow('the same of a pitcher (p50)', pitchers, explanations),
    atMost('the board, a call a line (p50)', oneByOne, BOARD_BUDGET_MS),
    atMost('the board, every stat of each player, as the API asks (p50)', byPlayer, BOARD_BUDGET_MS),
    atMost(
      'an NBA board, every stat of each player (p50)',
      medianMs(boards, nbaBoard, (board) => board()),
      BOARD_BUDGET_MS,
    ),
    figure('an entry of six team-mates, drawn and priced (p50)', entry),
    figure('the over rate of the last ten, a line (p50 of the board)', counted),
    figure('the board, times the over rate', oneByOne / counted, 'x'),
  ]
}
