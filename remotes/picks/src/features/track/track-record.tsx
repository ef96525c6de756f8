import { download } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import { Button, EmptyState, ErrorState, Icon, Panel, Skeleton } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { CalibrationPanel } from './calibration-panel.tsx'
import { ClosingPanel } from './closing-panel.tsx'
import { closingRecord } from './closing-record.ts'
import { GroupTable } from './group-table.tsx'
import {
  countExcluded,
  decidedLines,
  distinctLines,
  groupAll,
  groupByBand,
  groupByDay,
  groupByMarket,
} from './hit-rates.ts'
import { OverTimePanel } from './over-time-panel.tsx'
import { ParlayPanel } from './parlay-panel.tsx'
import { type TrackRows, useRecord } from './read-record.ts'
import { recordCsv, recordFileName } from './record-csv.ts'
import styles from './track.module.css'
import { excludedText, sampleText } from './track-labels.ts'

interface RecordBodyProps {
  shell: ShellApi
  record: TrackRows
}

function figuresOf({ legs }: TrackRows) {
  const lines = distinctLines(legs)
  const decided = decidedLines(lines)
  const markets = groupByMarket(decided).map((group) => ({ ...group, name: marketLabel(group.name) }))
  return {
    excluded: countExcluded(lines),
    all: groupAll(decided),
    closing: closingRecord(lines),
    bands: groupByBand(decided),
    days: groupByDay(decided),
    markets,
  }
}

/** The content of the track record: summary, calibration, markets and parlays. */
export function RecordBody({ shell, record }: RecordBodyProps) {
  const { excluded, all, closing, bands, days, markets } = useMemo(() => figuresOf(record), [record])
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
      {data && !empty && <RecordBody shell={shell} record={data} />}
    </section>
  )
}
