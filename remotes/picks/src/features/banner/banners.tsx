import type { PickRow } from '@propsight/shared/contracts'
import { Banner, Button } from '@propsight/shared/ui'
import { useClock } from '../../state/clock.ts'
import { isExpired, isExpiring, picksText } from '../../state/pick-text.ts'

export interface ExpiringBannerProps {
  rows: readonly PickRow[]
  onShow(): void
}

/** Shown while any pick expires within two hours (P3). */
export function ExpiringBanner({ rows, onShow }: ExpiringBannerProps) {
  const count = useClock((now) => rows.filter((row) => isExpiring(row.expires_at, now)).length)
  if (count === 0) return null
  return (
    <Banner
      tone="mid"
      icon="clock"
      title={`${picksText(count)} ${count === 1 ? 'expires' : 'expire'} within 2 hours.`}
      action={
        <Button variant="bare" onClick={onShow}>
          Show them
        </Button>
      }
    >
      Parlays already built stay in Past Parlays.
    </Banner>
  )
}

export interface ExpiredBannerProps {
  rows: readonly PickRow[]
  onRemove(): void
}

/** Shown while expired picks are still listed. The store removes them within five minutes (P3). */
export function ExpiredBanner({ rows, onRemove }: ExpiredBannerProps) {
  const count = useClock((now) => rows.filter((row) => isExpired(row.expires_at, now)).length)
  if (count === 0) return null
  return (
    <Banner
      icon="clock"
      title={`${picksText(count)} ${count === 1 ? 'has' : 'have'} expired.`}
      action={
        <Button variant="bare" onClick={onRemove}>
          Remove expired
        </Button>
      }
    >
      Their results stay in your track record.
    </Banner>
  )
}
