import { type ApiError, readResponse, requireCredits, toApiError } from '@propsight/shared/client'
import { type ShellApi, type StartRunBody, startRunResponse } from '@propsight/shared/contracts'
import { analysisCost, isInMenu } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { load, store } from '../../config/stored-json.ts'

const STORAGE_KEY = 'propsight:scanner-runs'
const session = () => sessionStorage

const storedRunSchema = z.object({
  category: z.string().refine(isInMenu),
  /** The idempotency key: a repeated request returns the same run. */
  key: z.uuid(),
  /** Null until the request is answered. */
  run: startRunResponse.nullable(),
})
type StoredRun = z.infer<typeof storedRunSchema>

const storedRunsSchema = z.object({ userId: z.string(), runs: z.array(storedRunSchema).max(50) })

/** Whether a run can still be used. One without an answer may exist on the server. */
const isLive = ({ run }: StoredRun): boolean => run === null || Date.parse(run.expiresAt) > Date.now()

/** The live runs that a user started in this tab: a reload uses them instead of paying again. */
function loadRuns(userId: string): StoredRun[] {
  const stored = load(session, STORAGE_KEY, storedRunsSchema)
  return stored?.userId === userId ? stored.runs.filter(isLive) : []
}

const storeRuns = (userId: string, runs: readonly StoredRun[]): void =>
  store(session, STORAGE_KEY, { userId, runs: runs.filter(isLive) })

const RUN_OVER: ReadonlySet<string> = new Set(['RUN_REQUIRED', 'CONFLICT'])
/** Whether a failure means that the run is over, so that its key cannot be used again. */
export const isRunOver = (error: unknown): boolean => RUN_OVER.has(toApiError(error).code)

export interface RunFailure {
  error: ApiError
  /** What the attempt cost, as a sentence. */
  cost: string
}

/** What a failed start cost. Only the server knows the outcome of a request without an answer. */
const costOf = (error: ApiError): string =>
  error.status >= 400 && error.status < 500
    ? 'No credit was used.'
    : 'Retry continues the same analysis. It is never charged twice.'

/** A started run of a market. */
export interface Run {
  category: string
  runId: string
  /** ISO 8601. */
  expiresAt: string
}

const started = (stored: readonly StoredRun[]): Run[] =>
  stored.flatMap(({ category, run }) => (run ? [{ category, ...run }] : []))

const MOST_RUNS = 20
const paidRunsSchema = z.array(
  z
    .object({ id: z.string(), category: z.string().refine(isInMenu), expires_at: z.string() })
    .transform(({ id, category, expires_at }): Run => ({ category, runId: id, expiresAt: expires_at })),
)
const paidRunsKey = (userId: string): readonly unknown[] => ['odds', 'runs', userId]

/**
 * The live runs that the user has paid for, here, on the Dashboard or on another device, the newest first. Row-level
 * security returns no runs of other users.
 */
async function listPaidRuns({ supabase }: ShellApi, signal: AbortSignal): Promise<Run[]> {
  const { data, error } = await supabase
    .from('runs')
    .select('id,category,expires_at')
    .in('feature', ['quick', 'ai'])
    .eq('state', 'captured')
    .gt('expires_at', new Date().toISOString())
    .order('expires_at', { ascending: false })
    .limit(MOST_RUNS)
    .abortSignal(signal)
  if (error) throw error
  return readResponse(paidRunsSchema, data).value
}

const ALL = 'All Stat Lines'

const covers = ({ category }: Run, stat: string | null): boolean => category === ALL || category === stat

/** Adds paid runs to the own ones, without those whose probabilities another run has for as long: each run is a request. */
function joinRuns(own: readonly Run[], paid: readonly Run[]): Run[] {
  const joined = [...own]
  for (const run of paid) {
    const lasts = ({ expiresAt }: Run) => Date.parse(expiresAt) >= Date.parse(run.expiresAt)
    if (!joined.some((other) => covers(other, run.category) && lasts(other))) joined.push(run)
  }
  return joined
}

