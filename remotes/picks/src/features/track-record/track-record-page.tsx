import { download, readResponse, useReadable } from '@propsight/shared/client'
import { type CalibrationResponse, calibrationResponse, type ShellApi } from '@propsight/shared/contracts'
import { formatPercent, longDayText } from '@propsight/shared/format'
import {
  Button,
  EmptyState,
  ErrorState,
  Hint,
  Panel,
  Skeleton,
  Table,
  type TableColumn,
} from '@propsight/shared/ui'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ShareButtons } from '../../components/share.tsx'
import { Calibration } from './calibration.tsx'
import {
  type Baseline,
  gainOver,
  type Lineup,
  type Market,
  pooledGain,
  trackRecordCsv,
} from './calibration-bins.ts'
import { isGain, marketText, signedPercent } from './labels.ts'
import { FittedOn, PlainSummary, recordCard, Weaknesses } from './plain-summary.tsx'
import { SportsbookPrices } from './sportsbook-prices.tsx'
import styles from './track-record.module.css'

const PITCHERS: readonly TableColumn<CalibrationResponse['pitchers'][number]>[] = [
  { head: 'Stat', rowHeader: true, cell: ({ stat }) => stat },
  { head: 'Starts', numeric: true, wide: true, cell: ({ n }) => n },
  {
    head: 'Engine off by',
    numeric: true,
    cell: ({ mae }) => mae.engine.toFixed(2),
    cellClass: () => 'u-fig',
  },
  { head: 'Season off by', numeric: true, cell: ({ mae }) => mae.season.toFixed(2) },
  { head: 'Gain', numeric: true, cell: ({ mae }) => signedPercent(1 - mae.engine / mae.season, 1) },
  {
    head: 'Root of squares',
    numeric: true,
    wide: true,
    cell: ({ rmse }) => `${rmse.engine.toFixed(2)}, season ${rmse.season.toFixed(2)}`,
  },
]

/**
 * Mean error of the forecasts for starting pitchers, compared with the season mean as a baseline; without
 * figures, the reason.
 */
const Pitchers = ({ pitchers, pitchersWindow }: Pick<CalibrationResponse, 'pitchers' | 'pitchersWindow'>) => (
  <Panel title="Pitchers" className={styles.panel}>
    {pitchers.length === 0 ? (
      <p className={styles.text}>
        The forecasts of pitchers were not judged: their constants were fitted on some of these days.
      </p>
    ) : (
      <>
        <p className={styles.text}>
          How far the expected number was off on average, in strikeouts and in hits, compared with the
          player’s season mean.
        </p>
        <Table label="Pitchers" columns={PITCHERS} rows={pitchers} keyOf={({ stat }) => stat} />
        {pitchersWindow && (
          <p className={styles.note}>
            {pitchersWindow.data}, {longDayText(pitchersWindow.from)} to {longDayText(pitchersWindow.to)}. The
            constants of pitchers were fitted on days to {longDayText(pitchersWindow.fittedTo)}.
          </p>
        )}
      </>
    )}
  </Panel>
)

interface BaselineGainsProps {
  markets: readonly Market[]
  pooled: CalibrationResponse['pooled']
  lineup: Lineup
}

const Gain = ({ gain }: { gain: number }) => (
  <span className={isGain(gain) ? undefined : 'u-low'}>{signedPercent(gain)}</span>
)

/** @param markets the markets of the row of totals */
const columnsOf = (markets: readonly Market[]): readonly TableColumn<Market>[] => {
  const gainColumn = (head: string, baseline: Baseline): TableColumn<Market> => ({
    head,
    numeric: true,
    cell: (market) => <Gain gain={gainOver(market, baseline)} />,
    foot: <Gain gain={pooledGain(markets, baseline)} />,
  })
  return [
    { head: 'Market', rowHeader: true, cell: ({ market }) => marketText(market), foot: 'All markets' },
    { head: 'Forecasts', numeric: true, wide: true, cell: ({ n }) => n.toLocaleString('en-US') },
    { head: 'Went over', numeric: true, wide: true, cell: ({ baseRate }) => formatPercent(baseRate) },
    gainColumn('League', 'base'),
    gainColumn('Last ten', 'lastTen'),
    gainColumn('Season', 'season'),
    { head: 'Lean', numeric: true, wide: true, cell: ({ bias }) => signedPercent(bias, 1) },
    { head: 'Slope', numeric: true, wide: true, cell: ({ slope }) => slope.toFixed(2) },
  ]
}

/** Gain of the engine over three baselines, per market. */
function BaselineGains({ markets, pooled, lineup }: BaselineGainsProps) {
  const interval = pooled.find((one) => one.lineup === lineup)
  return (
    <Panel title="Against plain guesses" className={styles.panel}>
      <p className={styles.text}>
        By how much our error is smaller than that of the league's rate, of the player's last ten games and of
        the season so far; below 0 the guess was better.{' '}
        <Hint label="How the error is measured">
          The mean squared error of the probabilities (Brier score).
        </Hint>
      </p>
      <Table
        label="Against plain guesses"
        columns={columnsOf(markets)}
        rows={markets}
        keyOf={({ market }) => market}
      />
      {interval && (
        <p className={styles.note}>
          All markets together against the season: {signedPercent(interval.gain)}, 95% interval{' '}
          {signedPercent(interval.low)} to {signedPercent(interval.high)}. The record keeps an interval for
          all markets together only. Lean is forecast minus result; a slope of 1 is neither too extreme nor
          too cautious.
        </p>
      )}
    </Panel>
  )
}

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
          <div className={styles.actions}>
            <ShareButtons card={recordCard(data)} />
            <Button onClick={() => download(`engine-record-${data.engine}.csv`, trackRecordCsv(data))}>
              Download CSV
            </Button>
          </div>
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
