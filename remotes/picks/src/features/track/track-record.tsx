import { download, useOpenSports, useReadable } from '@propsight/shared/client'
import {
  type PastParlayRow,
  pastParlayRowSchema,
  type ShellApi,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { marketLabel, SPORT_CODES, type SportCode, sportOfMarket } from '@propsight/shared/domain'
import { countText, formatPercent, formatPercentRange, formatSigned } from '@propsight/shared/format'
import { Button, Chart, EmptyState, ErrorState, Icon, Panel, Segmented, Skeleton } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { LEG_TABLES, PARLAY_TABLES, readHistory } from '../../state/read-rows.ts'
import { bandsHeight, bandsOption } from './bands-option.ts'
import { ChartPanel } from './chart-panel.tsx'
import { type ClosingRecord, closingRecord, LEAST_DAYS } from './closing-record.ts'
import { GroupTable } from './group-table.tsx'
import {
  countExcluded,
  decidedLines,
  distinctLines,
  type Group,
  groupAll,
  groupByBand,
  groupByDay,
  groupLines,
} from './hit-rates.ts'
import { OverTimePanel } from './over-time-panel.tsx'
import { ParlayPanel } from './parlay-panel.tsx'
import { recordCsv, recordFileName } from './record-csv.ts'
import styles from './track.module.css'
import { excludedText, sampleText } from './track-labels.ts'

const NOTHING: TrackRows = { legs: [], parlays: [], unread: 0, cut: false }

/** The signed-in user's record, refetched each time the view opens. */
function useRecord(shell: ShellApi) {
  const user = useReadable(shell.session)
  return useQuery(
    {
      queryKey: ['track', user?.id ?? null, 'all'],
      queryFn: () => (user ? readRecord(shell.supabase, user.id) : NOTHING),
      staleTime: 0,
      retry: 1,
    },
    shell.queryClient,
  )
}

/** Maximum number of rows per table: enough for years. The screen says so when there are more. */
const MOST_ROWS = 20_000

interface TrackRows {
  legs: TrackLeg[]
  parlays: PastParlayRow[]
  /** Number of rows that could not be read. */
  unread: number
  /** Whether there are older rows than were read. */
  cut: boolean
}

/**
 * Reads the user's forecast records and parlays under row-level security, newest first.
 * @throws Error when the data service fails
 */
async function readRecord(supabase: ShellApi['supabase'], userId: string): Promise<TrackRows> {
  const newest = (column: string) => (table: string) => (from: number, to: number) =>
    supabase
      .from(table)
      .select('*')
      .eq('user_id', userId)
      .order(column, { ascending: false })
      .order('id')
      .range(from, to)
  const [legs, parlays] = await Promise.all([
    readHistory(trackLegSchema, LEG_TABLES, newest('promised_at'), MOST_ROWS),
    readHistory(pastParlayRowSchema, PARLAY_TABLES, newest('created_at'), MOST_ROWS),
  ])
  return {
    legs: legs.rows,
    parlays: parlays.rows,
    unread: legs.unread + parlays.unread,
    cut: Math.max(legs.rows.length, parlays.rows.length) >= MOST_ROWS,
  }
}

/** The content of the chart as text, for assistive technology. */
function describeCalibration(bands: readonly Group[]): string {
  const descriptions = bands.map(
    ({ name, forecast, observed, decided }) =>
      `${name}: ${formatPercent(forecast)} forecast, ${formatPercent(observed)} of ${decided} happened`,
  )
  const missed = bands.filter((band) => band.missed).length
  return `Forecast against result, ${missed} of ${bands.length} bands off by more than chance. ${descriptions.join('; ')}`
}

function CalibrationChart({ bands }: { bands: readonly Group[] }) {
  const optionOf = useCallback(() => bandsOption(bands), [bands])
  return (
    <>
      <Chart
        label={describeCalibration(bands)}
        heightOf={() => bandsHeight(bands)}
        optionOf={optionOf}
        classOf={() => styles.chart}
      />
      <p className={styles.note}>
        Bar: how often the lines came true. Band: the 95% interval. Dashed tick: the average forecast.
      </p>
    </>
  )
}

/** Calibration: forecast against observed rates, by band of confidence. */
const CalibrationPanel = ({ bands }: { bands: readonly Group[] }) => (
  <ChartPanel
    title="Forecast and result"
    toggle="View"
    chart={<CalibrationChart bands={bands} />}
    table={<GroupTable groups={bands} head="Confidence" label="Forecast and result by confidence" />}
  />
)

/** Closing-line value: how often, and by how much, sportsbook prices moved toward the recorded sides. */
function ClosingPanel({ lines, beaten, share, average, interval, withoutClose }: ClosingRecord) {
  return (
    <Panel title="Closing-line value">
      <div className={styles.short}>
        <p className={styles.rate}>
          <b className="u-fig">{formatPercent(share.observed)}</b> beat the close, {beaten} of {lines} (95%
          interval {formatPercentRange(share.interval)}).
        </p>
        <p>
          {formatSigned(average)} percentage points on average
          {interval
            ? ` (95% interval ${formatSigned(interval.low)} to ${formatSigned(interval.high)}, by day)`
            : `; an interval needs lines of ${LEAST_DAYS} days`}
          .{withoutClose > 0 && ` ${countText(withoutClose, 'line')} had no price left at the start.`}
        </p>
        <p className={styles.note}>
          The sportsbooks’ chance of the side, without their margin, at the start of the game, minus the
          chance when the line was recorded. The server records both. An average above zero over hundreds of
          lines means good prices, whatever the results.
        </p>
      </div>
    </Panel>
  )
}

interface RecordBodyProps {
  shell: ShellApi
  record: TrackRows
}

function figuresOf({ legs }: TrackRows) {
  const lines = distinctLines(legs)
  const decided = decidedLines(lines)
  const markets = groupLines(decided, 'market').map((group) => ({ ...group, name: marketLabel(group.name) }))
  return {
    excluded: countExcluded(lines),
    all: groupAll(decided),
    closing: closingRecord(lines),
    bands: groupByBand(decided),
    days: groupByDay(decided),
    markets,
    engines: groupLines(decided, 'engine'),
  }
}

const ALL = 'All'

/** The record of one sport. Parlays may join sports, so that they belong to the record of all. */
function ofSport(record: TrackRows, sport: SportCode | typeof ALL): TrackRows {
  if (sport === ALL) return record
  const legs = record.legs.filter(({ stat_type }) => sportOfMarket(stat_type) === sport)
  return { ...record, legs, parlays: [] }
}

/** The track record, and a choice of the sport where it has lines of several. */
function RecordOfSports({ shell, record }: RecordBodyProps) {
  const [sport, setSport] = useState<SportCode | typeof ALL>(ALL)
  const shown = useMemo(() => ofSport(record, sport), [record, sport])
  const known = SPORT_CODES.filter((code) => ofSport(record, code).legs.length > 0)
  return (
    <>
      {known.length > 1 && (
        <Segmented<SportCode | typeof ALL>
          label="Sport"
          options={([ALL, ...known] as const).map((value) => ({ value, label: value }))}
          value={sport}
          onChange={setSport}
        />
      )}
      <RecordBody shell={shell} record={shown} />
    </>
  )
}

/** The content of the track record: summary, calibration, markets and parlays. */
export function RecordBody({ shell, record }: RecordBodyProps) {
  const { excluded, all, closing, bands, days, markets, engines } = useMemo(() => figuresOf(record), [record])
  const leftOutText = excludedText(excluded)
  const save = () => {
    const { today } = shell.dataSource.get()
    download(recordFileName(today), recordCsv(record.legs, record.parlays))
    shell.notify({ message: 'Track record saved as CSV', tone: 'good' })
  }
  return (
    <>
      <div className={styles.short}>
        {all && (
          <p className={styles.rate}>
            <b className="u-fig">{formatPercent(all.observed)}</b> came true, {all.hits} of {all.decided} (95%
            interval {formatPercentRange(all.interval)}); {formatPercent(all.forecast)} was forecast.
          </p>
        )}
        <p>
          {all ? sampleText(all.decided) : 'No line has settled yet. Lines settle when their game is final.'}{' '}
          {leftOutText}
        </p>
        <p>
          A line in both a pick and a parlay counts once.
          {record.unread > 0 && ` ${record.unread} rows could not be read and are not counted.`}
          {record.cut && ' Older rows are not shown.'}
        </p>
        <Button onClick={save}>Download CSV</Button>
      </div>
      {all && (
        <div className={styles.columns}>
          <CalibrationPanel bands={bands} />
          <Panel title="By market">
            <GroupTable groups={markets} head="Market" label="Forecast and result by market" />
          </Panel>
        </div>
      )}
      {closing && <ClosingPanel {...closing} />}
      <div className={styles.columns}>
        {all && <OverTimePanel days={days} />}
        {engines.length > 1 && (
          <Panel title="By engine version">
            <GroupTable groups={engines} head="Version" label="Forecast and result by engine version" />
          </Panel>
        )}
        {record.parlays.length > 0 && <ParlayPanel parlays={record.parlays} />}
      </div>
    </>
  )
}

export interface TrackRecordProps {
  shell: ShellApi
  onClose(): void
}

const TrackRecordSkeleton = () => (
  <div className={styles.waiting} aria-busy="true" role="status" aria-label="Loading the track record">
    <Skeleton height={72} />
    <Skeleton height={280} />
    <Skeleton height={200} />
  </div>
)

/** The results of settled picks and parlays against their forecasts. Only the server writes these records. */
export function TrackRecord({ shell, onClose }: TrackRecordProps) {
  const { data, isPending, isError, refetch } = useRecord(shell)
  const isReady = useOpenSports(useReadable(shell.dataSource).sports)
  const empty = data && data.legs.length === 0 && data.parlays.length === 0
  return (
    <section className={styles.view} aria-labelledby="track-title">
      <button type="button" className={styles.crumb} onClick={onClose}>
        <Icon name="chevron-left" />
        My Picks
      </button>
      <h1 id="track-title">Track record</h1>
      {isPending && <TrackRecordSkeleton />}
      {isError && !data && (
        <ErrorState title="The track record could not be loaded" onRetry={() => void refetch()}>
          It is safe on the server.
        </ErrorState>
      )}
      {empty && (
        <EmptyState
          icon="bars"
          title="No record yet"
          action={
            <Button variant="go" onClick={() => shell.navigate('/')}>
              Go to AI Analysis
            </Button>
          }
        >
          Save a pick before its game begins. Its forecast and result are kept here for good.
        </EmptyState>
      )}
      {data && !empty && isReady && <RecordOfSports shell={shell} record={data} />}
    </section>
  )
}
