import { existsSync } from 'node:fs'
import { isDay, ReplayError } from '@propsight/league/replay'
import { type LineEvidence, PRIOR_KINDS } from '@propsight/shared/domain/engine'
import { decimalOdds, type Quote, withoutOutOfLine } from '@propsight/shared/domain/odds'
import {
  findNbaMarket,
  forecastNbaPlayer,
  NBA_CONSTANTS,
  NBA_FITTED,
  NBA_LINE_EVIDENCE,
} from '@propsight/shared/domain/sports/nba'
import * as z from 'zod'
import type { ForecastGame, Price } from '../market/forecast-prices.ts'
import { LeftOutCounter } from '../market/join-prices.ts'
import { marketReport, marketTable } from '../market/market-report.ts'
import type { PricedGame } from '../market/read-prices.ts'
import { CommandError, type Options } from '../options.ts'
import { readRows } from '../read/read-season.ts'
import { type CommandIo, checkWritable, dataName, dayProgress, writeOutput } from '../run/command-io.ts'
import { checkShippable, lineEvidenceOf, UNFITTED } from '../run/run-market.ts'
import { rounded, writeFitted } from '../run/ship-constants.ts'
import { type PlayerGame, SeasonValues, walkNba } from './cases-nba.ts'
import { loadNba, NBA_FOLDER, nbaName } from './run-nba.ts'

/** The stats by their names in the files of prices. */
const STATS: Readonly<Record<string, string>> = {
  points: 'Points',
  rebounds: 'Rebounds',
  assists: 'Assists',
  threes: '3-PT Made',
  pra: 'Pts+Rebs+Asts',
  steals: 'Steals',
  blocks: 'Blocked Shots',
}

const text = z.string()
const filled = text.min(1, { error: 'is empty' })
const line = text.regex(/^\d{1,3}(\.\d+)?$/, { error: 'is not a line' }).transform(Number)
const odds = text
  .regex(/^([+-]?[1-9]\d{2,5})?$/, { error: 'are not American odds' })
  .transform((odd) => (odd === '' ? null : decimalOdds(Number(odd))))
const snapshotColumns = {
  set: filled,
  snapshotUtc: filled,
  player: filled,
  playerId: text,
  market: filled,
  line,
}
const LINE = z.object({
  ...snapshotColumns,
  date: text.refine((day) => isDay(day), { error: 'is not a day' }),
  gameId: text,
  minutesBefore: text
    .regex(/^\d*$/, { error: 'are not minutes' })
    .transform((minutes) => (minutes === '' ? null : Number(minutes))),
})
const QUOTE = z.object({ ...snapshotColumns, book: filled, over: odds, under: odds, afterStart: text })

/** A price with the game that it is about. */
export interface NbaPrice {
  readonly gameId: string
  readonly playerId: string
  readonly line: number
  readonly priced: PricedGame
}

/** Minutes before the game until which it is not reported who is out, where they are known. */
const REPORTED_MINUTES = 60

type SnapshotRow = Pick<z.output<typeof LINE>, 'set' | 'snapshotUtc' | 'playerId' | 'market'>
const snapshotKey = (row: SnapshotRow): string =>
  [row.set, row.snapshotUtc, row.playerId, row.market].join('|')

/**
 * Reads the last prices before the games from a folder with `lines` and `quotes`, each `.csv` or `.csv.gz`. Results in
 * the files are not read.
 * @throws ReplayError naming file, line and column of the first invalid cell
 */
export function readNbaPrices(folder: string): NbaPrice[] {
  if (!existsSync(folder)) throw new ReplayError(`${folder}: no such folder`)
  const before = readRows(folder, 'quotes', QUOTE).filter(({ afterStart }) => afterStart !== '1')
  const quotes = Map.groupBy(before, snapshotKey)
  return readRows(folder, 'lines', LINE).flatMap((row) => {
    const stat = STATS[row.market]
    if (stat === undefined || row.playerId === '' || row.gameId === '') return []
    const only: Price =
      row.minutesBefore !== null && row.minutesBefore >= REPORTED_MINUTES ? 'first' : 'close'
    const own = (quotes.get(snapshotKey(row)) ?? []).map(
      ({ book, line, over, under }): Quote => ({ book, line, over, under }),
    )
    const snapshot = { line: row.line, quotes: withoutOutOfLine(own) }
    return [
      {
        gameId: row.gameId,
        playerId: row.playerId,
        line: row.line,
        priced: {
          source: 'books' as const,
          only,
          stat,
          date: row.date,
          player: row.player,
          playerId: row.playerId,
          mlbamId: null,
          home: '',
          away: '',
          matched: '',
          closeUtc: row.snapshotUtc,
          first: snapshot,
          close: snapshot,
        },
      },
    ]
  })
}

/** Least games of the season, and games at one half that are mixed in, of a player's own rate. */
const OWN_RATE = { least: 5, half: 10 } as const

