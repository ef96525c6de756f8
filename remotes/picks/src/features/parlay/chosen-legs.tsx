import { readResponse, toApiError } from '@propsight/shared/client'
import {
  type AssessParlayBody,
  type AssessParlayResponse,
  assessParlayResponse,
  type PickRow,
  type ShellApi,
} from '@propsight/shared/contracts'
import { formatSigned } from '@propsight/shared/format'
import { Button, Hint } from '@propsight/shared/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { intervalText, oneDecimal, paysText } from '../../state/parlay-text.ts'
import { selectPicks } from './check-parlay.ts'
import { JointTrack } from './parlay-verdict.tsx'
import styles from './verdict.module.css'

/** The server's figures follow prices, which are read every half minute. */
const FRESH_MS = 30_000

type Figures = NonNullable<AssessParlayResponse['figures']>

async function assess(api: ShellApi['api'], body: AssessParlayBody, signal: AbortSignal) {
  const sent = await api.json('/api/parlay/assess', { method: 'POST', body, signal })
  return readResponse(assessParlayResponse, sent).value
}

/** How much the legs depend on each other: the joint probability minus that of independent legs, in points. */
function CorrelationText({ overallConfidence, independent }: Figures) {
  const points = overallConfidence - independent
  if (Math.abs(points) < 0.05) return 'Correlation: none, the legs do not depend on each other'
  const effect = points > 0 ? 'the legs help each other' : 'the legs hurt each other'
  return `Correlation ${formatSigned(points)} points: ${effect}`
}

function Assessed({ figures }: { figures: Figures }) {
  const { overallConfidence, interval, independent, pays, breakEven, unpriced } = figures
  return (
    <>
      <div className={styles.chosenJoint}>
        <b className="u-fig">
          {oneDecimal(overallConfidence)}
          <small>%</small>
        </b>
        <span>
          all legs hit · {intervalText(interval)} · break-even{' '}
          {breakEven === null ? 'unknown' : `${oneDecimal(breakEven)}%`}
        </span>
      </div>
      <JointTrack percent={overallConfidence} low={interval.low} high={interval.high} breakEven={breakEven} />
      <p className={styles.scale}>
        <CorrelationText {...figures} />.{' '}
        <Hint label="What correlation means here">
          Apart the legs would all hit in {oneDecimal(independent)}%. Legs of one game go together or against
          each other.
        </Hint>{' '}
        {pays === null ? `No payout: ${unpriced ?? 'not public'}.` : `Pays ${paysText(pays)}.`}
      </p>
    </>
  )
}

export interface ChosenLegsProps {
  shell: ShellApi
  /** The chosen picks, at most ten. */
  rows: readonly PickRow[]
  onClear(): void
}

/** The figures of the legs that the user chose, computed by the server with every change. */
export function ChosenLegs({ shell, rows, onClear }: ChosenLegsProps) {
  const myPicks = selectPicks(rows, Date.now())
  const { data, error, isPlaceholderData, refetch } = useQuery(
    {
      queryKey: ['picks', 'assess', ...myPicks.map(({ id }) => id).toSorted()],
      queryFn: ({ signal }) => assess(shell.api, { myPicks }, signal),
      enabled: myPicks.length > 1,
      placeholderData: keepPreviousData,
      staleTime: FRESH_MS,
      retry: 1,
    },
    shell.queryClient,
  )
  const refusal =
    data?.refusal && [data.refusal, ...new Set(data.leftOut.map(({ reason }) => reason))].join(' ')
  return (
    <div className={styles.chosen} role="status" aria-busy={isPlaceholderData || undefined}>
      {myPicks.length < 2 && <p>Choose another leg to see the joint probability.</p>}
      {myPicks.length > 1 && error && (
        <p>
          {toApiError(error).message}{' '}
          <Button variant="bare" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {myPicks.length > 1 && !error && !data && <p>Computing…</p>}
      {myPicks.length > 1 && refusal && <p>{refusal}</p>}
      {myPicks.length > 1 && data?.figures && <Assessed figures={data.figures} />}
      <Button variant="bare" onClick={onClear}>
        Choose none
      </Button>
    </div>
  )
}
