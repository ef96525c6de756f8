/** One figure of a benchmark. Without a budget it is for comparison only. */
export interface Row {
  what: string
  value: number
  unit: string
  budget?: number
  /** Whether the figure keeps its budget. */
  ok?: boolean
  /** A count, which does not depend on other load: its budget applies to the short run, too. */
  counted?: boolean
}

/** Options of a benchmark. */
export interface BenchOptions {
  /**
   * Few repetitions: shows that the benchmark runs and that counts keep their budget; timings are
   * meaningless.
   */
  short: boolean
}

/** A figure for comparison only. */
export const figure = (what: string, value: number, unit = 'ms'): Row => ({ what, value, unit })

/** A figure that must not exceed its budget. */
export const atMost = (what: string, value: number, budget: number, unit = 'ms'): Row => ({
  ...figure(what, value, unit),
  budget,
  ok: value <= budget,
})

/** A figure that must reach its budget. */
export const atLeast = (what: string, value: number, budget: number, unit: string): Row => ({
  ...figure(what, value, unit),
  budget,
  ok: value >= budget,
})
