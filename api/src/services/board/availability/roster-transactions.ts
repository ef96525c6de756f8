/** A roster transaction of the league. */
export interface RosterTransaction {
  readonly id: number
  /** League day of the filing, `YYYY-MM-DD`. */
  readonly date: string
  /** Effective league day: before `date` when retroactive, after it when announced in advance. */
  readonly effectiveDate?: string | null | undefined
  readonly typeCode: string
  /** The league's name of the code. */
  readonly typeDesc?: string | null | undefined
  /** The league's sentence. */
  readonly description: string
}

/**
 * Effect of a transaction on the availability. 'activated' is an activation from a list, 'activated, no list' an
 * activation without a named list, 'none' a transaction that is listed but changes nothing.
 */
export type TransactionEffect = 'out' | 'suspended' | 'activated' | 'activated, no list' | 'moved' | 'none'

/** A transaction as effect and short label. */
export interface TransactionReading {
  readonly effect: TransactionEffect
  readonly label: string
}

/**
 * Matches 'on the 10-day injured list' or 'from the bereavement list'. Greedy, so it finds the last of two
 * lists.
 */
const listAfter = (words: string): RegExp =>
  new RegExp(`\\b(?:${words})\\b.*\\b(?:on|to|from) the ((?:[\\w/'-]+ ){1,5}?list)\\b`, 'i')
const PLACED = listAfter('placed|transferred')
const ACTIVATED_FROM_LIST = listAfter('activated|reinstated|returned')
const ACTIVATED = /\b(activated|reinstated)\b/i
const ALL_STARS = /all-stars? activated/i
/** Lists whose players do not play. Other lists (reserve, development) say nothing about that. */
const ABSENT =
  /injured|disabled|concussion|bereavement|emergency|paternity|restricted|suspended|ineligible|inactive|military|retired/
const REHABILITATION = /\brehab(?:ilitation)? assignment\b/i

/**
 * Readings by the league's type code. `DFA` (declared free agency) is not `DES` (designated for assignment).
 */
const BY_CODE: ReadonlyMap<string, TransactionReading> = new Map<string, TransactionReading>([
  ['TR', { effect: 'moved', label: 'traded' }],
  ['CLW', { effect: 'moved', label: 'claimed off waivers' }],
  ['CU', { effect: 'moved', label: 'recalled' }],
  ['SE', { effect: 'moved', label: 'contract selected' }],
  ['OPT', { effect: 'moved', label: 'optioned' }],
  ['OUT', { effect: 'moved', label: 'outrighted' }],
  ['DES', { effect: 'moved', label: 'designated for assignment' }],
  ['REL', { effect: 'moved', label: 'released' }],
  ['SU', { effect: 'suspended', label: 'suspended' }],
])
/** Readings by description, for new or missing type codes. */
const BY_WORDS: readonly (readonly [RegExp, TransactionReading | undefined])[] = [
  [/\btraded\b/i, BY_CODE.get('TR')],
  [/\bclaimed\b.*\boff waivers\b/i, BY_CODE.get('CLW')],
  [/\brecalled\b/i, BY_CODE.get('CU')],
  [/\bselected the contract\b/i, BY_CODE.get('SE')],
  [/\boptioned\b/i, BY_CODE.get('OPT')],
  [/\bdesignated\b.*\bfor assignment\b/i, BY_CODE.get('DES')],
  [/\bsuspended\b/i, BY_CODE.get('SU')],
]
/** Ignored codes: uniform numbers and minor-league assignments. */
const IGNORED_CODES = new Set(['NUM', 'ASG'])
const MAX_LABEL_LENGTH = 60
/** Characters of a description that are read. Real ones have one or two lines. */
const MAX_READ_LENGTH = 1_000

/**
 * Reads one transaction. Reads the description before the type code, because `SC` (status change) covers
 * eleven kinds.
 * @returns null for a transaction that does not concern the availability
 */
export function classifyTransaction({
  typeCode,
  typeDesc,
  description: text,
}: RosterTransaction): TransactionReading | null {
  const description = text.slice(0, MAX_READ_LENGTH)
  if (REHABILITATION.test(description)) return { effect: 'none', label: 'rehabilitation assignment' }
  const newList = PLACED.exec(description)?.[1]?.toLowerCase()
  if (newList) {
    return ABSENT.test(newList) ? { effect: 'out', label: newList.slice(0, MAX_LABEL_LENGTH) } : null
  }
  const activation = ACTIVATED_FROM_LIST.exec(description)
  const verb = ACTIVATED.exec(description)?.[1]?.toLowerCase()
  if (activation) {
    const formerList = activation[1]?.toLowerCase() ?? ''
    return ABSENT.test(formerList) ? { effect: 'activated', label: verb ?? 'activated' } : null
  }
  const byCode = BY_CODE.get(typeCode)
  if (byCode) return byCode
  if (IGNORED_CODES.has(typeCode) || ALL_STARS.test(description)) return null
  if (verb) return { effect: 'activated, no list', label: verb }
  const byWords = BY_WORDS.find(([words]) => words.test(description))?.[1]
  if (byWords) return byWords
  const kind = typeDesc?.trim().toLowerCase()
  return typeCode === 'SC' || !kind ? null : { effect: 'none', label: kind.slice(0, MAX_LABEL_LENGTH) }
}

/** A transaction that concerns whether the player can play. */
export interface PlayerTransaction {
  readonly effect: TransactionEffect
  readonly label: string
  /** League day from which the transaction is filed and effective, `YYYY-MM-DD`. */
  readonly date: string
  /** The league's own sentence. */
  readonly text: string
}

const MAX_TEXT_LENGTH = 400

const shortened = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`

/**
 * The later of filing day and effective day. Placements are often retroactive, options announced in advance.
 */
const dayOf = ({ date, effectiveDate }: RosterTransaction): string =>
  effectiveDate && effectiveDate > date ? effectiveDate : date

function compareText(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** Normalizes a description, so that duplicates with other case, spaces or final periods are equal. */
const normalized = (text: string): string =>
  text.toLowerCase().replace(/\s+/g, ' ').replace(/\.+$/, '').trim()

/**
 * Lists a player's transactions that concern whether the player can play, oldest first, without duplicates.
 * @param today league day, `YYYY-MM-DD`; transactions that take effect later are omitted
 */
export function listTransactions(
  transactions: readonly RosterTransaction[],
  today: string,
): PlayerTransaction[] {
  const listed = new Map<string, PlayerTransaction>()
  const inOrder = transactions
    .map((transaction) => ({ transaction, day: dayOf(transaction) }))
    .filter(({ day }) => day <= today)
    .sort(
      (a, b) =>
        compareText(a.day, b.day) ||
        a.transaction.id - b.transaction.id ||
        compareText(a.transaction.description, b.transaction.description),
    )
  for (const { transaction, day } of inOrder) {
    const reading = classifyTransaction(transaction)
    const key = `${day} ${normalized(transaction.description.slice(0, MAX_TEXT_LENGTH))}`
    if (reading && !listed.has(key)) {
      listed.set(key, { ...reading, date: day, text: shortened(transaction.description.trim()) })
    }
  }
  return [...listed.values()]
}

/** Availability of a player according to the roster transactions. */
interface PlayerAvailability {
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
