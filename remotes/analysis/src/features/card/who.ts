import { timeText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

/** Whom a player's team meets: 'SEA vs TEX', 'CIN @ COL'; the team alone where the book does not say. */
export const gameText = ({ line }: RankedLine): string =>
  line.opponent ? `${line.team} ${line.homeAway === 'AWAY' ? '@' : 'vs'} ${line.opponent}` : line.team

/** Where a player stands and whom he meets: 'LF · SEA vs TEX · 9:40 PM', the time in the user's own zone. */
export const whoText = (card: RankedLine): string =>
  [card.position, gameText(card), timeText(card.line.gameTime)].filter(Boolean).join(' · ')
