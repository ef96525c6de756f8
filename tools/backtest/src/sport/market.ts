import { existsSync } from 'node:fs'
import { isDay, ReplayError } from '@propsight/league/replay'
import { normalisePlayerName } from '@propsight/shared/domain'
import { type LineEvidence, PRIOR_KINDS } from '@propsight/shared/domain/engine'
import { decimalOdds, type Quote, withoutOutOfLine } from '@propsight/shared/domain/odds'
import * as z from 'zod'
import { type ForecastGame, LeftOutCounter, type Price } from '../market/forecast-prices.ts'
import { marketReport, marketTable } from '../market/market-report.ts'
import { compareModel, readModel } from '../market/models.ts'
import { findFaultyBooks, type PricedGame } from '../market/read-prices.ts'
import type { Options } from '../options.ts'
import { readRows } from '../read/read-season.ts'
import { type CommandIo, checkWritable, dataName, dayProgress, writeOutput } from '../run/command-io.ts'
import { checkShippable, lineEvidenceOf, readOffers, UNFITTED, uniqueIds } from '../run/run-market.ts'
import { rounded, writeFitted } from '../run/ship-constants.ts'
import { SeasonValues } from './cases.ts'
import { dataOf, loadSport } from './run.ts'
import { type AnySport, type PlayerGame, type SportGame, type SportLine, walkSport } from './sport.ts'

const text = z.string()
const filled = text.min(1, { error: 'is empty' })
const line = text
  .regex(/^(\d{1,3}(\.\d+)?)?$/, { error: 'is not a line' })
  .transform((at) => (at === '' ? null : Number(at)))
const odds = text
  .regex(/^([+-]?[1-9]\d{2,5})?$/, { error: 'are not American odds' })
  .transform((odd) => (odd === '' ? null : decimalOdds(Number(odd))))
