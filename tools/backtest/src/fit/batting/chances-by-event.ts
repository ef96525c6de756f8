import { convolve } from '@propsight/shared/domain/engine'

export interface GameTotal<E extends string> {
  /** Number of each event in the game. */
  readonly counts: Readonly<Record<E, number>>
  /** Sum of the contributions of all events. */
  readonly total: number
}

const ROUNDS = 60
/** Pseudo-trials with a uniform distribution, so that rare events (triples) get no probability of 0 or 1. */
const SMOOTHING = 0.5

/** Distribution of the sum of `n` draws. */
const times = (chances: readonly number[], n: number): number[] =>
  Array.from({ length: n }).reduce<number[]>((sum) => convolve(sum, chances), [1])

/**
 * Estimates the distribution of each event's contribution (0 to `most`) to a game's total, when only the
 * numbers of events and the total are observed. Expectation-maximisation (Dempster, Laird and Rubin, JRSS B
 * 39 (1977)); games with equal counts and totals are processed together.
 * @returns by event: the probabilities of the contributions 0 to `most`
 */
export function chancesByEvent<E extends string>(
  games: readonly GameTotal<E>[],
  events: readonly E[],
  most: number,
): Record<E, readonly number[]> {
  const kinds = Map.groupBy(
    games,
    ({ counts, total }) => `${events.map((event) => counts[event]).join()}:${total}`,
  )
  const values = Array.from({ length: most + 1 }, (_, value) => value)
  let chances = Object.fromEntries(
    events.map((event) => [event, values.map(() => 1 / values.length)]),
  ) as unknown as Record<E, readonly number[]>
  for (let round = 0; round < ROUNDS; round++) {
    const added = Object.fromEntries(
      events.map((event) => [event, values.map(() => SMOOTHING / values.length)]),
    ) as unknown as Record<E, number[]>
    for (const alike of kinds.values()) {
      const [game] = alike
      if (!game) continue
      for (const event of events) {
        const n = game.counts[event]
        if (!(n > 0)) continue
        let others = times(chances[event], n - 1)
        for (const other of events)
          if (other !== event) others = convolve(others, times(chances[other], game.counts[other]))
        const joint = values.map((value) => (chances[event][value] ?? 0) * (others[game.total - value] ?? 0))
        const sum = joint.reduce((a, b) => a + b, 0)
        if (!(sum > 0)) continue
        for (const value of values)
          added[event][value] = (added[event][value] ?? 0) + (alike.length * n * (joint[value] ?? 0)) / sum
      }
    }
    chances = Object.fromEntries(
      events.map((event) => {
        const sum = added[event].reduce((a, b) => a + b, 0)
        return [event, added[event].map((weight) => weight / sum)]
      }),
    ) as unknown as Record<E, readonly number[]>
  }
  return chances
}
