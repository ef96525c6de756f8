import { ReplayError } from '@propsight/league/replay'
import { LINE_EVIDENCE } from '@propsight/shared/domain/engine'
import { forecastPrices } from '../market/forecast-prices.ts'
import { joinPrices, LeftOutCounter } from '../market/join-prices.ts'
import { marketPage } from '../market/market-page.ts'
import { type MarketReport, marketReport, marketTable } from '../market/market-report.ts'
import { type PricedGame, readPrices } from '../market/read-prices.ts'
import { CommandError, type Options } from '../options.ts'
import { yearOf } from '../read/season.ts'
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
import { checkShippable, lineEvidenceOf, priceRecordOf, UNFITTED } from './ship-market.ts'

function loadPrices(folders: readonly string[]): PricedGame[] {
  if (folders.length === 0)
    throw new CommandError('--prices <folder> is required: the folder of the books’ lines and quotes')
  try {
    return folders.flatMap(readPrices)
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** Compares the engine with the prices of folders, prints the table and writes the requested files. */
export async function runMarket(options: Options, io: CommandIo): Promise<void> {
  const begun = performance.now()
  const { json, html } = options
  for (const file of [json, html]) checkWritable(file)
  const prices = loadPrices(options.prices)
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
  const joined = joinPrices(prices, { season, people }, leftOut)
  const dates = [...new Set(joined.map(({ row }) => row.date))].toSorted()
  const shippable = options.ship
    ? checkShippable(joined.map(({ stat, row }) => ({ stat, date: row.date })))
    : null
  const games = forecastPrices(season, joined, leftOut, {
    onDay: dayProgress(io, dates.length),
  })
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
