import type { Row } from '../row.ts'
import { median } from '../statistics.ts'
import { startBareKoa } from './bare-koa-process.ts'
import { MIDDLEWARE_STEPS } from './parts.ts'
import type { Call, RawAnswer } from './raw-call.ts'
import { measureThroughput, pinToOneCore, type Server } from './throughput.ts'

const MICROSECONDS = 1_000_000

/**
 * Measures the CPU time per request on a bare Koa, on a Koa with a growing number of the API's middleware
 * steps, and on the API, alternating. The difference between the last step and the API is the route and the
 * background work.
 */
export async function middlewareCosts(
  what: string,
  api: Server,
  call: Call,
  answer: RawAnswer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Row[]> {
  const koas = await Promise.all(
    [0, ...MIDDLEWARE_STEPS.keys().map((at) => at + 1)].map((steps) => startBareKoa(answer, steps)),
  )
  try {
    for (const { pid } of koas) pinToOneCore(pid)
    const sides: Server[] = [...koas, api]
    const costs = sides.map((): number[] => [])
    for (const side of sides) await measureThroughput(side, call, seconds)
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, side] of sides.entries()) {
        const { requestsPerCoreSecond } = await measureThroughput(side, call, seconds)
        costs[at]?.push(MICROSECONDS / requestsPerCoreSecond)
      }
    }
    const names = ['bare Koa', ...MIDDLEWARE_STEPS.map(({ name }) => `+ ${name}`), 'the API']
    return names.map((name, at) => ({
      what: `${what}: ${name}`,
      value: median(costs[at] ?? []),
      unit: 'µs of a core',
    }))
  } finally {
    for (const koa of koas) await koa.stop()
  }
}
