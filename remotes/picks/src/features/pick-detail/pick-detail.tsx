import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { Button, Dialog } from '@propsight/shared/ui'
import { useClock } from '../../state/clock.ts'
import { gameText, savedAtText, timeLeft } from '../../state/pick-text.ts'
import { Analytics, Averages, Said } from './figures.tsx'
import { Games } from './games.tsx'
import { Part, Reason } from './detail-section.tsx'
import styles from './pick-detail.module.css'
import { OpposingPitcher, VersusPitcher } from './pitcher.tsx'
import { Promised, PromisedFacts } from './forecast.tsx'
import { sourceText } from './source-text.ts'
import { Stadium, Weather } from './weather.tsx'

export interface PickDetailProps {
  row: PickRow
  leg: TrackLeg | undefined
  onDelete(): void
  onClose(): void
}

/** 'MLB · CIN @ COL · Jul 18, 7:05 PM'. */
function placeText(row: PickRow): string {
  const at = Date.parse(row.pick?.gameTime ?? '')
  const when = Number.isNaN(at) ? row.pick?.gameTime : savedAtText(new Date(at).toISOString())
  const where = row.pick ? gameText(row) : null
  return [row.sport, where, when].filter(Boolean).join(' · ')
}

const TimeKept = ({ row }: { row: PickRow }) => {
  const left = useClock((now) => timeLeft(row.expires_at, now))
  return (
    <p className={styles.kept}>
      {placeText(row)}
      <br />
      Saved {savedAtText(row.created_at)} · {left}
    </p>
  )
}

/** Everything a saved pick contains, and a reason for each missing part (P6). */
export function PickDetail({ row, leg, onDelete, onClose }: PickDetailProps) {
  const { pick } = row
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.player_name}
      size="wide"
      footer={
        <>
          <Button variant="bad" onClick={onDelete}>
            Delete pick
          </Button>
          <Button variant="go" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.detail}>
        <TimeKept row={row} />
        <Promised row={row} leg={leg} />
        <PromisedFacts row={row} />
        <Part title="Reasoning">
          {row.reasoning ? <p>{row.reasoning}</p> : <Reason>None was saved.</Reason>}
        </Part>
        {pick ? (
          <>
            <Games pick={pick} />
            <Analytics pick={pick} />
            <Averages pick={pick} />
            <Weather pick={pick} />
            <Stadium pick={pick} />
            <OpposingPitcher pick={pick} />
            <VersusPitcher pick={pick} />
            <Said pick={pick} />
            <p className={styles.small}>{sourceText(pick)}</p>
          </>
        ) : (
          <Reason>This pick was saved without its details.</Reason>
        )}
      </div>
    </Dialog>
  )
}
