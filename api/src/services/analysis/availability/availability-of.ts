import { movesOf } from './moves-of.ts'
import type { RosterMove } from './read-move.ts'

/** Whether a player can play tonight, as his roster moves tell it. */
export interface PlayerAvailability {
  readonly state: 'out' | 'returned' | 'moved'
  /** Few words: '10-day injured list', 'activated', 'traded'. */
  readonly label: string
  /** League day of the move. */
  readonly date: string
  /** The league's own sentence. */
  readonly text: string
}

/** A return or a change of club is news for so long. */
export const NEWS_FRESH_DAYS = 14
/** A suspension's entry names neither its length nor its end; those without a list of their own are of few games. */
export const SUSPENSION_DAYS = 14

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * Whether a player can play, from his moves: who was put on a list (injured, bereavement, paternity, restricted, …) or
 * suspended is `out` until he is activated or comes up from the minors, and stays so through a trade; a transfer from
 * one list to another changes the list. Afterwards he is `returned`, or `moved` by the last trade, recall, option and
 * the like, each for two weeks.
 * @param moves of one player, in any order; entries that are filed twice count once
 * @param today league day; what is effective later does not count yet
 * @param lastGame league day of his last game in the league: who has played since is not out, whatever is not told
 * @returns null where there is nothing to tell
 */
export function availabilityOf(
  moves: readonly RosterMove[],
  today: string,
  lastGame?: string | null,
): PlayerAvailability | null {
  let out: PlayerAvailability | null = null
  let news: PlayerAvailability | null = null
  for (const { label, effect, date, text } of movesOf(moves, today)) {
    const told = { label, date, text }
    if (effect === 'suspended' && daysBetween(date, today) >= SUSPENSION_DAYS) continue
    if (effect === 'out' || effect === 'suspended') out = { state: 'out', ...told }
    else if (effect === 'back' || (effect === 'bare back' && out)) {
      out = null
      news = { state: 'returned', ...told }
    } else if (effect === 'moved') {
      // Nobody is recalled from the minors who is on a list; one who is traded may be.
      if (label === 'recalled' || label === 'contract selected') out = null
      news = { state: 'moved', ...told }
    }
  }
  if (out && !(lastGame && lastGame > out.date)) return out
  return news && daysBetween(news.date, today) < NEWS_FRESH_DAYS ? news : null
}
