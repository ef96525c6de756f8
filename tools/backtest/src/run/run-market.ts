import { ReplayError } from '@propsight/league/replay'
import { LINE_EVIDENCE } from '@propsight/shared/domain/engine'
import { forecastPrices } from '../market/forecast-prices.ts'
import { joinPrices, LeftOutCounter } from '../market/join-prices.ts'
import { marketPage } from '../market/market-page.ts'
import { type MarketReport, marketReport, marketTable } from '../market/market-report.ts'
import { type PricedGame, readPrices } from '../market/read-prices.ts'
import { CommandError, type MarketOptions } from '../options.ts'
import { type PastSeason, yearOf } from '../read/season.ts'
import {
  type CommandIo,
  checkWritable,
  dataName,
  dayProgress,
  loadSeason,
  writeOutput,
} from './command-io.ts'
import { rounded, writeFitted } from './ship-constants.ts'
import { checkShippable, lineEvidenceOf, priceRecordOf, UNFITTED } from './ship-market.ts'

function loadPrices(folder: string | undefined): PricedGame[] {
  if (folder === undefined)
    throw new CommandError('--prices <folder> is required: the folder of the books’ lines and quotes')
  try {
    return readPrices(folder)
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** Reads complete seasons before `year`. */
function loadEarlier(folders: readonly string[], year: number, io: CommandIo): PastSeason[] {
  const seasons = folders.map((folder) => {
    const { season } = loadSeason(folder, io)
    const own = yearOf(season)
    if (own >= year) throw new CommandError(`--earlier ${folder}: ${own} is not before ${year}`)
    return { year: own, rows: season }
  })
  const years = seasons.map((season) => season.year)
  if (new Set(years).size < years.length) throw new CommandError('--earlier names a season twice')
  return seasons
}

/** Compares the engine with the prices of a folder, prints the table and writes the requested files. */
export async function runMarket(options: MarketOptions, io: CommandIo): Promise<void> {
  const begun = performance.now()
  const { json, html } = options
  for (const file of [json, html]) checkWritable(file)
  const prices = loadPrices(options.prices)
  const read = loadSeason(options.season, io)
  const earlier = loadEarlier(options.earlier, yearOf(read.season), io)
  const leftOut = new LeftOutCounter()
  const joined = joinPrices(prices, read, leftOut)
  const dates = [...new Set(joined.map(({ row }) => row.date))].toSorted()
  const shippable = options.ship
    ? checkShippable(joined.map(({ stat, row }) => ({ stat, date: row.date })))
    : null
  const games = forecastPrices({ ...read.season, earlier }, joined, leftOut, {
    onDay: dayProgress(io, dates.length),
  })
  const years = earlier.map(({ year }) => year)
  const before = years.length > 0 ? ` with ${years.join(', ')}` : ''
  const report = marketReport(games, shippable ? UNFITTED : LINE_EVIDENCE, {
    data: options.data ?? `${dataName(options.prices ?? '')}, ${dataName(read.folder)}${before}`,
    earlierSeasons: years,
    leftOut: leftOut.list(),
    seconds: (performance.now() - begun) / 1000,
  })
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
