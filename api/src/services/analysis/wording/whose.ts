import type { LineFacts } from './facts.ts'
import { folded, wordsIn } from './names.ts'

const RECORD = /^(?:ratio|average|last) /
/** Conditions in a sentence. Counts are of all games and were not split by place, order, weather or club. */
const CONDITION =
  /(?<!\p{L})(?:at|with(?! (?:an? )?(?:\d|average))|when|whenever|while|where|there|here|since|home|away|bats?|batting|parks?|stadium|field|centre|yards|wind|rain|degrees)(?!\p{L})/iu
const PARK = /(?<!\p{L})(?:park|stadium|field|centre|yards|ballpark)(?!\p{L})/iu
const BATTER_PRONOUN = /(?<!\p{L})(?:he|him|his|he's)(?!\p{L})/iu
const LIKELY_TO_ELSE =
  /likely to (?!go |clear|beat|finish|land|come |get over|get past|stay|exceed|top |pass |reach |be over|be under|end )/iu
const STARTER = /(?<!\p{L})(?:starter|pitcher|left-?hander|right-?hander)(?!\p{L})/iu
const EARNED = /(?<!\p{L})(?:era|whip)(?!\p{L})/iu

/**
 * Position of the last word of a name in a text before `until`; -1 when there is none. Short words such as 'Jr.' count
 * only for a name without longer words.
 */
function lastMention(text: string, name: string | undefined, until = text.length): number {
  if (!name) return -1
  const words = wordsIn(name)
  const longWords = words.filter((word) => word.length > 2)
  const nameWords = new Set(longWords.length > 0 ? longWords : words)
  const matches = [...text.slice(0, until).matchAll(/[\p{L}\d]+(?:['.-][\p{L}\d]+)*/gu)]
  const last = matches.findLast(([word]) => nameWords.has(word) || nameWords.has(word.replace(/'s$/, '')))
  return last?.index ?? -1
}

/** Words of a name that are not in another name, so that two players with the same last name are distinguished. */
function distinctWords(name: string, other: string | undefined): string {
  const shared = new Set(wordsIn(other ?? ''))
  return wordsIn(name)
    .filter((word) => !shared.has(word))
    .join(' ')
}

/** Whether a pitching rate (ERA, WHIP) in a text is attributed to the batter, or to no one. */
function isRateOfAnother(text: string, { name, starter }: LineFacts): boolean {
  const rateAt = text.search(EARNED)
  const batterAt = lastMention(text, distinctWords(name, starter?.name), rateAt)
  const starterName = starter ? distinctWords(starter.name, name) || starter.name : undefined
  const starterWordAt = text.slice(0, rateAt).search(STARTER)
  const starterAt = Math.max(lastMention(text, starterName, rateAt), starterWordAt)
  if (starterAt >= 0) return batterAt > starterAt
  return batterAt >= 0 || BATTER_PRONOUN.test(text.slice(0, rateAt)) || lastMention(text, starter?.name) < 0
}

/**
 * Whether a sentence attributes figures of the facts to a player or a thing that they do not belong to.
 * @param figures as `figuresIn` returns them
 * @param withoutNames the sentence without names
 * @param sentence the sentence with names
 */
export function isMisattributed(
  figures: readonly string[],
  withoutNames: string,
  sentence: string,
  facts: LineFacts,
): boolean {
  const hasFigure = (start: string) => figures.some((figure) => figure.startsWith(start))
  const text = folded(sentence)
  const club = facts.game?.opponent.split(' ').at(-1)
  const mentionsOpponent = lastMention(text, facts.starter?.name) >= 0 || lastMention(text, club) >= 0
  const mentionsBatter = lastMention(text, facts.name) >= 0 || BATTER_PRONOUN.test(text)
  const hasRecord = figures.some((figure) => RECORD.test(figure))
  const hasParkEffect = hasFigure('percent more') || hasFigure('percent fewer')
  if (hasRecord && (mentionsOpponent || CONDITION.test(withoutNames))) return true
  if (hasParkEffect && (mentionsOpponent || mentionsBatter || !PARK.test(withoutNames) || hasRecord))
    return true
  if (hasFigure('percent ') && mentionsOpponent && !mentionsBatter && !hasParkEffect) return true
  if (LIKELY_TO_ELSE.test(withoutNames)) return true
  if (hasFigure('mph ') && !/wind/iu.test(withoutNames)) return true
  return (hasFigure('era ') || hasFigure('whip ')) && isRateOfAnother(text, facts)
}
