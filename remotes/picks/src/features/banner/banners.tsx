import { saveFile } from '@propsight/shared/client'
import type { PickRow } from '@propsight/shared/contracts'
import { Banner, Button } from '@propsight/shared/ui'
import { useClock } from '../../state/clock.ts'
import { isExpired, isExpiring, picksText } from '../../state/pick-text.ts'

export interface StoreBannersProps {
  /** 'Showing picks saved on this device. Server sync failed: 503', or null. */
  failure: string | null
  onRetry(): void
  /** '2 picks could not be read', or null. */
  setAside: string | null
  /** The unreadable picks as they are stored. */
  unreadablePicksJson(): string
  onDiscard(): void
}

const FILE = 'propsight-unreadable-picks.json'

/**
 * Problems of the pick storage: a failed server sync, and unreadable picks. The shell reports a missing
 * network.
 */
export const StoreBanners = (props: StoreBannersProps) => (
  <>
    {props.failure && (
      <Banner
        tone="mid"
        icon="warning"
        title={props.failure}
        action={
          <Button variant="bare" onClick={props.onRetry}>
            Retry
          </Button>
        }
      />
    )}
    {props.setAside && (
      <Banner
        tone="mid"
        icon="warning"
        title={`${props.setAside}.`}
        action={
          <>
            <Button
              variant="bare"
              onClick={() => saveFile(FILE, props.unreadablePicksJson(), 'application/json')}
            >
              Download
            </Button>
            <Button variant="bare" onClick={props.onDiscard}>
              Discard
            </Button>
          </>
        }
      >
        They are kept on this device unchanged.
      </Banner>
    )}
  </>
)

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
