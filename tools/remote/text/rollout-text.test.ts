import type { ReleasesResponse, Rollout } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { liveText, releasesText, rolloutsText } from './rollout-text.ts'

const rollout = (more: Partial<Rollout> = {}): Rollout => ({
  name: 'picks',
  generation: 4,
  live: '1.1.0',
  previous: '1.0.0',
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-15T16:04:59.123Z',
  ...more,
})
const canary = { version: '1.2.0', percent: 10, since: '2026-07-15T16:00:00Z' }

describe('F2 rollout text', () => {
  it('distinguishes a canary from the rest', () => {
    expect(liveText(rollout())).toBe('1.1.0 for everybody')
    expect(liveText(rollout({ canary }))).toBe('1.2.0 for 10 % of visitors, 1.1.0 for the rest')
    expect(liveText(rollout({ live: null }))).toBe('nothing')
    const retired = { version: '1.1.0', at: '2026-07-15T16:00:00Z', redirectTo: '/picks' }
    expect(liveText(rollout({ live: null, retired }))).toBe('retired, its paths lead to /picks')
  })

  it('lists one line per remote, or that nothing is deployed', () => {
    expect(rolloutsText([rollout({ canary })])).toMatch(
      /NAME .*\n {2}picks {2}1\.1\.0 {2}1\.0\.0 {3}1\.2\.0 at 10 % {2}2026-07-15 16:04\n/,
    )
    const retired = { version: '1.1.0', at: '2026-07-15T16:00:00Z', redirectTo: null }
    expect(rolloutsText([rollout({ live: null, retired })])).toMatch(/picks {2}retired {2}1\.0\.0/)
    expect(rolloutsText([])).toBe('Nothing is deployed.\n')
  })

  it('lists releases with their load statistics, and events with their actors', () => {
    const loads = {
      ok: 190,
      failed: 10,
      reporters: 150,
      failing: 7,
      failureRate: 0.05,
      p50Ms: 88,
      p95Ms: 410,
      kinds: { entry: 9, render: 1 },
      failures: [
        {
          at: '2026-07-15T12:00:00Z',
          kind: 'exception',
          phase: 'evaluate',
          detail: 'TypeError: x is not a function',
          trace: 'ab'.repeat(16),
        },
      ],
    }
    const none = {
      ok: 0,
      failed: 0,
      reporters: 0,
      failing: 0,
      failureRate: null,
      p50Ms: null,
      p95Ms: null,
      kinds: {},
      failures: [],
    }
    const release = {
      contract: '1.0',
      size: 44_900,
      publishedBy: 'ci (token 0a1b2c3d)',
      publishedAt: '2026-07-15T12:00:00Z',
      liveSince: null,
    }
    const answer: ReleasesResponse = {
      name: 'picks',
      rollout: rollout(),
      rollbackTo: null,
      releases: [
        {
          ...release,
          version: '1.1.0',
          state: 'live',
          verdict: 'failing',
          message: 'wider\nrows',
          loads,
        },
        { ...release, version: '1.0.0', state: 'withdrawn', verdict: 'withdrawn', message: '', loads: none },
      ],
      events: [
        {
          id: 2,
          version: '1.1.0',
          action: 'live',
          actor: 'operator',
          message: '',
          generation: 4,
          at: '2026-07-15T12:00:00Z',
        },
      ],
    }
    const text = releasesText(answer)
    expect(text).toMatch(/LOADS +FAILED +BROWSERS +FAILING/)
    expect(text).toMatch(
      /1\.1\.0 +live, failing +200 +5\.0 % +150 +7 +88 ms +410 ms +44\.9 kB .* wider rows\n/,
    )
    expect(text).toMatch(/1\.0\.0 +withdrawn +0 +– +0 +0 +– +– /)
    expect(text).toMatch(/How loads failed\n {2}1\.1\.0 {2}entry 9, render 1\n/)
    expect(text).toMatch(/1\.1\.0 {2}exception in evaluate {2}(ab){16} {2}TypeError: x is not a function\n/)
    expect(text).toMatch(/2026-07-15 12:00 {2}live {2}1\.1\.0 {2}operator\n/)
  })
})
