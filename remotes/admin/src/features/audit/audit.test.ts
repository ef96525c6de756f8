import { describe, expect, it } from 'vitest'
import { actionText, detailText, isUserId } from './audit.tsx'

describe('an audit log entry', () => {
  it('renders the action and its details as text, without empty fields', () => {
    expect(actionText('developer-grant')).toBe('Developer grant')
    const detail = {
      delta: -5,
      reason: 'Charged twice',
      note: null,
      more: '',
      max_uses: 3,
      codes: ['A', 'B'],
    }
    expect(detailText(detail)).toBe('delta: -5 · reason: Charged twice · max uses: 3 · codes: ["A","B"]')
  })

  it('links its target only when the target is a user id', () => {
    expect(isUserId('01a20009-db8d-7252-9f5f-a518c902af10')).toBe(true)
    expect(isUserId('OPENING-DAY')).toBe(false)
  })
})
