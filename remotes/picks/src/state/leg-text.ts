import type { LegStatus, TrackLeg } from '@propsight/shared/contracts'

export interface Result {
  word: string
  tone?: 'good' | 'mid' | 'low'
  /** '2 hits', '1 now', '1 so far'; null when the actual value is not known or the result is NO GAME. */
  amount: string | null
}

/** The result labels (P7); a status without a label here is shown as NO GAME. */
const RESULT_LABELS: Partial<Record<LegStatus, Pick<Result, 'word' | 'tone'>>> = {
  winner: { word: 'Winner', tone: 'good' },
  loser: { word: 'Loser', tone: 'low' },
  'in-progress': { word: 'In progress', tone: 'mid' },
  suspended: { word: 'Suspended', tone: 'mid' },
  push: { word: 'Push' },
}
const NO_GAME = { word: 'NO GAME' }
const NOT_CERTAIN: Result = { word: 'Game not certain', tone: 'mid', amount: null }

/** Prefix of the player's role in a market; the amount text omits it. */
const ROLE_PREFIX = /^(?:Pitcher|Hitter) /

/** '2 hits', '1 RBI', '0 walks allowed', '21 points'. */
export function amountText(value: number, statType: string): string {
  if (statType.endsWith('Score')) return `${value} ${value === 1 ? 'point' : 'points'}`
  if (statType.includes('+')) return `${value} H+R+RBI`
  const words = statType.replace(ROLE_PREFIX, '').split(' ')
  const counted = words.at(-1) === 'Allowed' ? words.length - 2 : words.length - 1
  const noun = words.map((word, at) => {
    const one = at === counted && value === 1 ? word.replace(/s$/, '') : word
    return /^RBI/.test(one) ? one : one.toLowerCase()
  })
  return `${value} ${noun.join(' ')}`
}

/**
 * The result of a leg, with the value so far or at the end. Null while pending, which is not shown (P7), unless it is
 * not certain which game of the day the leg is on.
 */
export function resultOf(leg: Pick<TrackLeg, 'status' | 'actual' | 'stat_type' | 'game_pk'>): Result | null {
  const { status, actual, stat_type: stat } = leg
  if (status === 'pending') return leg.game_pk === null ? NOT_CERTAIN : null
  const label = RESULT_LABELS[status]
  if (!label) return { ...NO_GAME, amount: null }
  if (actual === null) return { ...label, amount: null }
  if (status === 'in-progress') return { ...label, amount: `${actual} now` }
  return { ...label, amount: status === 'suspended' ? `${actual} so far` : amountText(actual, stat) }
}
