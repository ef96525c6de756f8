import type { LineFacts } from './facts.ts'
import { folded, wordsIn } from './names.ts'

const RECORD = /^(?:ratio|average|last) /
/** Counts of games are of all games: nobody split them by place, order, weather or other clubs. */
const CONDITION =
  /(?<!\p{L})(?:at|with(?! (?:an? )?(?:\d|average))|when|whenever|while|where|there|here|since|home|away|bats?|batting|parks?|stadium|field|centre|yards|wind|rain|degrees)(?!\p{L})/iu
const PARK = /(?<!\p{L})(?:park|stadium|field|centre|yards|ballpark)(?!\p{L})/iu
const HIM = /(?<!\p{L})(?:he|him|his|he's)(?!\p{L})/iu
const LIKELY_TO_ELSE =
  /likely to (?!go |clear|beat|finish|land|come |get over|get past|stay|exceed|top |pass |reach |be over|be under|end )/iu
const STARTER = /(?<!\p{L})(?:starter|pitcher|left-?hander|right-?hander)(?!\p{L})/iu
const EARNED = /(?<!\p{L})(?:era|whip)(?!\p{L})/iu

/** Where a name's words stand last in a text before `until`; -1 where none does. 'Jr.' counts where a name is nothing else. */
function lastMention(text: string, name: string | undefined, until = text.length): number {
  if (!name) return -1
  const words = wordsIn(name)
  const telling = words.filter((word) => word.length > 2)
  const wanted = new Set(telling.length > 0 ? telling : words)
  const found = [...text.slice(0, until).matchAll(/[\p{L}\d]+(?:['.-][\p{L}\d]+)*/gu)]
  return found.findLast(([word]) => wanted.has(word) || wanted.has(word.replace(/'s$/, '')))?.index ?? -1
}

/** What of a name is not in another one, too: two of one family in a game are told apart by the rest. */
function apartFrom(name: string, other: string | undefined): string {
  const shared = new Set(wordsIn(other ?? ''))
  return wordsIn(name)
    .filter((word) => !shared.has(word))
    .join(' ')
}

/** Whether the earned run average before us is said of the batter, or of nobody. */
function isOfAnother(whole: string, { name, starter }: LineFacts): boolean {
  const at = whole.search(EARNED)
  const own = lastMention(whole, apartFrom(name, starter?.name), at)
  const named = lastMention(whole, starter ? apartFrom(starter.name, name) || starter.name : undefined, at)
  const called = whole.slice(0, at).search(STARTER)
  if (Math.max(named, called) >= 0) return own > Math.max(named, called)
  return own >= 0 || HIM.test(whole.slice(0, at)) || lastMention(whole, starter?.name) < 0
}

/**
 * Whether figures that are the facts' own are said of somebody or something that they are not of.
 * @param figures as `figuresIn` names them
 * @param bare the sentence without names
 * @param sentence with them
 */
export function isMisattributed(
  figures: readonly string[],
  bare: string,
  sentence: string,
  facts: LineFacts,
): boolean {
  const any = (start: string) => figures.some((figure) => figure.startsWith(start))
  const whole = folded(sentence)
  const club = facts.game?.opponent.split(' ').at(-1)
  const others = lastMention(whole, facts.starter?.name) >= 0 || lastMention(whole, club) >= 0
  const his = lastMention(whole, facts.name) >= 0 || HIM.test(whole)
  if (figures.some((figure) => RECORD.test(figure)) && (others || CONDITION.test(bare))) return true
  if (any('percent more') || any('percent fewer')) {
    if (others || his || !PARK.test(bare) || figures.some((figure) => RECORD.test(figure))) return true
  }
  if (any('percent ') && others && !his && !any('percent more') && !any('percent fewer')) return true
  if (LIKELY_TO_ELSE.test(bare)) return true
  if (any('mph ') && !/wind/iu.test(bare)) return true
  return (any('era ') || any('whip ')) && isOfAnother(whole, facts)
}
