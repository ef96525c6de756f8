import { expect, it } from 'vitest'
import { notLiveReason } from './publish-local.ts'

const release = { name: 'picks', version: '1.1.0' }
const rollout = {
  name: 'picks',
  generation: 3,
  live: '1.0.0',
  previous: null,
  canary: null,
  halted: null,
  retired: null,
  updatedAt: '2026-07-15T16:00:00+00:00',
}

it('F2 notLiveReason names builds that are not live for all visitors, with the reason', () => {
  expect(notLiveReason(release, { ...rollout, live: '1.1.0' })).toBeNull()
  expect(notLiveReason(release, rollout)).toBe(
    'picks 1.1.0 stays withdrawn, 1.0.0 is live; deploy it to bring it back',
  )
  const canary = { version: '1.1.0', percent: 10, since: rollout.updatedAt }
  expect(notLiveReason(release, { ...rollout, canary })).toBe('picks 1.1.0 stays a canary of 10 %')
})
