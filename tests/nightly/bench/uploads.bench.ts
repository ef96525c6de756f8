import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { OPERATOR_KEY, startTestApi } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { IMAGE_CATEGORY, startRunResponse } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import sharp from 'sharp'
import { startApiProcess } from '../../support/product/api-process.ts'
import { renderCards } from './image/render.ts'
import { tuningSet } from './image/sets.ts'
import type { BenchOptions, Row } from './row.ts'
import { coldBoardRows } from './uploads/cold-board.ts'
import { type Latencies, startOtherRequests } from './uploads/other-requests.ts'

const KB = 1_024
const SAMPLE_INTERVAL_MS = 50

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      // The thread has ended.
      return []
    }
  })

const statusBytesOf = (pid: number, field: string): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * KB
  } catch {
    return 0
  }
}

/** Samples the child processes of a process: their number and their peak memory. */
export function sampleChildren(pid: number) {
  const peak = { bytes: 0, largestBytes: 0, processes: 0 }
  const sample = () => {
    const children = childrenOf(pid)
    const sizes = children.map((child) => statusBytesOf(child, 'VmRSS'))
    peak.bytes = Math.max(
      peak.bytes,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    peak.largestBytes = Math.max(peak.largestBytes, ...children.map((child) => statusBytesOf(child, 'VmHWM')))
    peak.processes = Math.max(peak.processes, children.length)
  }
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS)
  return {
    /**
     * Stops.
     * @returns the peak resident bytes of all children together and of one, and their maximum number
     */
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

export const skippedInShortRun = 'its cards are drawn by a browser'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const UPLOADS = 10
/** Duration of each part; enough for some hundred requests. */
const MEASURED_MS = 20_000
const IDLE_MS = 6_000
const COLD_ROUNDS = 3
/** Budget for other requests while ten pictures are read. */
const P99_BUDGET_MS = 100
const MB = 1_000_000

/** A photo of 48 megapixels, close to the upload limit. */
const largePhoto = () =>
  sharp({
    create: {
      width: 8_000,
      height: 6_000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 57 })
    .toBuffer()

async function cardPictures(): Promise<Buffer<ArrayBuffer>[]> {
  const files: Buffer<ArrayBuffer>[] = []
  for await (const { file } of renderCards(tuningSet(UPLOADS))) files.push(Buffer.from(file))
  return files
}

/** A user with an image run. */
interface Uploader {
  headers: { authorization: string }
  key: string
  runId: string
}

/** Starts an image run. The same key returns the same run, or a new one if that was released. */
async function startImageRun(url: string, { headers, key }: Uploader): Promise<string> {
  const run = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ feature: 'image', category: IMAGE_CATEGORY, idempotencyKey: key }),
  })
  return startRunResponse.parse(await run.json()).runId
}

/** Uploads a picture. @returns status and duration in ms */
async function upload(url: string, { headers, runId }: Uploader, image: Buffer<ArrayBuffer>) {
  const form = new FormData()
  form.append('image', new Blob([image]), 'cards')
  const begun = performance.now()
  const path = `${url}/api/extract-stats/mlb?runId=${runId}`
  const answer = await fetch(path, { method: 'POST', headers, body: form })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - begun }
}

const at = (all: readonly number[], share: number) =>
  all[Math.min(all.length - 1, Math.floor(share * all.length))] ?? 0

function latencyRows(when: string, latencies: Latencies, budget?: number): Row[] {
  const calls = Object.values(latencies).flat().length
  const rows = Object.entries(latencies).flatMap(([name, unsorted]): Row[] => {
    const all = unsorted.toSorted((a, b) => a - b)
    const p99 = at(all, 0.99)
    return [
      { what: `${when}: ${name}, p50`, value: at(all, 0.5), unit: 'ms' },
      {
        what: `${when}: ${name}, p99`,
        value: p99,
        unit: 'ms',
        ...(budget ? { budget, ok: p99 < budget } : {}),
      },
    ]
  })
  return [...rows, { what: `${when}: calls`, value: calls, unit: 'calls' }]
}

