import { ReplayError } from '@propsight/league/replay'
import { normalisePlayerName } from '@propsight/shared/domain'
import {
  LINE_EVIDENCE,
  type LineEvidence,
  type LineSource,
  PRIOR_KINDS,
  type PriceFigures,
  type PriceRecord,
  type SourceWeights,
} from '@propsight/shared/domain/engine'
import { forecastPrices, joinPrices, LeftOutCounter } from '../market/forecast-prices.ts'
import { type MarketReport, marketReport, marketTable } from '../market/market-report.ts'
import { compareModel, type ModelLine, readModel } from '../market/models.ts'
import { readPrices } from '../market/read-prices.ts'
import type { Forecast, MarketFigures } from '../market/score-market.ts'
import { CommandError, type Options } from '../options.ts'
import type { ReadSeason } from '../read/read-season.ts'
import { yearOf } from '../read/season.ts'
import { marketPage } from '../report/page.ts'
import {
  type CommandIo,
  chainSeasons,
  checkWritable,
  dataName,
  dayProgress,
  loadSeason,
  writeOutput,
} from './command-io.ts'
import { rounded, writeFitted } from './ship-constants.ts'

/** No weights: every date starts from the prior values. */
export const UNFITTED: LineEvidence = {
  data: '',
  from: '',
  to: '',
  books: { weights: {}, kinds: PRIOR_KINDS.books },
  pickem: { weights: {}, kinds: PRIOR_KINDS.pickem },
}

/** Least days between the first and the last date of shipped weights, both included. */
const LEAST_DAYS = 30
const DAY_MS = 86_400_000

/** Days from the first to the last date, both included. */
function daysCovered(dates: readonly string[]): number {
  const sorted = dates.toSorted()
  const from = Date.parse(sorted[0] ?? '')
  return Number.isNaN(from) ? 0 : (Date.parse(sorted.at(-1) ?? '') - from) / DAY_MS + 1
}

/**
 * Checks for each stat whether its prices cover enough days for weights that ship.
 * @param games the priced games
 * @returns the stats whose weights may ship, and a note for each other one
 * @throws CommandError if the prices of every stat cover fewer than 30 days
 */
export function checkShippable(games: readonly { readonly stat: string; readonly date: string }[]): {
  readonly stats: readonly string[]
  readonly notes: readonly string[]
} {
  const covered = [...Map.groupBy(games, ({ stat }) => stat)].map(([stat, own]) => ({
    stat,
    days: daysCovered(own.map(({ date }) => date)),
  }))
  const stats = covered.filter(({ days }) => days >= LEAST_DAYS).map(({ stat }) => stat)
  const short = covered.filter(({ days }) => days < LEAST_DAYS)
  if (stats.length === 0)
    throw new CommandError(
      `--ship needs prices of at least ${LEAST_DAYS} days for a stat: ${
        short.map(({ stat, days }) => `${stat} has ${days}`).join(', ') || 'there are none'
      }`,
    )
  return {
    stats,
    notes: short.map(
      ({ stat, days }) =>
        `${stat}: prices of ${days} days, fewer than ${LEAST_DAYS}: its weights stay as shipped`,
    ),
  }
}

const windowOf = ({ markets }: MarketReport): { from: string; to: string } => ({
  from: markets.flatMap(({ from }) => from ?? []).toSorted()[0] ?? '',
  to:
    markets
      .flatMap(({ to }) => to ?? [])
      .toSorted()
      .at(-1) ?? '',
})

/**
 * The weights that ship, from all games of the report.
 * @param stats those whose prices cover enough days; the others keep their shipped weights
 */
export function lineEvidenceOf(
  report: MarketReport,
  stats: readonly string[],
  shipped: LineEvidence = LINE_EVIDENCE,
): LineEvidence {
  const fittedAt = (source: LineSource): SourceWeights => {
    const { weights, kinds } = report.weights.relearned[source]
    const fitted = Object.entries(weights).filter(([stat]) => stats.includes(stat))
    return { weights: { ...shipped[source].weights, ...Object.fromEntries(fitted) }, kinds }
  }
  return {
    data: report.data,
    ...windowOf(report),
    books: fittedAt('books'),
    pickem: fittedAt('pickem'),
  }
}

/** A figure without rows is not a number, which JSON cannot write. */
const orNull = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

/** The record that ships: sums only, without prices. */
export function priceRecordOf(report: MarketReport, madeOn: string): PriceRecord {
  const figures = (of: Readonly<Record<Forecast, number>>, { price }: MarketFigures): PriceFigures => ({
    market: orNull(of[price === 'first' ? 'marketFirst' : 'marketClose']),
    engine: orNull(of.engine),
    // The shipped weights were fitted on these games.
    shown: orNull(of.relearned),
    shownLineOnly: orNull(of.relearnedLineOnly),
  })
  return {
    engine: report.engine,
    data: report.data,
    ...windowOf(report),
    madeOn,
    markets: report.markets
      .filter(({ n, source }) => n > 0 && source === 'books')
      .map((each) => ({
        market: each.market,
        stat: each.stat,
        price: each.price,
        n: each.n,
        days: each.days,
        logLoss: figures(each.logLoss, each),
        brier: figures(each.brier, each),
        ece: figures(each.ece, each),
        slope: figures(each.slope, each),
      })),
    bets: report.bets.flatMap(({ stat, price, kind, n, days, roi, low, high, closingValue }) => {
      if (kind === 'claimed') return []
      const figures = { roi: orNull(roi), low: orNull(low), high: orNull(high) }
      const closing = closingValue && {
        value: closingValue.estimate,
        low: closingValue.low,
        high: closingValue.high,
      }
      const known = closing !== null && Object.values(closing).every(Number.isFinite)
      return [{ stat, price, rule: kind, n, days, ...figures, closing: known ? closing : null }]
    }),
  }
}

