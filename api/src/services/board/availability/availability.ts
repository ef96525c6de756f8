import { listTransactions, type RosterTransaction } from './roster-transactions.ts'

/** Availability of a player according to the roster transactions. */
export interface PlayerAvailability {
  readonly state: 'out' | 'returned' | 'moved'
  /** Short text: '10-day injured list', 'activated', 'traded'. */
  readonly label: string
  /** League day of the transaction, `YYYY-MM-DD`. */
  readonly date: string
  /** The league's own sentence. */
  readonly text: string
}

/** Days for which a return or a change of club is reported. */
export const NEWS_FRESH_DAYS = 14
/**
 * Assumed maximum length of a suspension, in days. The transaction names neither length nor end. Longer
 * suspensions are placements on a list.
 */
export const SUSPENSION_DAYS = 14

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * Derives the availability of a player from roster transactions (N12). A player placed on a list (injured,
 * bereavement, paternity, restricted, …) or suspended is `out` until an activation or a recall from the
 * minors. A trade does not end the absence; a transfer changes the list. Afterwards the player is `returned`,
 * or `moved` by the last trade, recall, option and so on, each for two weeks.
 * @param transactions roster transactions of one player, in any order; duplicates count once
 * @param today league day, `YYYY-MM-DD`; transactions that take effect later are ignored
 * @param lastGame league day of the player's last game; a later game ends an absence even without an
 * activation
 * @returns null when no transaction affects the availability
 */
export function deriveAvailability(
  transactions: readonly RosterTransaction[],
  today: string,
  lastGame?: string | null,
): PlayerAvailability | null {
  let out: PlayerAvailability | null = null
  let news: PlayerAvailability | null = null
  for (const { label, effect, date, text } of listTransactions(transactions, today)) {
    const details = { label, date, text }
    if (effect === 'suspended' && daysBetween(date, today) >= SUSPENSION_DAYS) continue
    if (effect === 'out' || effect === 'suspended') out = { state: 'out', ...details }
    else if (effect === 'activated' || (effect === 'activated, no list' && out)) {
      out = null
      news = { state: 'returned', ...details }
    } else if (effect === 'moved') {
      // A recall from the minors implies that the player is on no list. A trade does not.
      if (label === 'recalled' || label === 'contract selected') out = null
      news = { state: 'moved', ...details }
    }
  }
  if (out && !(lastGame && lastGame > out.date)) return out
  return news && daysBetween(news.date, today) < NEWS_FRESH_DAYS ? news : null
}
