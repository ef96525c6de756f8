import { timeText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

/** Team and opponent: 'SEA vs TEX', 'CIN @ COL'; the team alone if the book names no opponent. */
export const gameText = ({ line }: RankedLine): string =>
  line.opponent ? `${line.team} ${line.homeAway === 'AWAY' ? '@' : 'vs'} ${line.opponent}` : line.team

/** Position, game and start in the user's time zone: 'LF · SEA vs TEX · 9:40 PM'. */
export const whoText = (card: RankedLine): string =>
  [card.position, gameText(card), timeText(card.line.gameTime)].filter(Boolean).join(' · ')
