import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { memoryAfterPicture } from './memory/after-picture.ts'
import { inspect, type ProcessFigures } from './memory/inspect.ts'
import { mixedLoad } from './memory/mixed-load.ts'
import { proportionalBytes } from './memory/proportional-memory.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median } from './statistics.ts'

const MB = 1_000_000
const HOUR_MS = 3_600_000
/** Simulates an hour in six minutes, after a warm-up of a quarter of that. */
const FACTOR = 10
const SHORT_MS = 6_000
const WARM_UP_SHARE = 0.25
/** Parts of the hour; the memory is read after each. */
const PARTS = 12
/** Growth of the heap after garbage collection, between the warm-up and the end of the hour. */
const GROWTH_BUDGET_PERCENT = 10
/** Allowed difference of the number of timers and sockets, which varies with the current visitors. */
const RESOURCES_BUDGET = 15

/** Reads the inspector address of the API from its output. */
function inspectorOf({ events }: RunningProduct): string {
  for (const { event, text } of events) {
    const url = event === 'api' ? /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(String(text))?.[0] : undefined
    if (url) return url
  }
  throw new Error('the API printed no inspector address')
}

const resourceKinds = ({ resources }: ProcessFigures): string =>
  [...Map.groupBy(resources, (kind) => kind)].map(([kind, all]) => `${all.length} ${kind}`).join(', ')

/** Measures the growth of the API's memory during a simulated hour of mixed load. */
async function hourOfVisits({ short }: BenchOptions): Promise<Row[]> {
  const product = await startProduct({
    env: {
      RATE_LIMITS: 'off',
      BENCH_CLOCK_FACTOR: String(FACTOR),
      NODE_OPTIONS: `--inspect=127.0.0.1:0 --import=${pathToFileURL(join(import.meta.dirname, 'memory/fast-clock.mjs')).href}`,
    },
  })
  try {
    const api = await inspect(inspectorOf(product))
    const pids = Object.values(product.pids).flatMap((pid) => pid ?? [])
    const load = await mixedLoad(product)
    const hourMs = short ? SHORT_MS : HOUR_MS / FACTOR
    await load.during(hourMs * WARM_UP_SHARE)
    const start = await api.readFigures()
    const heaps = [start.heapUsed]
    let requests = 0
    let end = start
    for (let part = 0; part < PARTS; part += 1) {
      requests += await load.during(hourMs / PARTS)
      end = await api.readFigures()
      heaps.push(end.heapUsed)
    }
    const atEnd = proportionalBytes(pids)
    api.close()
    // Between the medians of the first and the last third, which are two thirds of the hour apart.
    const third = Math.floor(heaps.length / 3)
    const growth = (median(heaps.slice(-third)) - median(heaps.slice(0, third))) * (3 / 2)
    process.stderr.write(
      `  resources at the start: ${resourceKinds(start)}\n  at the end: ${resourceKinds(end)}\n`,
    )
    return [
      figure('requests of the hour', requests, 'requests'),
      figure('processes at the end of the hour', atEnd.processes, 'processes'),
      figure('memory of everything started, end of the hour', atEnd.bytes / MB, 'MB'),
      figure('heap of the API after its garbage was collected, start', start.heapUsed / MB, 'MB'),
      figure('the same, end', end.heapUsed / MB, 'MB'),
      figure('memory outside the heap, start', start.external / MB, 'MB'),
      figure('memory outside the heap, end', end.external / MB, 'MB'),
      atMost(
        'growth of the heap in the hour',
        (100 * growth) / start.heapUsed,
        GROWTH_BUDGET_PERCENT,
        '% more',
      ),
      atMost(
        'growth of the number of held timers, sockets and other resources',
        end.resources.length - start.resources.length,
        RESOURCES_BUDGET,
        'things',
      ),
    ]
  } finally {
    await product.stop()
  }
}

/** Measures the memory of everything started after a picture was read, and its growth in an hour. */
export const run = async (options: BenchOptions): Promise<Row[]> => [
  ...(await memoryAfterPicture()),
  ...(await hourOfVisits(options)),
]