const snapshotColumns = {
  set: filled,
  snapshotUtc: text,
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
interface SportPrice {
  readonly gameId: string
  readonly playerId: string
  readonly line: number
  readonly priced: PricedGame
}

type SnapshotRow = Pick<z.output<typeof LINE>, 'set' | 'snapshotUtc' | 'playerId' | 'market'>
const snapshotKey = (row: SnapshotRow): string =>
  [row.set, row.snapshotUtc, row.playerId, row.market].join('|')

/**
 * Reads the last prices before the games from a folder with `lines` and `quotes`, each `.csv` or `.csv.gz`. Results in
 * the files are not read. Books whose quotes of a set are faulty are named and left out of it.
 * @throws ReplayError naming file, line and column of the first invalid cell
 */
function readSportPrices(sport: AnySport, folder: string, io: CommandIo): SportPrice[] {
  if (!existsSync(folder)) throw new ReplayError(`${folder}: no such folder`)
  const before = readRows(folder, 'quotes', QUOTE).filter(({ afterStart }) => afterStart !== '1')
  const quotes = new Map(
    [...Map.groupBy(before, snapshotKey)].map(([key, rows]) => [
      key,
      {
        set: rows[0]?.set ?? '',
        quotes: rows.flatMap(({ book, line, over, under }): Quote[] =>
          line === null ? [] : [{ book, line, over, under }],
        ),
      },
    ]),
  )
  const faulty = findFaultyBooks(quotes.values())
  for (const { set, book, compared, contradicting } of faulty)
    io.stdout(
      `${book} is left out of ${set}: ${((100 * contradicting) / compared).toFixed(1)}% of ${compared} quotes contradict the other books\n`,
    )
  return readRows(folder, 'lines', LINE).flatMap((row) => {
    const stat = sport.priced[row.market]
    if (stat === undefined || row.line === null || row.playerId === '' || row.gameId === '') return []
    const only: Price =
      row.minutesBefore !== null && row.minutesBefore >= sport.reportedMinutes ? 'first' : 'close'
    const own = (quotes.get(snapshotKey(row))?.quotes ?? []).filter(
      ({ book }) => !faulty.some((each) => each.set === row.set && each.book === book),
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

const PERSON = z.object({ gameId: filled, playerId: filled, playerName: filled })

/** The lines of another model with the games of the players on the day; none without a file. */
function modelLines(
  options: Options,
  sport: AnySport,
  leftOut: LeftOutCounter,
): { readonly offer: SportPrice; readonly probability: number }[] {
  const { model, season } = options
  if (model === undefined) return []
  const dates = new Map(loadSport(sport, options).judged.map(({ id, date }) => [id, date]))
  const people = season.flatMap((folder) => readRows(folder, 'players', PERSON))
  const playing = Map.groupBy(
    people,
    ({ gameId, playerName }) => `${dates.get(gameId)}|${normalisePlayerName(playerName)}`,
  )
  const found = (date: string, name: string) => playing.get(`${date}|${name}`) ?? []
  return readModel(model, (name, date) => uniqueIds(found(date, name)), leftOut).flatMap(
    ({ priced, probability }) => {
      const [game] = found(priced.date, normalisePlayerName(priced.player))
      if (game === undefined) return []
      const { gameId, playerId } = game
      return [{ offer: { gameId, playerId, line: priced.close.line, priced }, probability }]
    },
  )
}

/** Games at one half that are mixed in a player's own rate. */
const HALF_GAMES = 10

/** The player's own share of overs at a line this season; undefined with few games. */
function ownRate(least: number, values: readonly number[], at: number): number | undefined {
  const decided = values.filter((value) => !Number.isNaN(value) && value !== at)
  if (values.length < least) return undefined
  const overs = decided.filter((value) => value > at).length
  return (overs + HALF_GAMES / 2) / (decided.length + HALF_GAMES)
}

function forecastPrice(
  sport: AnySport,
  { line: box, outlook }: PlayerGame<SportLine, SportGame, unknown, unknown>,
  { priced, line: at }: SportPrice,
  earlier: readonly number[],
): ForecastGame | string {
  const { stat } = priced
  const [first, close] = (['unknown', 'known'] as const).map((reports) => {
    const made = sport.forecast(outlook(reports), [stat], sport.constants)
    return made.ok ? (made.value[0] ?? 'no forecast') : made.reason
  })
  if (typeof first === 'string' || typeof close === 'string' || !first || !close)
    return `engine: ${typeof first === 'string' ? first : close}`
  const actual = sport.value(stat, box)
  if (actual === null) return 'the season lacks a count of the stat'
  return {
    joined: {
      priced,
      stat,
      actual,
      row: { date: priced.date },
      ownRate: ownRate(sport.ownRate, earlier, at),
    },
    first,
    close,
  }
}

/** Forecasts every priced game from the games of earlier days only. */
function forecastSportPrices(
  sport: AnySport,
  options: Options,
  prices: readonly SportPrice[],
  leftOut: LeftOutCounter,
  io: CommandIo,
): ForecastGame[] {
  const byPlayer = Map.groupBy(prices, ({ gameId, playerId }) => `${gameId}|${playerId}`)
  const { all, judged } = loadSport(sport, options)
  const priced = new Set(prices.map(({ gameId }) => gameId))
  const dates = new Set(judged.filter(({ id }) => priced.has(id)).map(({ date }) => date))
  const onDay = dayProgress(io, dates.size)
  const games = new Set(judged.map(({ id }) => id))
  const season = new SeasonValues(sport)
  const forecasts: ForecastGame[] = []
  let day = ''
  walkSport(sport, all, sport.constants, (each) => {
    const { game, line } = each
    if (game.date !== day && dates.has(game.date)) onDay(game.date)
    day = game.date
    const earlier = season.before(each)
    season.add(each)
    const key = `${game.id}|${line.playerId}`
    for (const price of games.has(game.id) ? (byPlayer.get(key) ?? []) : []) {
      const made = forecastPrice(sport, each, price, season.of(price.priced.stat, earlier))
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

/** Compares a sport's engine with the prices of folders, prints the table and writes the requested files. */
export function runSportMarket(sport: AnySport, options: Options, io: CommandIo): void {
  const begun = performance.now()
  checkWritable(options.json)
  const leftOut = new LeftOutCounter()
  const lines = readOffers(options, () => modelLines(options, sport, leftOut))
  const prices = readOffers(options, () => [
    ...options.prices.flatMap((folder) => readSportPrices(sport, folder, io)),
    ...lines.map(({ offer }) => offer),
  ])
  const games = forecastSportPrices(sport, options, prices, leftOut, io)
  if (options.model !== undefined) {
    const compared = lines.map(({ offer, probability }) => ({ priced: offer.priced, probability }))
    compareModel(games, compared, { evidence: sport.lineEvidence, options, io, leftOut })
    return
  }
  const shippable = options.ship
    ? checkShippable(games.map(({ joined }) => ({ stat: joined.stat, date: joined.row.date })))
    : null
  const priced = Object.values<string>(sport.priced).flatMap((stat) =>
    PRICES.filter((price) =>
      games.some(({ joined }) => joined.stat === stat && joined.priced.only === price),
    ).map((price) => ({ stat, source: 'books' as const, price })),
  )
  const report = marketReport(
    games,
    { shipped: sport.lineEvidence, ...(shippable && { start: UNFITTED }) },
    {
      data: `${options.prices.map(dataName).join(', ')}; ${dataOf(options)}`,
      engine: `${sport.name}, ${sport.fitted}`,
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
      books: { weights: sport.lineEvidence.books.weights, kinds: PRIOR_KINDS.books },
    },
  )
  const constants = {
    file: 'line-evidence',
    what: `How much an offered line and its price are evidence. Written by \`npm run market -- --sport ${sport.name} --ship\`, never by hand.`,
    value: rounded(evidence),
  }
  io.stderr(`  wrote ${writeFitted(constants, evidence, sport.folder)}\n`)
}
