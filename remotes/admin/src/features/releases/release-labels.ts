import { asShown } from '@propsight/shared/domain'
import { numberText } from '@propsight/shared/format'
import type { ShownReleases, ShownRollout } from './release-queries.ts'

export type Release = ShownReleases['releases'][number]
type Loads = Release['loads']

const RATE_DIGITS = 1

/** The failure rate, '1.2%'; an em dash without any loads. */
export function rateText({ failureRate }: Loads): string {
  if (failureRate === null) return '—'
  return `${asShown(100 * failureRate, RATE_DIGITS)}%`
}

/** Load times as p50 and p95: '180 · 420 ms'. */
export const timesText = ({ p50Ms, p95Ms }: Loads): string =>
  p50Ms === null || p95Ms === null ? '—' : `${numberText(p50Ms)} · ${numberText(p95Ms)} ms`

/** '1,204 ok, 3 failed (timeout 2, render 1)'. */
export function loadsText({ ok, failed, kinds }: Loads): string {
  if (ok + failed === 0) return 'none yet'
  const why = Object.entries(kinds).map(([kind, count]) => `${kind} ${numberText(count)}`)
  return `${numberText(ok)} ok, ${numberText(failed)} failed${why.length ? ` (${why.join(', ')})` : ''}`
}

/** Failure rate from which a canary is halted automatically and a live release is shown as failing, in percent. */
const BAD_PERCENT = 20

export interface Health {
  word: 'healthy' | 'failing' | 'halted' | 'no loads'
  tone: 'good' | 'low' | 'mid' | null
}
/** The health of a remote, from the loads of its live release and its canary. */
export function describeHealth({ rollout, releases }: ShownReleases): Health {
  const served = releases.filter(({ state }) => state === 'live' || state === 'canary')
  if (served.some(({ loads }) => asShown(100 * (loads.failureRate ?? 0), RATE_DIGITS) >= BAD_PERCENT))
    return { word: 'failing', tone: 'low' }
  if (rollout.halted) return { word: 'halted', tone: 'mid' }
  if (served.every(({ loads }) => loads.failureRate === null)) return { word: 'no loads', tone: null }
  return { word: 'healthy', tone: 'good' }
}

/** '0.2.0 at 10%', or an em dash. */
export const canaryText = ({ canary }: ShownRollout): string =>
  canary ? `${canary.version} at ${canary.percent}%` : '—'

/** The live release, 'retired' with its redirect, or an em dash. */
export function liveText({ live, retired }: ShownRollout): string {
  if (retired) return retired.redirectTo ? `retired, to ${retired.redirectTo}` : 'retired'
  return live ?? '—'
}
