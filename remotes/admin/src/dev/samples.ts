import type { LedgerRow, ReleasesResponse, Rollout, TelemetryResponse } from '@propsight/shared/contracts'

type Ago = (hours: number) => string

const RUN = '00000000-0000-4000-8000-0000000000aa'

export const ledgerOf = (ago: Ago): { entries: LedgerRow[]; next: null } => ({
  next: null,
  entries: [
    { id: 4, delta: -3, balanceAfter: 17, reason: 'hold', note: null, runId: null, createdAt: ago(2) },
    { id: 3, delta: 0, balanceAfter: 20, reason: 'capture', note: null, runId: RUN, createdAt: ago(30) },
    {
      id: 2,
      delta: 20,
      balanceAfter: 20,
      reason: 'adjustment',
      note: 'Made good for the board that stayed empty on opening day',
      runId: null,
      createdAt: ago(50),
    },
    { id: 1, delta: 20, balanceAfter: 20, reason: 'welcome', note: null, runId: null, createdAt: ago(700) },
  ],
})

const rollout = (name: string, more: Partial<Rollout>, ago: Ago): Rollout => ({
  name,
  generation: 4,
  live: '0.1.0-ab5429c7',
  previous: null,
  canary: null,
  halted: null,
  retired: null,
  updatedAt: ago(20),
  ...more,
})

/** Three rollouts: with a canary, with a halted canary, and after the first deployment. */
export const rollouts = (ago: Ago): Rollout[] => [
  rollout('analysis', { canary: { version: '0.2.0-77de01aa', percent: 10, since: ago(3) } }, ago),
  rollout(
    'picks',
    {
      previous: '0.0.9-11aa22bb',
      halted: { version: '0.2.0-0badc0de', at: ago(8), reason: '24% of 60 visitors could not load it' },
    },
    ago,
  ),
  rollout('weather', {}, ago),
]

const loads = (ok: number, failed: number): ReleasesResponse['releases'][number]['loads'] => ({
  ok,
  failed,
  reporters: ok + failed,
  failing: failed,
  failureRate: ok + failed ? failed / (ok + failed) : null,
  p50Ms: ok ? 184 : null,
  p95Ms: ok ? 1_420 : null,
  kinds: failed ? { timeout: failed } : {},
  failures: [],
})

export function releasesOf(of: Rollout, ago: Ago): ReleasesResponse {
  const release = (
    version: string,
    state: ReleasesResponse['releases'][number]['state'],
    ok: number,
    failed: number,
  ) => ({
    version,
    contract: '1.0',
    size: 84_000,
    state,
    message: state === 'canary' ? 'Faster boards' : '',
    publishedBy: 'CI (token 3f2a91bc)',
    publishedAt: ago(40),
    liveSince: state === 'live' ? ago(40) : null,
    verdict: ok > 0 ? ('worked' as const) : ('untested' as const),
    permanentPath: `/${of.name}?preview=${version}`,
    loads: loads(ok, failed),
  })
  return {
    name: of.name,
    rollout: of,
    rollbackTo: of.previous ? { version: of.previous, verdict: 'worked', skipped: [] } : null,
    releases: [
      ...(of.canary ? [release(of.canary.version, 'canary', 120, 1)] : []),
      ...(of.live ? [release(of.live, 'live', of.name === 'weather' ? 0 : 1_204, 3)] : []),
      ...(of.previous ? [release(of.previous, 'published', 900, 0)] : []),
    ],
    events: [
      {
        id: 2,
        version: of.live,
        action: 'promote',
        actor: 'operator',
        message: 'Looks good',
        generation: 4,
        at: ago(20),
      },
      {
        id: 1,
        version: of.live,
        action: 'publish',
        actor: 'CI (token 3f2a91bc)',
        message: '',
        generation: 3,
        at: ago(40),
      },
    ],
  }
}

/** Loads, web vitals and one error of the live release; weather has none. */
export function telemetryOf({ name, live }: Rollout, ago: Ago): TelemetryResponse {
  const version = live ?? '0.0.0'
  const shell = '0.1.0-5e11'
  const figures = { ok: 1_204, failed: 3, reporters: 900, p50Ms: 184, p95Ms: 1_420 }
  return {
    name,
    days: 7,
    loads: [{ version, shell, ...figures, screens: 310, lcpMs: 1_180, inpMs: 96, cls: 0.02, lastAt: ago(1) }],
    errors:
      name === 'weather'
        ? []
        : [
            {
              version,
              shell,
              fingerprint: 'a'.repeat(16),
              kind: 'rejection',
              error: 'TypeError',
              message: 'offers is not iterable',
              frames: ['src/features/board/rank-offers.ts:41:17'],
              route: '/',
              trace: null,
              count: 12,
              firstAt: ago(30),
              lastAt: ago(2),
            },
          ],
  }
}
