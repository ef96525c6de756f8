import { download, readResponse, useReadable } from '@propsight/shared/client'
import { type CalibrationResponse, calibrationResponse, type ShellApi } from '@propsight/shared/contracts'
import { longDayText } from '@propsight/shared/format'
import { Button, EmptyState, ErrorState, Skeleton } from '@propsight/shared/ui'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ShareButtons } from '../../components/share.tsx'
import { BaselineGains, Pitchers } from './baseline-gains.tsx'
import { Calibration } from './calibration.tsx'
import { type Lineup, trackRecordCsv } from './calibration-bins.ts'
import { FittedOn, PlainSummary, recordCard, Weaknesses } from './plain-summary.tsx'
import { SportsbookPrices } from './sportsbook-prices.tsx'
import styles from './track-record.module.css'

const CACHE_MS = 3_600_000

/** Loads the track record of the engine, which changes only with a release. */
function useTrackRecord({ api, queryClient }: ShellApi): UseQueryResult<CalibrationResponse> {
  return useQuery(
    {
      queryKey: ['picks', 'calibration'],
      queryFn: async ({ signal }) =>
        readResponse(calibrationResponse, await api.json('/api/model/calibration', { signal })).value,
      staleTime: CACHE_MS,
      gcTime: CACHE_MS,
    },
    queryClient,
  )
}

/** Attribution that Retrosheet requires for data derived from its files. */
const RETROSHEET =
  'The information used here was obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).'

const usesRetrosheet = ({ data, prices, pitchersWindow }: CalibrationResponse): boolean =>
  [data, prices?.data, pitchersWindow?.data].some((name) => name?.includes('Retrosheet'))

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading the record" aria-busy="true" className={styles.columns}>
      <Skeleton height={220} radius={12} />
      <Skeleton height={220} radius={12} />
      <Skeleton height={520} radius={12} />
      <Skeleton height={520} radius={12} />
    </div>
  )
}

function TrackRecord({ shell, record }: { shell: ShellApi; record: CalibrationResponse }) {
  const [lineup, setLineup] = useState<Lineup>('known')
  const { kind, odds } = useReadable(shell.dataSource)
  const markets = record.markets.filter((market) => market.lineup === lineup)
  if (record.markets.length === 0) {
    return (
      <EmptyState icon="bars" title="No record yet">
        This engine has no test on games outside its fit.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.columns}>
        <PlainSummary record={record} markets={markets} lineup={lineup} />
        <Weaknesses markets={markets} notModelled={record.notModelled} />
        <Calibration markets={markets} lineup={lineup} onLineup={setLineup} />
        <div className={styles.stack}>
          <BaselineGains markets={markets} pooled={record.pooled} lineup={lineup} />
          <Pitchers pitchers={record.pitchers} pitchersWindow={record.pitchersWindow} />
        </div>
        {record.prices && (
          <SportsbookPrices prices={record.prices} lineWeights={record.lineWeights} odds={odds} />
        )}
        <FittedOn record={record} />
      </div>
      <p className={styles.note}>
        Engine {record.engine}, judged on {longDayText(record.madeOn)} by the backtest that ships with the
        product.
        {kind === 'sample' && ' The board shows a sample league; this record is of real games.'}
        {usesRetrosheet(record) && ` ${RETROSHEET}`}
      </p>
    </>
  )
}

/**
 * Heading that gets the focus when the page opens, unless the user has focused something else by then. An extension is
 * rendered before it is in the document, so the focus waits for the next frame.
 */
function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/**
 * Track record of the current engine on games that it was not fitted on: a plain summary, then every figure.
 */
export function TrackRecordPage({ shell }: { shell: ShellApi }) {
  const { data, error, isPending, fetchStatus, refetch } = useTrackRecord(shell)
  const offline = fetchStatus === 'paused'
  const requestId = error && 'requestId' in error ? String(error.requestId ?? '') : null
  return (
    <>
      <header className={styles.head}>
        <FocusedHeading>How good are these numbers?</FocusedHeading>
        {data && data.markets.length > 0 && (
          <>
            <ShareButtons card={recordCard(data)} />
            <Button onClick={() => download(`engine-record-${data.engine}.csv`, trackRecordCsv(data))}>
              Download CSV
            </Button>
          </>
        )}
      </header>
      {data && <TrackRecord shell={shell} record={data} />}
      {!data && offline && (
        <ErrorState icon="offline" title="You are offline" onRetry={() => void refetch()}>
          The record loads when the connection is back. No credit is needed for it.
        </ErrorState>
      )}
      {!data && !offline && error && (
        <ErrorState
          title="The record could not be loaded"
          onRetry={() => void refetch()}
          requestId={requestId}
        >
          {error.message} Boards and probabilities work without it. No credit was used.
        </ErrorState>
      )}
      {isPending && !offline && !error && <PageSkeleton />}
    </>
  )
}
