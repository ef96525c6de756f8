import { makeSampleSeason } from '@propsight/league'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import { ENGINE, type Engine } from '../score/cases.ts'
import { type JudgedLine, judgeDay } from './judge-day.ts'
import { type MarketError, marketErrors } from './market-errors.ts'
import { ENGINE_METHODS } from './engine-methods.ts'

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
