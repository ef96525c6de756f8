import { download } from '@propsight/shared/client'
import { type CalibrationResponse, calibrationResponse } from '@propsight/shared/contracts'
import { longDayText } from '@propsight/shared/format'
import { Button, cx, EmptyState, ErrorState, Icon, Skeleton } from '@propsight/shared/ui'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../config/parse-response.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { BaselineGains, Pitchers } from './baseline-gains.tsx'
import { Calibration } from './calibration.tsx'
import { type Lineup, trackRecordCsv } from './calibration-bins.ts'
import { PlainSummary, Weaknesses } from './plain-summary.tsx'
import { SportsbookPrices } from './sportsbook-prices.tsx'
import styles from './track-record.module.css'

const CACHE_MS = 3_600_000

/** Loads the track record of the engine, which changes only with a release. */
export function useTrackRecord(): UseQueryResult<CalibrationResponse> {
  const { api } = useShell()
  return useQuery({
    queryKey: ['analysis', 'calibration'],
    queryFn: async ({ signal }) =>
      read(calibrationResponse, await api.json('/api/model/calibration', { signal })),
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  })
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

function TrackRecord({ record }: { record: CalibrationResponse }) {
  const [lineup, setLineup] = useState<Lineup>('known')
  const { kind } = useReadable(useShell().dataSource)
  const markets = record.markets.filter((market) => market.lineup === lineup)
  if (record.markets.length === 0) {
    return (
      <EmptyState icon="bars" title="No record yet">
        The engine that ships has not been judged on games that it was not fitted on.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles.columns}>
        <PlainSummary record={record} markets={markets} lineup={lineup} />
        <Weaknesses markets={markets} />
        <Calibration markets={markets} lineup={lineup} onLineup={setLineup} />
        <div className={styles.stack}>
          <BaselineGains markets={markets} pooled={record.pooled} lineup={lineup} />
          <Pitchers pitchers={record.pitchers} pitchersWindow={record.pitchersWindow} />
        </div>
        {record.prices && <SportsbookPrices prices={record.prices} />}
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
 * Track record of the current engine on games that it was not fitted on: a plain summary, then every figure.
 */
export function TrackRecordPage({ onClose }: { onClose(): void }) {
  const { data, error, isPending, fetchStatus, refetch } = useTrackRecord()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const offline = fetchStatus === 'paused'
  const requestId = error && 'requestId' in error ? String(error.requestId ?? '') : null
  return (
    <div className={cx('u-page', styles.page)}>
      <nav aria-label="Back" className={styles.crumb}>
        <button type="button" onClick={onClose}>
          <Icon name="chevron-left" />
          Dashboard
        </button>
      </nav>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          How good are these numbers?
        </h1>
        {data && data.markets.length > 0 && (
          <Button onClick={() => download(`engine-record-${data.engine}.csv`, trackRecordCsv(data))}>
            Download CSV
          </Button>
        )}
      </header>
      {data && <TrackRecord record={data} />}
      {!data && offline && (
        <ErrorState icon="offline" title="You are offline" onRetry={() => void refetch()}>
          The record is read once you are back. No credit is needed for it.
        </ErrorState>
      )}
      {!data && !offline && error && (
        <ErrorState title="The record could not be read" onRetry={() => void refetch()} requestId={requestId}>
          {error.message} Boards and probabilities work without it. No credit was used.
        </ErrorState>
      )}
      {isPending && !offline && !error && <PageSkeleton />}
    </div>
  )
}
