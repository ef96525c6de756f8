import { basename, dirname } from 'node:path'
import { isDay } from '@propsight/league/replay'
import { findStatType, normalisePlayerName } from '@propsight/shared/domain'
import {
  decidedOver,
  evidenceWeights,
  type LineEvidence,
  type LineSource,
} from '@propsight/shared/domain/engine'
import * as z from 'zod'
import { CommandError, type Options } from '../options.ts'
import { readRows } from '../read/read-season.ts'
import { type CommandIo, writeOutput } from '../run/command-io.ts'
import { comparePairs, comparisonTable, type Pair } from '../score/compare.ts'
import { engineChance, type ForecastGame, type LeftOutCounter, shownMarket } from './forecast-prices.ts'
import type { PricedGame } from './read-prices.ts'

const filled = z.string().min(1, { error: 'is empty' })
const ROW = z.object({
  date: z.string().refine((day) => isDay(day), { error: 'is not a day' }),
  player: filled,
  market: filled,
  line: z
    .string()
    .regex(/^\d{1,3}(\.\d+)?$/, { error: 'is not a line' })
    .transform(Number),
  probability: z
    .string()
    .regex(/^(0(\.\d+)?|\.\d+|1(\.0+)?)$/, { error: 'is not a probability from 0 to 1' })
    .transform(Number),
})

/** A line with another model's probability of the over, if the stat does not equal the line. */
export interface ModelLine {
  readonly priced: PricedGame
  readonly probability: number
}

/** Another model has no prices; the product shows a line of a pick'em book in the same way. */
const SOURCE: LineSource = 'pickem'

/**
 * Reads the probabilities of another model: a CSV file with date, player, market,
 * line and probability of the over.
 * @param idsOf ids of the players with this normalised name who had a line of the box score on the day
 * @param leftOut counts the lines without a single such player
 * @throws ReplayError naming line and column of an invalid cell
 */
export function readModel(
  file: string,
  idsOf: (name: string, date: string) => readonly string[],
  leftOut: LeftOutCounter,
): ModelLine[] {
  const name = basename(file).replace(/\.csv(\.gz)?$/, '')
  return readRows(dirname(file), name, ROW).flatMap(({ date, player, market, line, probability }) => {
    const stat = findStatType(market)?.name ?? market
    const ids = idsOf(normalisePlayerName(player), date)
    const [playerId] = ids
    if (playerId === undefined || ids.length > 1) {
      leftOut.add(stat, `${playerId === undefined ? 'no' : 'more than one'} player of that name on that day`)
      return []
    }
    const snapshot = { line, quotes: [] }
    const priced: PricedGame = {
      source: SOURCE,
      only: 'close',
      stat,
      date,
      player,
      playerId,
      mlbamId: null,
      home: '',
      away: '',
      matched: '',
      closeUtc: `${date}T00:00:00Z`,
      first: snapshot,
      close: snapshot,
    }
    return [{ priced, probability }]
  })
}

const reasons = (leftOut: LeftOutCounter): string[] =>
  leftOut.list().map(({ stat, reason, n }) => `${stat}, ${reason}: ${n}`)

/** The product's probabilities that are compared, by what was known of the game. */
const OWN = [
  { name: 'engine', title: 'Engine, lineups and absences unknown', price: 'first', shown: false },
  { name: 'engine', title: 'Engine, lineups and absences known', price: 'close', shown: false },
  { name: 'shown', title: 'Shown probability of a line without a price', price: 'close', shown: true },
] as const

/** Compares the forecasts with another model on its lines, prints the tables and writes the requested file. */
export function compareModel(
  games: readonly ForecastGame[],
  lines: readonly ModelLine[],
  {
    evidence,
    options,
    io,
    leftOut,
  }: {
    readonly evidence: LineEvidence
    readonly options: Options
    readonly io: CommandIo
    readonly leftOut: LeftOutCounter
  },
): void {
  const others = new Map(lines.map(({ priced, probability }) => [priced, probability]))
  const report = OWN.map(({ name, title, price, shown }) => {
    const pairs = games.flatMap((game): Pair[] => {
      const { priced, stat, actual, row } = game.joined
      const { line } = priced[price]
      const other = others.get(priced)
      if (other === undefined || actual === null || actual === line) return []
      const forecast = game[price]
      const own = shown
        ? decidedOver(
            shownMarket(forecast, line, null, SOURCE, evidenceWeights(stat, evidence[SOURCE])).distribution,
            line,
          )
        : engineChance(forecast, line)
      return [{ date: row.date, market: stat, over: actual > line ? 1 : 0, own, other }]
    })
    if (pairs.length === 0)
      throw new CommandError(`no line of the model could be judged: ${reasons(leftOut).join('; ')}`)
    const comparisons = comparePairs(pairs)
    io.stdout(`${comparisonTable(title, [name, 'model'], comparisons)}\n`)
    return { title, comparisons }
  })
  for (const reason of reasons(leftOut)) io.stdout(`  left out: ${reason}\n`)
  io.stdout(
    'Differences are own minus model with a 95% interval from draws of days: below 0, ours are better.\n',
  )
  if (options.json !== undefined)
    writeOutput(
      options.json,
      `${JSON.stringify({ comparisons: report, leftOut: leftOut.list() }, null, 2)}\n`,
      io,
    )
}
