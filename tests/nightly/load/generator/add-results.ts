import type { StepResult } from './messages.ts'

type Lists = Record<string, readonly number[]>

const joined = (all: readonly Lists[]): Lists => {
  const sum: Record<string, number[]> = {}
  for (const lists of all)
    for (const [key, list] of Object.entries(lists)) sum[key] = (sum[key] ?? []).concat(list)
  return sum
}
const added = (all: readonly Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const counts of all)
    for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Merges the results of several generators of the same step. */
export function addResults(results: readonly StepResult[]): StepResult {
  const total = (of: (one: StepResult) => number) => results.reduce((sum, one) => sum + of(one), 0)
  return {
    arrivals: total((one) => one.arrivals),
    good: total((one) => one.good),
    refused: total((one) => one.refused),
    rude: total((one) => one.rude),
    cpuSeconds: total((one) => one.cpuSeconds),
    // An upper bound, because the peaks of the generators may be at different times.
    peakInFlight: total((one) => one.peakInFlight),
    seconds: Math.max(...results.map((one) => one.seconds)),
    errors: added(results.map(({ errors }) => errors)),
    bytes: added(results.map(({ bytes }) => bytes)),
    routes: joined(results.map(({ routes }) => routes)),
    visits: joined(results.map(({ visits }) => visits)),
    refusals: results.flatMap(({ refusals }) => refusals),
    late: results.flatMap(({ late }) => late),
    written: results.flatMap(({ written }) => written),
  }
}
