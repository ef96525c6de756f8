/** A roster transaction of the league. */
export interface RosterMove {
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
 * Effect of a transaction on the availability. 'back' is an activation from a list, 'bare back' an activation
 * without a named list, 'said' a transaction that is listed but changes nothing.
 */
export type MoveEffect = 'out' | 'suspended' | 'back' | 'bare back' | 'moved' | 'said'

/** A transaction as effect and short label. */
export interface MoveReading {
  readonly effect: MoveEffect
  readonly label: string
}

/**
 * Matches 'on the 10-day injured list' or 'from the bereavement list'. Greedy, so it finds the last of two
 * lists.
 */
const listAfter = (words: string): RegExp =>
  new RegExp(`\\b(?:${words})\\b.*\\b(?:on|to|from) the ((?:[\\w/'-]+ ){1,5}?list)\\b`, 'i')
const PLACED = listAfter('placed|transferred')
const BACK = listAfter('activated|reinstated|returned')
const BARE = /\b(activated|reinstated)\b/i
const ALL_STARS = /all-stars? activated/i
/** Lists whose players do not play. Other lists (reserve, development) say nothing about that. */
const ABSENT =
  /injured|disabled|concussion|bereavement|emergency|paternity|restricted|suspended|ineligible|inactive|military|retired/
const REHABILITATION = /\brehab(?:ilitation)? assignment\b/i

/**
 * Readings by the league's type code. `DFA` (declared free agency) is not `DES` (designated for assignment).
 */
const BY_CODE: ReadonlyMap<string, MoveReading> = new Map<string, MoveReading>([
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
const BY_WORDS: readonly (readonly [RegExp, MoveReading | undefined])[] = [
  [/\btraded\b/i, BY_CODE.get('TR')],
  [/\bclaimed\b.*\boff waivers\b/i, BY_CODE.get('CLW')],
  [/\brecalled\b/i, BY_CODE.get('CU')],
  [/\bselected the contract\b/i, BY_CODE.get('SE')],
  [/\boptioned\b/i, BY_CODE.get('OPT')],
  [/\bdesignated\b.*\bfor assignment\b/i, BY_CODE.get('DES')],
  [/\bsuspended\b/i, BY_CODE.get('SU')],
]
/** Ignored codes: uniform numbers and minor-league assignments. */
const NOTHING = new Set(['NUM', 'ASG'])
const LONGEST_LABEL = 60
/** Characters of a description that are read. Real ones have one or two lines. */
const LONGEST_READ = 1_000

/**
 * Reads one transaction. Reads the description before the type code, because `SC` (status change) covers
 * eleven kinds.
 * @returns null for a transaction that does not concern the availability
 */
export function readMove({ typeCode, typeDesc, description: told }: RosterMove): MoveReading | null {
  const description = told.slice(0, LONGEST_READ)
  if (REHABILITATION.test(description)) return { effect: 'said', label: 'rehabilitation assignment' }
  const onto = PLACED.exec(description)?.[1]?.toLowerCase()
  if (onto) return ABSENT.test(onto) ? { effect: 'out', label: onto.slice(0, LONGEST_LABEL) } : null
  const back = BACK.exec(description)
  const verb = BARE.exec(description)?.[1]?.toLowerCase()
  if (back)
    return ABSENT.test(back[1]?.toLowerCase() ?? '') ? { effect: 'back', label: verb ?? 'activated' } : null
  const known = BY_CODE.get(typeCode)
  if (known) return known
  if (NOTHING.has(typeCode) || ALL_STARS.test(description)) return null
  if (verb) return { effect: 'bare back', label: verb }
  const byWords = BY_WORDS.find(([words]) => words.test(description))?.[1]
  if (byWords) return byWords
  const kind = typeDesc?.trim().toLowerCase()
  return typeCode === 'SC' || !kind ? null : { effect: 'said', label: kind.slice(0, LONGEST_LABEL) }
}
