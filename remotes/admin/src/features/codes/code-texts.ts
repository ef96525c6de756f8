import type { AccessCodeRow } from '@propsight/shared/contracts'
import { countText, dateText } from '../../components/format.ts'

/** '3 of 10'. */
export const usesText = ({ uses_count, max_uses }: AccessCodeRow): string =>
  `${countText(uses_count)} of ${countText(max_uses)}`

/** '2 held', for uses reserved by sign-ups in progress; '' without any. */
export const heldText = ({ reserved }: AccessCodeRow): string => (reserved ? `${reserved} held` : '')

/** 'used up', 'expired', or null while the code is valid. */
export function endedText({ uses_count, max_uses, expires_at }: AccessCodeRow, now: number): string | null {
  if (expires_at && Date.parse(expires_at) <= now) return 'expired'
  return uses_count >= max_uses ? 'used up' : null
}

/** 'expires Aug 1, 2026', 'no expiry'. */
export const expiryText = (row: AccessCodeRow): string =>
  row.expires_at ? `expires ${dateText(row.expires_at)}` : 'no expiry'
