import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IMAGE_CATEGORY, startRunResponse } from '@propsight/shared/contracts'
import sharp from 'sharp'
import { createAccount } from '../../support/accounts/create-account.ts'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { inspect, type ProcessFigures } from './memory/inspect.ts'
import { mixedLoad } from './memory/mixed-load.ts'
import { proportionalBytes } from './memory/proportional-memory.ts'
import type { BenchOptions, Row } from './row.ts'

/** Draws a picture with some text of a card. It does not matter whether a player is found on it. */
const picture = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920">
      <rect width="1080" height="1920" fill="#111"/>
      <text x="80" y="400" font-size="64" fill="#fff">Bo Batter</text>
      <text x="80" y="520" font-size="96" fill="#fff">1.5 Total Bases</text>
    </svg>`),
  )
    .png()
    .toBuffer()

/** Uploads one picture as a user. @throws Error for a status other than 200 or 422 (no player found) */
export async function readImage(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const hold = { feature: 'image', category: IMAGE_CATEGORY, idempotencyKey: randomUUID() }
  const run = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(hold),
  })
  const { runId } = startRunResponse.parse(await run.json())
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await picture())]), 'card.png')
  const path = `${url}/api/extract-stats/mlb?runId=${runId}`
  const answer = await fetch(path, { method: 'POST', headers, body: form })
  if (answer.status !== 200 && answer.status !== 422) {
    throw new Error(`a picture was answered ${answer.status}: ${await answer.text()}`)
  }
}

const MB = 1_000_000
const HOUR_MS = 3_600_000
/** Simulates an hour in six minutes, after a warm-up of a quarter of that. */
const FACTOR = 10
const SHORT_MS = 6_000
const WARM_UP_SHARE = 0.25
/** Budget for all processes together, including the reading of one picture. */
const PSS_BUDGET_MB = 1_000
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

/** Measures the memory of all processes during a simulated hour of mixed load, and its growth. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
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
    await readImage(product.url, (await createAccount(product)).token)
    const withImage = proportionalBytes(pids)
    const figures = [await api.readFigures()]
    let requests = 0
    for (let half = 0; half < 2; half += 1) {
      requests += await load.during(hourMs / 2)
      figures.push(await api.readFigures())
    }
    const atEnd = proportionalBytes(pids)
    api.close()
    const [start, middle, end] = figures as [ProcessFigures, ProcessFigures, ProcessFigures]
    const most = Math.max(withImage.bytes, atEnd.bytes) / MB
    const growth = (100 * (end.heapUsed - start.heapUsed)) / start.heapUsed
    const moreResources = end.resources.length - start.resources.length
    process.stderr.write(
      `  resources at the start: ${resourceKinds(start)}\n  at the end: ${resourceKinds(end)}\n`,
    )
    return [
      { what: 'requests of the hour', value: requests, unit: 'requests' },
      { what: 'processes', value: withImage.processes, unit: 'processes' },
      {
        what: 'memory of everything started, right after a picture was read',
        value: withImage.bytes / MB,
        unit: 'MB',
      },
      { what: 'the same at the end of the hour', value: atEnd.bytes / MB, unit: 'MB' },
      {
        what: 'the larger of the two',
        value: most,
        unit: 'MB',
        budget: PSS_BUDGET_MB,
        ok: most < PSS_BUDGET_MB,
      },
      {
        what: 'heap of the API after its garbage was collected, start',
        value: start.heapUsed / MB,
        unit: 'MB',
      },
      { what: 'the same, middle', value: middle.heapUsed / MB, unit: 'MB' },
      { what: 'the same, end', value: end.heapUsed / MB, unit: 'MB' },
      { what: 'memory outside the heap, start', value: start.external / MB, unit: 'MB' },
      { what: 'memory outside the heap, end', value: end.external / MB, unit: 'MB' },
      {
        what: 'growth of the heap in the hour',
        value: growth,
        unit: '% more',
        budget: GROWTH_BUDGET_PERCENT,
        ok: growth <= GROWTH_BUDGET_PERCENT,
      },
      {
        what: 'growth of the number of held timers, sockets and other resources',
        value: moreResources,
        unit: 'things',
        budget: RESOURCES_BUDGET,
        ok: moreResources <= RESOURCES_BUDGET,
      },
    ]
  } finally {
    await product.stop()
  }
}
