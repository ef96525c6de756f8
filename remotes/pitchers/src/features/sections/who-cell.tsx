import type { ProbablePitcher } from '@propsight/shared/contracts'
import { pitchText } from '../../state/format.ts'
import styles from './marks.module.css'

/** 'CLE @ KC'. */
export const gameText = ({ teamAbbr, oppAbbr, home }: ProbablePitcher): string =>
  `${teamAbbr} ${home ? 'vs' : '@'} ${oppAbbr}`

/** 'LHP'; 'P' where the hand is not known. */
export const handText = ({ hand }: ProbablePitcher): string => (hand ? `${hand}HP` : 'P')

/** First pitch; a time that only holds a place is none. */
const startText = ({ startTimeTbd, gameTime }: ProbablePitcher): string =>
  startTimeTbd ? 'time not set' : `${pitchText(gameTime)} ET`

/** Who pitches, and where and when. */
export const WhoCell = ({ pitcher }: { pitcher: ProbablePitcher }) => (
  <span className={styles.who}>
    <b>{pitcher.name}</b>
    <span title={pitcher.venueName}>
      {handText(pitcher)} · {gameText(pitcher)} · {startText(pitcher)}
    </span>
  </span>
)
