import { type HealthAnswer, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'

const PROBE_TIMEOUT_MS = 2_000
/** Balancers ask often, from many sides: one probe serves them all for this long. */
const MEMO_MS = 1_000

const within = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

async function probe(deps: Deps): Promise<HealthAnswer> {
  const data = await within(deps.repositories.releases.rollouts(), PROBE_TIMEOUT_MS).then(
    ({ rollouts }) => ({
      ok: true,
      shell: rollouts.some(({ name, live }) => name === SHELL_RELEASE_NAME && live !== null),
    }),
    () => ({ ok: false, shell: false }),
  )
  const upstream = Object.entries(deps.upstream.state()).map(([name, state]) => {
    const ok = state.breaker !== 'open'
    return [name, { ok, ...(ok ? {} : { detail: 'resting after failures; tried again by itself' }) }] as const
  })
  const parts = {
    'data service': { ok: data.ok, ...(data.ok ? {} : { detail: 'not answering' }) },
    page: { ok: data.shell, ...(data.shell ? {} : { detail: 'no shell release is published' }) },
    ...Object.fromEntries(upstream),
  }
  const allWell = Object.values(parts).every(({ ok }) => ok)
  // Cached figures bridge an upstream's rest; without the data service nothing works.
  return { status: data.ok ? (allWell ? 'ok' : 'degraded') : 'down', parts }
}

/** A check of every part, at most once a second. */
export function checkHealth(deps: Deps): () => Promise<HealthAnswer> {
  let memo: { at: number; answer: Promise<HealthAnswer> } | null = null
  return () => {
    if (!memo || performance.now() - memo.at >= MEMO_MS) memo = { at: performance.now(), answer: probe(deps) }
    return memo.answer
  }
}
