import { randomBytes, randomUUID } from 'node:crypto'
import { type GenerateParlayBody, generateParlayResponse } from '@propsight/shared/contracts'
import { analyze, parseRecordType, readLines } from '../analysis/run-analysis.ts'
import { startRun } from '../analysis/start-run.ts'
import type { ClusterUser } from '../cluster/start-cluster.ts'
import { requestParlays } from '../picks/request-parlays.ts'

export interface Bettor extends ClusterUser {
  myPicks: GenerateParlayBody['myPicks']
}

/** Ids of rows whose creation was acknowledged, so that they must exist after any fault. */
export interface Acknowledged {
  picks: { user: string; id: string }[]
  runs: { user: string; id: string }[]
  parlays: { user: string; id: string }[]
}
export const nothingAcknowledged = (): Acknowledged => ({ picks: [], runs: [], parlays: [] })

/** One operation of the product. Throws if it does not succeed. */
type RunOperation = (url: string, bettor: Bettor, acknowledged: Acknowledged) => Promise<unknown>

const answered = async (response: Response): Promise<Response> => {
  if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`)
  return response
}
const read = async (url: string) => (await answered(await fetch(url))).text()

/** Reads a stream to its end. @throws Error if the last record is not the end record */
async function readStream(url: string): Promise<void> {
  let last = ''
  for await (const line of readLines(await answered(await fetch(url)))) last = line
  if (!last.includes('"type":"end"')) throw new Error(`the stream was cut after ${last.slice(0, 80)}`)
}

/** The operations of the background load that runs during every fault. */
export const OPERATIONS = {
  board: (url, { token }) => analyze(url, token, 'Hits', parseRecordType),
  async save(_url, { client, id: user }, acknowledged) {
    const id = `pick_${Date.now()}_${randomBytes(6).toString('hex')}`
    const { error } = await client
      .from('my_picks')
      .insert({ id, user_id: user, player_name: 'Dax Holloway', sport: 'MLB' })
    if (error) throw new Error(`not saved: ${error.message}`)
    acknowledged.picks.push({ user, id })
  },
  async charge(url, { token, id: user }, acknowledged) {
    acknowledged.runs.push({ user, id: await startRun(url, token, 'Hits') })
  },
  async parlay(url, { token, myPicks, id: user }, acknowledged) {
    const response = await requestParlays(url, token, { myPicks, idempotencyKey: randomUUID() })
    const { parlays } = generateParlayResponse.parse(await (await answered(response)).json())
    acknowledged.parlays.push(...parlays.map(({ id }) => ({ user, id })))
  },
  async 'sign-in'(_url, { client, email, password }) {
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw new Error(`not signed in: ${error.message}`)
  },
  weather: (url) => read(`${url}/api/weather/CIN?sport=baseball`),
  pitchers: (url) => readStream(`${url}/api/pitchers?phase=strikeouts`),
} satisfies Record<string, RunOperation>

export type OperationKind = keyof typeof OPERATIONS
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationKind[]

/** Operations started per second, independent of earlier ones (open load model). */
const OPERATIONS_PER_SECOND = 4
/** Longer than any time limit of the product: an operation that takes longer hangs. */
const HANG_LIMIT_MS = 40_000
/** A success after this time counts as late. */
const LATE_MS = 3_000
const PROBE_MS = 250
const SECOND_MS = 1_000

export interface Counts {
  ok: number
  failed: number
  /** Number of `ok` operations that were late. */
  late: number
}

export interface Counted {
  readonly kinds: ReadonlyMap<OperationKind, Counts>
  /** Distinct error messages of failed operations, prefixed with the kind. */
  readonly reasons: ReadonlySet<string>
}

export interface Load {
  readonly acknowledged: Acknowledged
  /** Starts a new count, by kind, of the operations that start from now on. */
  count(): Counted
  /**
   * Resolves with the milliseconds until an operation of each kind, started after this call, has succeeded.
   * @throws Error that names a kind without a success within the limit
   */
  recovered(limitMs: number): Promise<number>
  /** Resolves when all operations in progress have ended. */
  settled(): Promise<void>
  /** Starts no further operations and waits for those in progress. */
  stop(): Promise<void>
}

const within = <T>(work: Promise<T>, limitMs: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${limitMs} ms`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Runs the operations of `OPERATIONS` at a constant rate, with the users in turn, until it is stopped. */
export function startLoad(url: string, bettors: readonly Bettor[]): Load {
  const acknowledged = nothingAcknowledged()
  const inProgress = new Set<Promise<unknown>>()
  let counts = new Map<OperationKind, Counts>()
  let reasons = new Set<string>()
  let startedOperations = 0

  const runOperation = async (kind: OperationKind, at: number): Promise<boolean> => {
    const bettor = bettors[at % bettors.length]
    if (!bettor) throw new Error('a load needs bettors')
    // A later `count()` replaces both, but this operation belongs to the current count.
    const currentCounts = counts
    const currentReasons = reasons
    const count = currentCounts.get(kind) ?? { ok: 0, failed: 0, late: 0 }
    currentCounts.set(kind, count)
    const startedAt = performance.now()
    const work = within<unknown>(OPERATIONS[kind](url, bettor, acknowledged), HANG_LIMIT_MS).then(
      () => {
        count.ok += 1
        if (performance.now() - startedAt > LATE_MS) count.late += 1
        return true
      },
      (error: unknown) => {
        count.failed += 1
        currentReasons.add(`${kind}: ${messageOf(error).slice(0, 160)}`)
        return false
      },
    )
    inProgress.add(work)
    return work.finally(() => inProgress.delete(work))
  }
  const next = () => {
    const kind = OPERATION_NAMES[startedOperations % OPERATION_NAMES.length]
    // The next user follows after one operation of each kind.
    if (kind) void runOperation(kind, Math.floor(startedOperations / OPERATION_NAMES.length))
    startedOperations += 1
  }
  const timer = setInterval(next, SECOND_MS / OPERATIONS_PER_SECOND)

  return {
    acknowledged,
    count() {
      counts = new Map()
      reasons = new Set()
      return { kinds: counts, reasons }
    },
    async recovered(limitMs) {
      const startedAt = performance.now()
      const retryUntilSuccess = async (kind: OperationKind, at: number): Promise<void> => {
        let userIndex = at
        while (!(await runOperation(kind, userIndex))) {
          if (performance.now() - startedAt > limitMs)
            throw new Error(
              `${kind} does not recover: ${[...reasons].findLast((reason) => reason.startsWith(kind))}`,
            )
          userIndex += 1
          await new Promise((again) => setTimeout(again, PROBE_MS))
        }
      }
      await Promise.all(OPERATION_NAMES.map(retryUntilSuccess))
      return performance.now() - startedAt
    },
    async settled() {
      await Promise.all(inProgress)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(inProgress)
    },
  }
}

export const sumOf = (counts: ReadonlyMap<OperationKind, Counts>): Counts =>
  [...counts.values()].reduce(
    (sum, { ok, failed, late }) => ({ ok: sum.ok + ok, failed: sum.failed + failed, late: sum.late + late }),
    { ok: 0, failed: 0, late: 0 },
  )
