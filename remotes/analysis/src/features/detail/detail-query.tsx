import { Banner, Button } from '@propsight/shared/ui'
import { ageText } from '../../state/format.ts'
import styles from './detail.module.css'
import type { Details } from './use-details.ts'

const STILL = 'His games, the chart and the probability work without it. No credit was used.'
/** Error codes of a run that is over: a repeated request would be rejected again. */
const OVER = new Set(['RUN_REQUIRED', 'CHARGE_FAILED'])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
const requestOf = (error: Error): string =>
  'requestId' in error && typeof error.requestId === 'string' ? ` Request ${error.requestId}.` : ''

const Told = ({ title, text, retry }: { title: string; text: string; retry?: (() => void) | undefined }) => (
  <div className={styles.told}>
    <Banner
      tone="mid"
      icon="warning"
      title={title}
      action={
        retry && (
          <Button variant="bare" onClick={retry}>
            Retry
          </Button>
        )
      }
    >
      {text}
    </Banner>
  </div>
)

/**
 * Notice when the detail data is missing or stale: the missing parts, the parts that still work, and Retry.
 */
export function DetailsState({ details, hasRun }: { details: Details; hasRun: boolean }) {
  const { data, error, offline, retry } = details
  if (!hasRun) {
    return (
      <Told
        title="Pitcher, averages and reasons are not here."
        text={`This board was made without a run. Analyze again to read them. ${STILL}`}
      />
    )
  }
  if (offline && !data) {
    return (
      <Told
        title="You are offline."
        text={`Pitcher, averages and reasons are read once you are back. ${STILL}`}
        retry={retry}
      />
    )
  }
  if (error && !data) {
    const over = OVER.has(codeOf(error))
    return (
      <Told
        title="Pitcher, averages and reasons could not be read."
        text={`${error.message}${over ? ' Analyze again to read them.' : ''} ${STILL}${requestOf(error)}`}
        retry={over ? undefined : retry}
      />
    )
  }
  if (!data?.stale) return null
  const age = ageText(data.readAt, Math.max(Date.now(), Date.parse(data.readAt)))
  return (
    <Told
      title="Shown as it was last read."
      text={`The league is away${age ? `, last read ${age}` : ''}.`}
      retry={retry}
    />
  )
}