/** Measures ten concurrent uploads and their effect on other requests. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const measuredMs = short ? 1 : MEASURED_MS
  const idleMs = short ? 1_000 : IDLE_MS
  const cards = await cardPictures()
  const photo = Buffer.from(await largePhoto())
  const league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
  // A separate instance for the sign-ups, which the measurement must not include.
  const setupApi = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK }, jobs: false })
  const startApi = () =>
    startApiProcess({
      EMBEDDED_DATABASE_URL: setupApi.databaseUrl,
      STATS_API_URL: league.url,
      LINES_URL: league.url,
      LEAGUE_CLOCK: CLOCK,
      ADMIN_KEY: OPERATOR_KEY,
    })
  const api = await startApi()
  const closers: (() => Promise<unknown>)[] = [() => api.stop(), () => setupApi.close(), () => league.close()]
  try {
    const users: Uploader[] = []
    for (let count = 0; count < UPLOADS; count += 1) {
      const { token } = await setupApi.createUser()
      users.push({ headers: { authorization: `Bearer ${token}` }, key: randomUUID(), runId: '' })
    }
    const others = await startOtherRequests(api.url, (await setupApi.createUser()).token)
    closers.unshift(() => others.close())
    const idle: Latencies = {}
    const before = api.memory().now

    const uploadAll = async (url: string, images: readonly Buffer<ArrayBuffer>[]) => {
      for (const user of users) user.runId = await startImageRun(url, user)
      return Promise.all(users.map((user, at) => upload(url, user, images[at % images.length] ?? photo)))
    }
    // A run has one picture.
    const useNewRuns = () => {
      for (const user of users) user.key = randomUUID()
    }
    /**
     * Repeats ten concurrent uploads and an idle interval, so that other load on the machine affects both.
     */
    const measure = async (images: readonly Buffer<ArrayBuffer>[]) => {
      useNewRuns()
      const children = sampleChildren(api.process.pid ?? 0)
      const latencies: Latencies = {}
      const done: Awaited<ReturnType<typeof upload>>[] = []
      const begun = performance.now()
      while (performance.now() - begun < measuredMs) {
        await others.during(wait(idleMs), idle)
        done.push(...(await others.during(uploadAll(api.url, images), latencies)))
      }
      return { latencies, done, readers: children.stop() }
    }
    const byCards = await measure(cards)
    const byPhotos = await measure([photo])
    useNewRuns()
    const withBoard = await coldBoardRows({
      rounds: short ? 1 : COLD_ROUNDS,
      start: startApi,
      readPictures: (url) => uploadAll(url, cards),
      token: (await setupApi.createUser()).token,
      idle: () => wait(idleMs),
    })
    const rowsOf = (
      when: string,
      { latencies, done, readers }: Awaited<ReturnType<typeof measure>>,
    ): Row[] => [
      { what: `${when}: read`, value: done.filter(({ status }) => status === 200).length, unit: 'pictures' },
      {
        what: `${when}: no players found`,
        value: done.filter(({ status }) => status === 422).length,
        unit: 'pictures',
      },
      { what: `${when}: slowest answer`, value: Math.max(...done.map(({ ms }) => ms)), unit: 'ms' },
      ...latencyRows(when, latencies, P99_BUDGET_MS),
      { what: `${when}: readers`, value: readers.processes, unit: 'processes' },
      { what: `${when}: memory of the readers together, most`, value: readers.bytes / MB, unit: 'MB' },
      { what: `${when}: memory of one reader, most`, value: readers.largestBytes / MB, unit: 'MB' },
    ]
    return [
      ...latencyRows('without uploads', idle),
      ...rowsOf('ten pictures of cards', byCards),
      { what: 'one photo of 48 megapixels', value: photo.length / MB, unit: 'MB' },
      ...rowsOf('ten such photos', byPhotos),
      ...withBoard,
      { what: 'memory of the API before', value: before / MB, unit: 'MB' },
      { what: 'memory of the API, most', value: api.memory().peak / MB, unit: 'MB' },
      { what: 'memory of the API after', value: api.memory().now / MB, unit: 'MB' },
    ]
  } finally {
    for (const close of closers) await close()
  }
}
