import { describe, expect, it } from 'vitest'
import { actionText, detailText, isUserId } from './audit-text.ts'

describe('an entry of the audit log', () => {
  it('says the action as words and what was said about it, without what is empty', () => {
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

  it('leads to a user and to nothing else', () => {
    expect(isUserId('01a20009-db8d-7252-9f5f-a518c902af10')).toBe(true)
    expect(isUserId('OPENING-DAY')).toBe(false)
  })
})
