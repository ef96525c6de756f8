import { expit } from '@propsight/shared/domain/engine'

/** Mean of values; not a number without any. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** A forecast in log-odds with the deviation of its own band, and the outcome. */
export interface Judged {
  readonly date: string
  readonly over: 0 | 1
  readonly logOdds: number
  readonly deviation: number
}

/** Forecasts of a group, as in the judged coverage, and the number of groups that the prior error counts as. */
const GROUP = { rows: 200, prior: 5 } as const

/**
 * Standard deviation, in log-odds, of the errors that the own bands do not contain: the excess of the squared
 * distances of groups of similar forecasts from their outcomes over the noise of these.
 */
export function fitError(judged: readonly Judged[], prior: number): number {
  const sorted = judged.toSorted((a, b) => a.logOdds - b.logOdds)
  const groups = Array.from({ length: Math.floor(sorted.length / GROUP.rows) }, (_, at) =>
    sorted.slice(at * GROUP.rows, (at + 1) * GROUP.rows),
  )
  const excess = groups.map((group) => {
    const chances = group.map(({ logOdds }) => expit(logOdds))
    const unit = mean(chances.map((chance) => chance * (1 - chance)))
    const apart = mean(group.map(({ over }, at) => over - (chances[at] ?? 0)))
    const own = mean(group.map(({ deviation }) => deviation))
    return (apart ** 2 - unit / group.length) / unit ** 2 - own ** 2
  })
  const all = excess.reduce((sum, each) => sum + each, GROUP.prior * prior ** 2)
  return Math.sqrt(Math.max(0, all / (GROUP.prior + groups.length)))
}
