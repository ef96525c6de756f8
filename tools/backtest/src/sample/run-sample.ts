import { makeSampleSeason } from '@propsight/league'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import { change, count, formatColumns, percent } from '../report/table.ts'
import { ENGINE, type Engine } from '../score/cases.ts'
import { ENGINE_METHODS, type EngineMethod, type JudgedLine, judgeDay, perEngineMethod } from './judge-day.ts'

/** A forecast method that is compared with the true probabilities. */
export type Method = 'base' | 'lastTen' | 'season' | EngineMethod

/** Errors of the methods in one market. All figures are shares: 0.03 is three percentage points. */
export interface MarketError {
  readonly market: string
  readonly n: number
  /** Mean and standard deviation of the true probabilities. */
  readonly truth: { readonly mean: number; readonly deviation: number }
  /** Mean absolute error of P(over). */
  readonly mae: Readonly<Record<Method, number>>
  /** Mean of forecast minus truth. */
  readonly bias: Readonly<Record<Method, number>>
  /** Relative reduction of the mean absolute error compared with the shrunk season rate. */
  readonly gain: Readonly<Record<EngineMethod, number>>
  /** Share of the true probabilities within the 80% interval of P(over). */
  readonly within: Readonly<Record<EngineMethod, number>>
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const perMethod = (figure: (method: Method) => number): Record<Method, number> => ({
  base: figure('base'),
  lastTen: figure('lastTen'),
  season: figure('season'),
  ...perEngineMethod(figure),
})

const marketError = (market: string, lines: readonly JudgedLine[]): MarketError => {
  const truths = lines.map(({ over }) => over)
  const centre = mean(truths)
  // The base rate replaces a refused forecast.
  const off = (line: JudgedLine, method: Method) => (line[method] ?? line.base) - line.over
  const mae = perMethod((method) => mean(lines.map((line) => Math.abs(off(line, method)))))
  return {
    market,
    n: lines.length,
    truth: { mean: centre, deviation: Math.sqrt(mean(truths.map((truth) => (truth - centre) ** 2))) },
    mae,
    bias: perMethod((method) => mean(lines.map((line) => off(line, method)))),
    gain: perEngineMethod((method) => 1 - mae[method] / mae.season),
    within: perEngineMethod((method) => mean(lines.map((line) => (line.within[method] ? 1 : 0)))),
  }
}

/** Errors by market, in the order of the first line of each market. */
export const marketErrors = (lines: readonly JudgedLine[]): MarketError[] =>
  [...Map.groupBy(lines, ({ market }) => market)].map(([market, own]) => marketError(market, own))

/** A sample league (by seed) and a day of its season. */
export interface SampleDay {
  readonly seed: string
  /** `YYYY-MM-DD` */
  readonly day: string
}

/** One day of each month from May on, each of another league. */
export const SAMPLE_DAYS: readonly SampleDay[] = [
  { seed: 'ash', day: '2026-05-13' },
  { seed: 'beech', day: '2026-06-17' },
  { seed: 'propsight', day: '2026-07-22' },
  { seed: 'elm', day: '2026-08-19' },
  { seed: 'oak', day: '2026-09-16' },
]

/**
 * Simulations per true probability: the standard error is at most 0.5 points, a fifth of the measured errors.
 */
const GAMES = 10_000

export interface SampleResult {
  readonly league: 'sample'
  readonly engine: string
  readonly days: readonly SampleDay[]
  readonly gamesPerChance: number
  readonly markets: readonly MarketError[]
  /** Lines that the engine refused; the base rate replaces them. */
  readonly refused: number
  readonly seconds: number
}

export interface SampleOptions {
  readonly days?: readonly SampleDay[]
  readonly games?: number
  readonly engine?: Engine
  /** Rates per plate appearance of the leagues, in the order of the league's `EVENTS`. */
  readonly leagueRates?: readonly number[]
  /** Called when a day is done. */
  readonly onDay?: (day: string) => void
}

/**
 * Compares the engine with the true probabilities of sample leagues, which follow from the players' true
 * talents. Of a judged day the engine gets the schedule, the probable starters and, in some variants, the
 * batting orders.
 */
export function runSample(options: SampleOptions = {}): SampleResult {
  const { days = SAMPLE_DAYS, games = GAMES, engine = ENGINE, leagueRates, onDay } = options
  const begun = performance.now()
  const lines: JudgedLine[] = []
  for (const { seed, day } of days) {
    for (const line of judgeDay(makeSampleSeason(seed, day, leagueRates), engine, games)) lines.push(line)
    onDay?.(day)
  }
  return {
    league: 'sample',
    engine: ENGINE_VERSION,
    days,
    gamesPerChance: games,
    markets: marketErrors(lines),
    refused: lines.filter((line) => ENGINE_METHODS.some((method) => line[method] === null)).length,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
  }
}

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