/** What `read` returns. @throws CommandError for an error in a file, or without a folder of prices or another model */
export function readOffers<Offer>(
  { prices, model }: Pick<Options, 'prices' | 'model'>,
  read: () => readonly Offer[],
): readonly Offer[] {
  if (prices.length === 0 && model === undefined)
    throw new CommandError(
      '--prices <folder> is required, the folder of the books’ lines and quotes, or --model <file>',
    )
  try {
    return read()
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** The lines of another model, whose players are those with a line of the box score on the day; none without a file. */
function modelLines(
  file: string | undefined,
  { season, people }: Pick<ReadSeason, 'season' | 'people'>,
  leftOut: LeftOutCounter,
): ModelLine[] {
  if (file === undefined) return []
  const ids = Map.groupBy(
    [...season.batting, ...season.pitching],
    ({ date, playerId }) => `${date}|${normalisePlayerName(people.get(playerId)?.name ?? playerId)}`,
  )
  return readModel(file, (name, date) => uniqueIds(ids.get(`${date}|${name}`)), leftOut)
}

/** Ids of the players of some lines, each once. */
export const uniqueIds = (rows: readonly { readonly playerId: string }[] = []): string[] => [
  ...new Set(rows.map(({ playerId }) => playerId)),
]

/** Compares the engine with the prices of folders, or with another model, prints the table and writes the requested files. */
export async function runMarket(options: Options, io: CommandIo): Promise<void> {
  const begun = performance.now()
  const { json, html } = options
  for (const file of [json, html]) checkWritable(file)
  const prices = readOffers(options, () => options.prices.flatMap(readPrices))
  const read = (options.season.length === 0 ? [undefined] : options.season).map((folder) =>
    loadSeason(folder, io),
  )
  const earlier = options.earlier.map((folder) => ({ folder, rows: loadSeason(folder, io).season }))
  const season = chainSeasons(
    read.map(({ folder, season: rows }) => ({ folder, rows })),
    earlier,
  )
  const people = new Map(read.flatMap((each) => [...each.people]))
  const leftOut = new LeftOutCounter()
  const lines = readOffers(options, () => modelLines(options.model, { season, people }, leftOut))
  const offers = [...prices, ...lines.map(({ priced }) => priced)]
  const joined = joinPrices(offers, { season, people }, leftOut)
  const dates = [...new Set(joined.map(({ row }) => row.date))].toSorted()
  const shippable = options.ship
    ? checkShippable(joined.map(({ stat, row }) => ({ stat, date: row.date })))
    : null
  const games = forecastPrices(season, joined, leftOut, {
    onDay: dayProgress(io, dates.length),
  })
  if (options.model !== undefined) {
    compareModel(games, lines, { evidence: LINE_EVIDENCE, options, io, leftOut })
    return
  }
  const years = earlier.map(({ rows }) => yearOf(rows))
  const before = years.length > 0 ? ` with ${years.join(', ')}` : ''
  const report = marketReport(
    games,
    { shipped: LINE_EVIDENCE, ...(shippable && { start: UNFITTED }) },
    {
      data: options.data ?? `${[...options.prices, ...options.season].map(dataName).join(', ')}${before}`,
      earlierSeasons: years,
      leftOut: leftOut.list(),
      seconds: (performance.now() - begun) / 1000,
    },
  )
  io.stdout(marketTable(report))
  if (json !== undefined) writeOutput(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (html !== undefined) writeOutput(html, marketPage(report), io)
  if (shippable) ship(report, shippable, io)
}

/** Writes the weights of the displayed probability and the record into the engine. */
function ship(
  report: MarketReport,
  { stats, notes }: ReturnType<typeof checkShippable>,
  io: CommandIo,
): void {
  const evidence = lineEvidenceOf(report, stats)
  for (const note of notes) io.stdout(`${note}\n`)
  const written = [
    writeFitted(
      {
        file: 'line-evidence',
        what: 'How much an offered line and its price are evidence. Written by `npm run market -- --ship`, never by hand.',
        value: rounded(evidence),
      },
      evidence,
    ),
    writeFitted(
      {
        file: 'price-record',
        what: 'How the engine compared with sportsbook prices. Written by `npm run market -- --ship`, never by hand.',
        value: rounded(priceRecordOf(report, new Date().toISOString().slice(0, 10))),
      },
      evidence,
    ),
  ]
  for (const file of written) io.stderr(`  wrote ${file}\n`)
  io.stdout('If the weights changed, raise ENGINE_VERSION: it is stored with each forecast record.\n')
}
