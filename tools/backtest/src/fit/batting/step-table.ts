import {
  addSeasonTrials,
  GAME_CONTEXT_FACTORS,
  KINDS,
  SEASONS_BACK,
  type Step,
  trialsOf,
} from '@propsight/shared/domain/engine'
import { tallyOf } from '../../read/season.ts'
import type { BattingCase } from './samples.ts'

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
