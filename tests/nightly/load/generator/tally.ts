import type { StepResult, Written } from './messages.ts'

const push = (lists: Record<string, number[]>, key: string, value: number) => {
  const list = lists[key]
  if (list) list.push(value)
  else lists[key] = [value]
}

export type Tally = ReturnType<typeof createTally>

/** Counts the outcomes of the visits of one step. */
export function createTally() {
  const routes: Record<string, number[]> = {}
  const visits: Record<string, number[]> = {}
  const errors: Record<string, number> = {}
  const bytes: Record<string, number> = {}
  const late: number[] = []
  const refusals: number[] = []
  const written: Written[] = []
  let arrivals = 0
  let good = 0
  let refused = 0
  let withoutRetryAfter = 0
  let inFlight = 0
  let peakInFlight = 0
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  return {
    arrival(lateMs: number) {
      arrivals += 1
      inFlight += 1
      peakInFlight = Math.max(peakInFlight, inFlight)
      late.push(lateMs)
    },
    answer(route: string, ms: number, size: number) {
      push(routes, route, ms)
      bytes[route] = (bytes[route] ?? 0) + size
    },
    refusal(ms: number, hasRetryAfter: boolean) {
      refusals.push(ms)
      if (!hasRetryAfter) withoutRetryAfter += 1
    },
    wrote(one: Written) {
      written.push(one)
    },
    done(visit: string, ms: number) {
      inFlight -= 1
      good += 1
      push(visits, visit, ms)
    },
    failed(kind: string, wasRefused: boolean) {
      inFlight -= 1
      if (wasRefused) refused += 1
      else errors[kind] = (errors[kind] ?? 0) + 1
    },
    result(): StepResult {
      const { user, system } = process.cpuUsage(cpu)
      return {
        arrivals,
        good,
        refused,
        errors,
        routes,
        visits,
        refusals,
        withoutRetryAfter,
        late,
        bytes,
        written,
        peakInFlight,
        cpuSeconds: (user + system) / 1e6,
        seconds: (performance.now() - startedAt) / 1_000,
      }
    },
  }
}
