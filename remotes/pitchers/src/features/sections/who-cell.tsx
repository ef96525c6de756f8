import type { ProbablePitcher } from '@propsight/shared/contracts'
import { pitchText } from '../../state/format.ts'
import styles from './marks.module.css'

/** 'CLE @ KC', or 'KC vs CLE' for the home team. */
export const gameText = ({ teamAbbr, oppAbbr, home }: ProbablePitcher): string =>
  `${teamAbbr} ${home ? 'vs' : '@'} ${oppAbbr}`

/** 'LHP' or 'RHP'; 'P' when the hand is unknown. */
export const handText = ({ hand }: ProbablePitcher): string => (hand ? `${hand}HP` : 'P')

/** First pitch in Eastern time, unless the schedule has only a placeholder time. */
const startText = ({ startTimeTbd, gameTime }: ProbablePitcher): string =>
  startTimeTbd ? 'time not set' : `${pitchText(gameTime)} ET`

/** Pitcher, throwing hand, game and first pitch. */
export const WhoCell = ({ pitcher }: { pitcher: ProbablePitcher }) => (
  <span className={styles.who}>
    <b>{pitcher.name}</b>
    <span title={pitcher.venueName}>
      {handText(pitcher)} · {gameText(pitcher)} · {startText(pitcher)}
    </span>
  </span>
)
