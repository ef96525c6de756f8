import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from '../bench/memory/inspect.ts'
import { proportionalBytes } from '../bench/memory/proportional-memory.ts'
import { startLoadEnvironment } from './environment.ts'
import type { Claim } from './report/judge.ts'
import { type Point, theilSen } from './report/trend.ts'
import { open } from './run-step.ts'

const MB = 1_000_000
const HOUR_MS = 3_600_000
/** Before the first sample: longer than game logs are fresh, so that all caches have their size. */
const WARM_UP_MINUTES = 12
const SAMPLE_MS = 20_000
/** Of the visits; fewer answers would be another load. */
const ANSWERED_SHARE = 0.99
/** Growth of the heap after garbage collection in an hour. */
const BUDGET_PERCENT = 10

/** The address that a process prints when it is started with `--inspect`. */
function inspectorOf(output: string): string {
  const [url] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(output) ?? []
  if (!url) throw new Error('the API printed no inspector address')
  return url
}

interface Pace {
  minutes: number
  /** Visits a second. */
  perSecond: number
}

interface Sample {
  /** Hours since the first sample. */
  at: number
  heap: number
  external: number
  /** Proportional set size of the API and of the database with its connections. */
  api: number
  database: number
}

function describe(name: string, samples: readonly Sample[], of: (sample: Sample) => number) {
  const points: Point[] = samples.map((sample) => ({ at: sample.at, value: of(sample) }))
  const start = points[0]?.value ?? 0
  const percent = (value: number) => (100 * value) / start
  const { perHour, low, high } = theilSen(points)
  const signed = (value: number) => `${value > 0 ? '+' : ''}${percent(value).toFixed(1)}`
  const text = `${name}: ${(start / MB).toFixed(1)} MB, ${signed(perHour)} % an hour (95 %: ${signed(low)} to ${signed(high)})`
  return { text, percentPerHour: percent(perHour) }
}

/**
 * Measures whether the memory of one API instance grows under the visit mix, in real time and at a moderate rate.
 * The clock of the league is frozen, so the data is constant and growth is a leak.
 */
export async function memoryTrend({ minutes, perSecond }: Pace): Promise<Claim[]> {
  const environment = await startLoadEnvironment({
    instances: 1,
    generators: 1,
    note: (text) => process.stderr.write(`  ${text}\n`),
    env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' },
  })
  try {
    const { cluster, generators } = environment
    const [instance] = cluster.instances
    if (!instance) throw new Error('no instance runs')
    const api = await inspect(inspectorOf(instance.output()))
    const samples: Sample[] = []
    const read = async (since: number) => {
      const { heapUsed, external } = await api.readFigures()
      samples.push({
        at: (performance.now() - since) / HOUR_MS,
        heap: heapUsed,
        external,
        api: proportionalBytes([instance.process.pid ?? 0]).bytes,
        database: proportionalBytes([cluster.database.pid ?? 0]).bytes,
      })
    }
    await generators.run(open(perSecond, WARM_UP_MINUTES * 60, 1))
    const since = performance.now()
    const load = generators.run(open(perSecond, minutes * 60, 2))
    const end = since + minutes * 60_000
    for (let next = since; next <= end; next += SAMPLE_MS) {
      await pause(Math.max(0, next - performance.now()))
      await read(since)
      const last = samples.at(-1)
      if (last)
        process.stderr.write(
          `  ${(last.at * 60).toFixed(1)} min: heap ${(last.heap / MB).toFixed(1)} MB, API ${(last.api / MB).toFixed(0)} MB\n`,
        )
    }
    const result = await load
    api.close()
    const heap = describe('heap of the API after its garbage was collected', samples, ({ heap }) => heap)
    for (const [error, count] of Object.entries(result.errors))
      process.stdout.write(`  ${count} × ${error}\n`)
    const rest = [
      describe('memory outside its heap', samples, ({ external }) => external),
      describe('all memory of the API (PSS)', samples, ({ api }) => api),
      describe('all memory of the database (PSS)', samples, ({ database }) => database),
    ]
    process.stdout.write(`\n${rest.map(({ text }) => `  ${text}`).join('\n')}\n`)
    return [
      {
        what: `${result.good} of ${result.arrivals} visits in ${minutes} minutes were answered, ${result.refused} refused`,
        ok: result.good >= ANSWERED_SHARE * result.arrivals,
      },
      { what: `${heap.text}, at most ${BUDGET_PERCENT} %`, ok: heap.percentPerHour <= BUDGET_PERCENT },
    ]
  } finally {
    await environment.stop()
  }
}
