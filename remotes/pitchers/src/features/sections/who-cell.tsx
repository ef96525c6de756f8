import { pitchText } from '../../state/format.ts'
import type { PitcherRow } from '../../state/rows.ts'
import styles from './marks.module.css'

/** 'CLE @ KC'. */
export const gameText = ({ pitcher: { teamAbbr, oppAbbr, home } }: PitcherRow): string =>
  `${teamAbbr} ${home ? 'vs' : '@'} ${oppAbbr}`

/** 'LHP'; 'P' where the hand is not known. */
export const handText = ({ pitcher: { hand } }: PitcherRow): string => (hand ? `${hand}HP` : 'P')

/** First pitch; a time that only holds a place is none. */
const startText = ({ pitcher: { startTimeTbd, gameTime } }: PitcherRow): string =>
  startTimeTbd ? 'time not set' : `${pitchText(gameTime)} ET`

/** Who pitches, and where and when. */
export const WhoCell = ({ row }: { row: PitcherRow }) => (
  <span className={styles.who}>
    <b>{row.name}</b>
    <span title={row.pitcher.venueName}>
      {handText(row)} · {gameText(row)} · {startText(row)}
    </span>
  </span>
)