/** The player's own share of overs at a line this season; undefined with few games. */
function ownRate(values: readonly number[], at: number): number | undefined {
  const decided = values.filter((value) => !Number.isNaN(value) && value !== at)
  if (values.length < OWN_RATE.least) return undefined
  const overs = decided.filter((value) => value > at).length
  return (overs + OWN_RATE.half / 2) / (decided.length + OWN_RATE.half)
}

function forecastPrice(
  { line: box, outlook }: PlayerGame,
  { priced, line: at }: NbaPrice,
  earlier: readonly number[],
): ForecastGame | string {
  const { stat } = priced
  const [first, close] = (['unknown', 'known'] as const).map((reports) => {
    const made = forecastNbaPlayer(outlook(reports), [stat])
    return made.ok ? (made.value[0] ?? 'no forecast') : made.reason
  })
  if (typeof first === 'string' || typeof close === 'string' || !first || !close)
    return `engine: ${typeof first === 'string' ? first : close}`
  const actual = findNbaMarket(stat)?.value(box.counts) ?? null
  if (actual === null) return 'the season lacks a count of the stat'
  return {
    joined: { priced, stat, actual, row: { date: priced.date }, ownRate: ownRate(earlier, at) },
    first,
    close,
  }
}

/** Forecasts every priced game from the games of earlier days only. */
function forecastNbaPrices(
  options: Options,
  prices: readonly NbaPrice[],
  leftOut: LeftOutCounter,
  io: CommandIo,
): ForecastGame[] {
  const byPlayer = Map.groupBy(prices, ({ gameId, playerId }) => `${gameId}|${playerId}`)
  const { all, judged } = loadNba(options)
  const priced = new Set(prices.map(({ gameId }) => gameId))
  const dates = new Set(judged.filter(({ id }) => priced.has(id)).map(({ date }) => date))
  const onDay = dayProgress(io, dates.size)
  const games = new Set(judged.map(({ id }) => id))
  const season = new SeasonValues()
  const forecasts: ForecastGame[] = []
  let day = ''
  walkNba(all, NBA_CONSTANTS, (each) => {
    const { game, line } = each
    if (game.date !== day && dates.has(game.date)) onDay(game.date)
    day = game.date
    const earlier = season.before(each)
    season.add(each)
    const key = `${game.id}|${line.playerId}`
    for (const price of games.has(game.id) ? (byPlayer.get(key) ?? []) : []) {
      const made = forecastPrice(each, price, season.of(price.priced.stat, earlier))
      if (typeof made === 'string') leftOut.add(price.priced.stat, made)
      else forecasts.push(made)
    }
    byPlayer.delete(key)
  })
  for (const { gameId, priced } of [...byPlayer.values()].flat())
    leftOut.add(
      priced.stat,
      games.has(gameId) ? 'the player did not play' : 'the game is in no judged season',
    )
  return forecasts
}

const PRICES = ['first', 'close'] as const

/** Compares the NBA engine with the prices of folders, prints the table and writes the requested files. */
export function runNbaMarket(options: Options, io: CommandIo): void {
  const begun = performance.now()
  checkWritable(options.json)
  if (options.prices.length === 0)
    throw new CommandError('--prices <folder> is required: the folder of the books’ lines and quotes')
  const prices = readPriceFolders(options.prices)
  const leftOut = new LeftOutCounter()
  const games = forecastNbaPrices(options, prices, leftOut, io)
  const shippable = options.ship
    ? checkShippable(games.map(({ joined }) => ({ stat: joined.stat, date: joined.row.date })))
    : null
  const priced = Object.values(STATS).flatMap((stat) =>
    PRICES.filter((price) =>
      games.some(({ joined }) => joined.stat === stat && joined.priced.only === price),
    ).map((price) => ({ stat, source: 'books' as const, price })),
  )
  const report = marketReport(
    games,
    { shipped: NBA_LINE_EVIDENCE, ...(shippable && { start: UNFITTED }) },
    {
      data: `${options.prices.map(dataName).join(', ')}; ${nbaName(options)}`,
      engine: `nba, ${NBA_FITTED}`,
      earlierSeasons: [],
      leftOut: leftOut.list(),
      priced,
      seconds: (performance.now() - begun) / 1000,
    },
  )
  io.stdout(marketTable(report))
  if (options.json !== undefined) writeOutput(options.json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (!shippable) return
  for (const note of shippable.notes) io.stdout(`${note}\n`)
  const evidence: LineEvidence = lineEvidenceOf(
    { ...report, data: options.data ?? report.data },
    shippable.stats,
    {
      ...UNFITTED,
      books: { weights: NBA_LINE_EVIDENCE.books.weights, kinds: PRIOR_KINDS.books },
    },
  )
  const constants = {
    file: 'line-evidence',
    what: 'How much an offered line and its price are evidence. Written by `npm run market -- --sport nba --ship`, never by hand.',
    value: rounded(evidence),
  }
  io.stderr(`  wrote ${writeFitted(constants, evidence, NBA_FOLDER)}\n`)
}

function readPriceFolders(folders: readonly string[]): NbaPrice[] {
  try {
    return folders.flatMap(readNbaPrices)
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}
