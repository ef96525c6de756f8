import { saveFile } from '@propsight/shared/client'
import { Banner, Button } from '@propsight/shared/ui'

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
            <Button variant="bare" onClick={() => saveFile(FILE, props.unreadablePicksJson(), 'application/json')}>
              Download
            </Button>
            <Button variant="bare" onClick={props.onDiscard}>
              Discard
            </Button>
          </>
        }
      >
        They are kept on this device as they were found.
      </Banner>
    )}
  </>
)
