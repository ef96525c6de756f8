import { change, count, formatColumns, percent } from '../report/text-format.ts'
import type { SampleResult } from './run-sample.ts'

/** Required reduction of the error compared with the shrunk season rate, in every market. */
export const REQUIRED_GAIN = 0.25

const points = (share: number): string => (100 * share).toFixed(2)

/** The result as text for a terminal. */
export function sampleTable({
  days,
  engine,
  gamesPerChance,
  markets,
  refused,
  seconds,
}: SampleResult): string {
  const rows = markets.map(({ market, n, truth, mae, gain, within }) => [
    market,
    count(n),
    percent(truth.mean),
    points(mae.base),
    points(mae.lastTen),
    points(mae.season),
    points(mae.known),
    points(mae.unknown),
    change(gain.known, 0),
    change(gain.unknown, 0),
    percent(within.known, 0),
  ])
  const longer = markets.map(({ market, mae, gain, within }) => [
    market,
    points(mae.knownEarlier),
    points(mae.unknownEarlier),
    change(gain.knownEarlier, 0),
    change(gain.unknownEarlier, 0),
    percent(within.knownEarlier, 0),
    percent(within.unknownEarlier, 0),
  ])
  const short = markets.filter(
    ({ gain }) => !(Math.min(gain.knownEarlier, gain.unknownEarlier) >= REQUIRED_GAIN),
  )
  const noise = (50 / Math.sqrt(gamesPerChance)).toFixed(1)
  const notes = [
    short.length === 0
      ? `With them at least ${100 * REQUIRED_GAIN}% below the shrunk season rate in every market.`
      : `With them less than ${100 * REQUIRED_GAIN}% below the shrunk season rate: ${short.map(({ market }) => market).join(', ')}.`,
    `Each true chance comes from ${count(gamesPerChance)} simulated games; its standard error is at most ${noise} points.`,
    refused > 0 ? `${count(refused)} lines were refused; the base rate replaces them.` : '',
    `${seconds} s`,
  ]
  return [
    `Sample leagues · ${days.map(({ day }) => day).join(', ')} · engine ${engine}`,
    'Mean absolute error of P(over) against the true chance, in points; players with ten earlier starts.',
    'Engine: batting order known, and unknown.',
    'Pitchers: at the half line nearest their mean. 80%: share of true chances in the 80% interval.',
    '',
    formatColumns([
      ['', 'n', 'truth', 'base', 'last 10', 'season', 'known', 'unknown', '› season', 'unknown', '80%'],
      ...rows,
    ]),
    '',
    'The same with the seasons before this one, as the product forecasts.',
    '',
    formatColumns([['', 'known', 'unknown', '› season', 'unknown', '80%', 'unknown'], ...longer]),
    '',
    ...notes.filter((note) => note !== ''),
    '',
  ].join('\n')
}
