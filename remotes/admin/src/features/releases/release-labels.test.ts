import { describe, expect, it } from 'vitest'
import { describeHealth, loadsText, type Release, rateText, timesText } from './release-labels.ts'

const loads = (ok: number, failed: number, more: Partial<Release['loads']> = {}): Release['loads'] => ({
  ok,
  failed,
  failureRate: ok + failed ? failed / (ok + failed) : null,
  p50Ms: ok ? 184 : null,
  p95Ms: ok ? 1_420 : null,
  kinds: {},
  ...more,
})
const rollout = {
  name: 'picks',
  generation: 3,
  live: '1.0.0',
  previous: null,
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-01T12:00:00Z',
}
const live = (figures: Release['loads']): Release => ({
  version: '1.0.0',
  state: 'live',
  message: '',
  publishedBy: 'operator',
  publishedAt: '2026-07-01T12:00:00Z',
  permanentPath: null,
  loads: figures,
})
const health = (figures: Release['loads'], more = {}) =>
  describeHealth({
    rollout: { ...rollout, ...more },
    rollbackTo: null,
    releases: [live(figures)],
    events: [],
  }).word

describe('F4 load statistics of a remote', () => {
  it('show failure rate, times and failure kinds, and placeholders without any loads', () => {
    expect([rateText(loads(997, 3)), rateText(loads(1, 1)), rateText(loads(9, 0))]).toEqual([
      '0.3%',
      '50%',
      '0%',
    ])
    expect(timesText(loads(10, 0))).toBe('184 · 1,420 ms')
    expect(loadsText(loads(1_204, 3, { kinds: { timeout: 2, render: 1 } }))).toBe(
      '1,204 ok, 3 failed (timeout 2, render 1)',
    )
    const none = loads(0, 0)
    expect([rateText(none), timesText(none), loadsText(none)]).toEqual(['—', '—', 'none yet'])
  })

  it('are failing from 20% failed loads, halted after a halted canary, and healthy otherwise', () => {
    expect(health(loads(8, 2))).toBe('failing')
    expect(health(loads(81, 19))).toBe('healthy')
    expect([rateText(loads(804, 196)), health(loads(804, 196))]).toEqual(['19.6%', 'healthy'])
    expect([rateText(loads(8_004, 1_996)), health(loads(8_004, 1_996))]).toEqual(['20%', 'failing'])
    const halted = { version: '1.1.0', at: '2026-07-01T12:00:00Z', reason: null }
    expect(health(loads(81, 19), { halted })).toBe('halted')
    expect(health(loads(0, 0))).toBe('no loads')
  })
})
