/** One roster move, as the league's transactions tell it. */
export interface RosterMove {
  readonly id: number
  /** League day on which it was filed. */
  readonly date: string
  /** League day from which it holds: before `date` where a list is retroactive, after it where it is announced. */
  readonly effectiveDate?: string | null | undefined
  readonly typeCode: string
  /** The league's word for the code. */
  readonly typeDesc?: string | null | undefined
  /** The league's sentence. */
  readonly description: string
}

/** What a move does to whether a player can play; `said` tells something and changes nothing. */
export type MoveEffect = 'out' | 'suspended' | 'back' | 'bare back' | 'moved' | 'said'

/** A move in few words. */
export interface MoveReading {
  readonly effect: MoveEffect
  readonly label: string
}

/** 'on the 10-day injured list', 'from the bereavement list'; the greedy start finds the last of two. */
const listAfter = (words: string): RegExp =>
  new RegExp(`\\b(?:${words})\\b.*\\b(?:on|to|from) the ((?:[\\w/'-]+ ){1,5}?list)\\b`, 'i')
const PLACED = listAfter('placed|transferred')
const BACK = listAfter('activated|reinstated|returned')
const BARE = /\b(activated|reinstated)\b/i
const ALL_STARS = /all-stars? activated/i
/** Who is on one of these does not play; of others (reserve, development) a list says nothing about that. */
const ABSENT =
  /injured|disabled|concussion|bereavement|emergency|paternity|restricted|suspended|ineligible|inactive|military|retired/
const REHABILITATION = /\brehab(?:ilitation)? assignment\b/i

/** By the league's code, which says what the words say in many ways. `DFA` is who declares free agency, not `DES`. */
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
/** Where the code is new or missing. */
const BY_WORDS: readonly (readonly [RegExp, MoveReading | undefined])[] = [
  [/\btraded\b/i, BY_CODE.get('TR')],
  [/\bclaimed\b.*\boff waivers\b/i, BY_CODE.get('CLW')],
  [/\brecalled\b/i, BY_CODE.get('CU')],
  [/\bselected the contract\b/i, BY_CODE.get('SE')],
  [/\boptioned\b/i, BY_CODE.get('OPT')],
  [/\bdesignated\b.*\bfor assignment\b/i, BY_CODE.get('DES')],
  [/\bsuspended\b/i, BY_CODE.get('SU')],
]
/** Codes whose entries have nothing to do with playing: numbers of shirts, minor-league paperwork. */
const NOTHING = new Set(['NUM', 'ASG'])
const LONGEST_LABEL = 60
/** The league's sentences are of one or two lines. */
const LONGEST_READ = 1_000

/**
 * What one move says, by its words first: the code of a list's move, `SC`, covers eleven kinds of them.
 * @returns null for what says nothing about playing
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
