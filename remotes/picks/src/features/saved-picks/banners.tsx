import { saveFile } from '@propsight/shared/client'
import type { PickRow } from '@propsight/shared/contracts'
import { Banner, Button } from '@propsight/shared/ui'
import { useClock } from '../../state/clock.ts'
import { isExpired, isExpiring, picksText } from '../../state/pick-text.ts'
import styles from './saved-picks.module.css'

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

interface ExpiryProps {
  text: string
  action: string
  onPress(): void
}

/** A sentence with its action in the line of the summary, which has room for it: a banner would move the cards. */
const Expiry = ({ text, action, onPress }: ExpiryProps) => (
  <span role="status" className={styles.expiry}>
    {' · '}
    <b>{text}</b>{' '}
    <button type="button" onClick={onPress}>
      {action}
    </button>
  </span>
)

export interface ExpiringNoteProps {
  rows: readonly PickRow[]
  onShow(): void
}

/** Shown while any pick expires within two hours (P3). */
export function ExpiringNote({ rows, onShow }: ExpiringNoteProps) {
  const count = useClock((now) => rows.filter((row) => isExpiring(row.expires_at, now)).length)
  if (count === 0) return null
  const text = `${picksText(count)} ${count === 1 ? 'expires' : 'expire'} within 2 hours.`
  return <Expiry text={text} action="Show them" onPress={onShow} />
}

export interface ExpiredNoteProps {
  rows: readonly PickRow[]
  onRemove(): void
}

/** Shown while expired picks are still listed. The store removes them within five minutes (P3). */
export function ExpiredNote({ rows, onRemove }: ExpiredNoteProps) {
  const count = useClock((now) => rows.filter((row) => isExpired(row.expires_at, now)).length)
  if (count === 0) return null
  const text = `${picksText(count)} ${count === 1 ? 'has' : 'have'} expired.`
  return <Expiry text={text} action="Remove expired" onPress={onRemove} />
}