export interface Runs {
  /** Own runs, the newest first, then other paid ones. Own ones that ended stay until the page is closed. */
  runs: readonly Run[]
  /** Whether the paid runs were read, or could not be. */
  isKnown: boolean
  isStarting: boolean
  failure: RunFailure | null
  /** Starts a run of a market. @returns whether it was started */
  start(category: string): Promise<boolean>
  clearFailure(): void
  /** Removes a run that the server does not know any more. */
  drop(runId: string): void
}

/**
 * The runs of a user: those started from the scanner, and the paid ones of the Dashboard and of other devices. The key of
 * a run is stored before it is requested, so that neither a lost answer nor a reload is charged twice.
 */
export function useRuns(shell: ShellApi, userId: string): Runs {
  const [stored, setStored] = useState(() => loadRuns(userId))
  const [isStarting, setStarting] = useState(false)
  const [failure, setFailure] = useState<RunFailure | null>(null)
  const latest = useRef(stored)
  const queryClient = useQueryClient()
  // Read again when the scanner is opened and when the window is focused: another page or device has the focus in between.
  const {
    data: paid,
    isFetched,
    failureCount,
  } = useQuery({
    queryKey: paidRunsKey(userId),
    queryFn: ({ signal }) => listPaidRuns(shell, signal),
    staleTime: 0,
  })
  const runs = useMemo(() => joinRuns(started(stored), paid ?? []), [stored, paid])

  const keep = (next: StoredRun[]) => {
    latest.current = next
    storeRuns(userId, next)
    setStored(next)
  }
  const without = (key: string) => latest.current.filter((run) => run.key !== key)

  async function request(category: string): Promise<void> {
    const unanswered = latest.current.find((run) => run.category === category && run.run === null)
    // A stored key may have its credits already, and only the server knows.
    if (!unanswered) await requireCredits(shell, analysisCost(category))
    const pending: StoredRun = unanswered ?? { category, key: crypto.randomUUID(), run: null }
    keep([pending, ...without(pending.key)])
    const body: StartRunBody = { feature: 'quick', category, idempotencyKey: pending.key }
    try {
      const run = readResponse(
        startRunResponse,
        await shell.api.json('/api/runs', { method: 'POST', body }),
      ).value
      keep([{ ...pending, run }, ...without(pending.key)])
    } catch (error) {
      if (isRunOver(error)) keep(without(pending.key))
      throw error
    }
  }

  return {
    runs,
    isKnown: isFetched || failureCount > 0,
    isStarting,
    failure,
    async start(category) {
      setStarting(true)
      setFailure(null)
      try {
        await request(category)
        return true
      } catch (thrown) {
        const error = toApiError(thrown)
        setFailure({ error, cost: costOf(error) })
        return false
      } finally {
        setStarting(false)
        // Updates the displayed balance. The shell reports a failed refresh.
        void shell.refreshProfile().catch(() => undefined)
      }
    },
    clearFailure: () => setFailure(null),
    drop(runId) {
      keep(latest.current.filter(({ run }) => run?.runId !== runId))
      queryClient.setQueryData<Run[]>(paidRunsKey(userId), (known) =>
        known?.filter((run) => run.runId !== runId),
      )
    },
  }
}

/** The menu market of a prop; null for a market that only an analysis of all stat lines covers. */
export const toMarket = (stat: string): string | null => (stat !== ALL && isInMenu(stat) ? stat : null)

/**
 * Until when a live run gives the probabilities of a market, in epoch milliseconds; null without one.
 * @param stat null for all markets
 */
export function coveredUntil(runs: readonly Run[], stat: string | null, now: number): number | null {
  const ends = runs.filter((run) => covers(run, stat)).map(({ expiresAt }) => Date.parse(expiresAt))
  const last = Math.max(...ends, 0)
  return last > now ? last : null
}
