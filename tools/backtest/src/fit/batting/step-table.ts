import {
  addSeasonTrials,
  type BatterInput,
  type Evidence,
  GAME_CONTEXT_FACTORS,
  KINDS,
  type PerStep,
  SEASONS_BACK,
  type Step,
  trialsOf,
} from '@propsight/shared/domain/engine'
import { type BattingRow, type Season, tallyOf } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'

/** A start of a batter: the evidence of the morning and the actual line. */
export interface BattingCase {
  readonly evidence: Evidence
  readonly row: BattingRow
  /**
   * The league's rates in the weeks before and after the game. The totals of the morning lag behind them for
   * all batters alike.
   */
  readonly currentRates: PerStep<number>
}

/** A start of a batter: the engine's input of the morning and the actual line. */
export interface BattingSample {
  readonly input: BatterInput
  readonly row: BattingRow
  /** Number of earlier starts. */
  readonly starts: number
}

/**
 * Visits all starts of batters who did not pitch, up to and including the day `until`, with the engine's input
 * of the morning and a known place in the order. A batter's first game is left out. A walk through a season
 * takes a second, so a fit repeats it instead of keeping all inputs in memory.
 */
export function visitSamples(season: Season, until: string, visit: (sample: BattingSample) => void): void {
  walk(season, { to: until }, ({ state, games, batting }) => {
    for (const row of batting) {
      const game = games.get(row.gameId)
      const earlier = state.batterGames(row.playerId)
      if (!game || !row.started || row.pitched || earlier.length === 0) continue
      const starts = earlier.filter(({ started }) => started).length
      visit({ input: state.batter(game, row.home, row.playerId, row.slot), row, starts })
    }
  })
}

/** At most `most` of the wanted starts, spread evenly. */
export function someSamples(
  season: Season,
  until: string,
  most: number,
  isWanted: (sample: BattingSample) => boolean = () => true,
): BattingSample[] {
  let wanted = 0
  visitSamples(season, until, (sample) => {
    if (isWanted(sample)) wanted++
  })
  const every = Math.max(1, Math.ceil(wanted / most))
  const some: BattingSample[] = []
  let at = 0
  visitSamples(season, until, (sample) => {
    if (isWanted(sample) && at++ % every === 0) some.push(sample)
  })
  return some
}

/** Features of a step: the kind of batter, then the game context. */
export const FEATURES = KINDS.length + GAME_CONTEXT_FACTORS.length

/** Position of each number of a row. The record is followed by those of earlier seasons, latest first. */
const COLUMN = { seen: 0, trials: 1, now: 2, leagueRate: 3, yes: 4, of: 5 } as const
const NUMBERS = COLUMN.of + 1 + 2 * SEASONS_BACK

const FIRST_CAPACITY = 4096
const GROWTH = 2

/**
 * The cases of one step as plain numbers: a fit on several seasons has about two hundred thousand, which would
 * not fit into memory as objects. Successes of earlier seasons are converted to the current league.
 */
export class StepTable {
  readonly step: Step
  #rows = 0
  #numbers = new Float64Array(FIRST_CAPACITY * NUMBERS)
  #features = new Float32Array(FIRST_CAPACITY * FEATURES)

  constructor(step: Step) {
    this.step = step
  }

  get rows(): number {
    return this.#rows
  }

  /** Adds a case in which the step was reached. */
  add({ evidence, row, currentRates }: BattingCase): void {
    const { step } = this
    const seen = trialsOf(tallyOf(row))[step]
    if (!(seen.of > 0)) return
    this.#reserve()
    const leagueRate = evidence.leagueRate[step]
    const { now, earlier } = evidence.trials[step]
    const at = this.#rows * NUMBERS
    this.#numbers.set([seen.yes, seen.of, currentRates[step], leagueRate, now.yes, now.of], at)
    for (const season of earlier) {
      const { yes, of } = addSeasonTrials({ yes: 0, of: 0 }, leagueRate, [{ ...season, share: 1 }])
      this.#numbers.set([yes, of], at + COLUMN.of + 1 + 2 * (season.back - 1))
    }
    const features = [
      ...KINDS.map((name) => evidence.kind[name]),
      ...GAME_CONTEXT_FACTORS.map((name) => evidence.gameContext[step][name]),
    ]
    this.#features.set(features, this.#rows * FEATURES)
    this.#rows++
  }

  #reserve(): void {
    if ((this.#rows + 1) * NUMBERS <= this.#numbers.length) return
    const numbers = new Float64Array(GROWTH * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
    const features = new Float32Array(GROWTH * this.#features.length)
    features.set(this.#features)
    this.#features = features
  }

  /** One number of a row. */
  number(row: number, column: keyof typeof COLUMN): number {
    return this.#numbers[row * NUMBERS + COLUMN[column]] ?? 0
  }

  /** The record of this season and of earlier ones, whose trials have a weight of `memory` per season. */
  record(row: number, memory: number): { yes: number; of: number } {
    const at = row * NUMBERS + COLUMN.yes
    let yes = 0
    let of = 0
    let weight = 1
    for (let back = 0; back <= SEASONS_BACK; back++) {
      yes += weight * (this.#numbers[at + 2 * back] ?? 0)
      of += weight * (this.#numbers[at + 2 * back + 1] ?? 0)
      weight *= memory
    }
    return { yes, of }
  }

  /** Copies the features of a row; those of the kind count as far as the own record is small. */
  features(row: number, kindWeight: number): Float32Array {
    const features = this.#features.slice(row * FEATURES, (row + 1) * FEATURES)
    for (let at = 0; at < KINDS.length; at++) features[at] = kindWeight * (features[at] ?? 0)
    return features
  }
}
