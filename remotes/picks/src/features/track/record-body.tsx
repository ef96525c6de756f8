import { download } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { marketLabel, formatPercent, formatPercentRange } from '@propsight/shared/domain'
import { Button, Panel } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { GroupTable } from './group-table.tsx'
import { byBand, byMarket, overall } from './hit-rates.ts'
import { apartOf, decidedOf, distinctLines } from './lines.ts'
import { ParlayPanel } from './parlay-panel.tsx'
import { PromisePanel } from './calibration-panel.tsx'
import type { TrackRows } from './read-record.ts'
import { recordCsv, recordFileName } from './record-csv.ts'
import styles from './track.module.css'
import { apartText, sampleText } from './track-labels.ts'

interface RecordBodyProps {
  shell: ShellApi
  record: TrackRows
}

function figuresOf({ legs }: TrackRows) {
  const lines = distinctLines(legs)
  const decided = decidedOf(lines)
  const markets = byMarket(decided).map((group) => ({ ...group, name: marketLabel(group.name) }))
  return { apart: apartOf(lines), all: overall(decided), bands: byBand(decided), markets }
}

/** The content of the track record: summary, calibration, markets and parlays. */
export function RecordBody({ shell, record }: RecordBodyProps) {
  const { apart, all, bands, markets } = useMemo(() => figuresOf(record), [record])
  const left = apartText(apart)
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
            <b className="u-fig">{formatPercent(all.happened)}</b> came true, {all.hits} of {all.decided} (95%
            interval {formatPercentRange(all.interval)}); {formatPercent(all.promised)} was promised.
          </p>
        )}
        <p>
          {all ? sampleText(all.decided) : 'No line has settled yet: it does when its game is final.'} {left}
        </p>
        <p>
          A line that stands in a pick and in parlays counts once.
          {record.unread > 0 && ` ${record.unread} rows could not be read and are not counted.`}
          {record.cut && ' Older rows are not shown.'}
        </p>
        <Button onClick={save}>Download CSV</Button>
      </div>
      {all && (
        <div className={styles.columns}>
          <PromisePanel bands={bands} />
          <Panel title="By market">
            <GroupTable groups={markets} head="Market" caption="Promised and happened by market" />
          </Panel>
        </div>
      )}
      {record.parlays.length > 0 && <ParlayPanel parlays={record.parlays} />}
    </>
  )
}
