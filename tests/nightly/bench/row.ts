/** One figure of a benchmark. Without a budget it is for comparison only. */
export interface Row {
  what: string
  value: number
  unit: string
  budget?: number
  /** Whether the figure keeps its budget; left out where there is none. */
  ok?: boolean
  /** A count, which no busy machine changes: the short form is held to its budget, too. */
  counted?: boolean
}

/** How a benchmark is asked. */
export interface BenchOptions {
  /** Few repeats: shows that it runs and that what is counted keeps its budget; its times mean nothing. */
  short: boolean
}
