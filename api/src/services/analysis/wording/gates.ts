import type { Side } from '@propsight/shared/domain'

const anyOf = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu')

/** Words of certainty. No outcome of a game is certain. */
const CERTAIN = anyOf(
  'guarante\\p{L}*|locks?|locked|sure|surely|certain\\p{L}*|definite\\p{L}*|undoubted\\p{L}*|doubtless|unquestionabl\\p{L}*|' +
    "can(?:no|')?t (?:miss|lose|fail)|cannot (?:miss|lose|fail)|no[- ]brainer|slam[- ]dunk|free money|easy money|" +
    'risk[- ]?free|riskless|no risk|no doubt|without (?:a )?doubt|foolproof|bulletproof|automatic\\p{L}*|inevitabl\\p{L}*|' +
    'bound to|destined|unstoppable|mortal|bank on|no chance|no way|no question|impossible|eas(?:y|ily)|clearly|obvious\\p{L}*|favou?rites?|' +
    'count on|money in the bank|for sure|' +
    'will(?! (?:face|bat|play|start|be (?:at home|facing|batting|starting|announced))(?!\\p{L}))',
)
/** Words of advice to bet. */
const ADVICE = anyOf(
  'bets?|betting|wagers?|wagering|stakes?|parlays?|units?|bankroll|payouts?|odds|juice|moneyline|hammer|smash|' +
    'must[- ]play|load up|all[- ]in|buy|profit\\p{L}*|cash\\p{L}*|tail|fade|value|take it|take the',
)

/**
 * Topics that a sentence may mention only with the words of the facts: injuries, pitchers, places, weather, form. A
 * model has knowledge of other seasons and would otherwise mention it.
 */
const TOPICS = anyOf(
  'injur\\p{L}*|hurt\\p{L}*|ach(?:e|es|ing)|sore\\p{L}*|strain\\p{L}*|sprain\\p{L}*|hamstrings?|elbows?|shoulders?|' +
    'wrists?|obliques?|knees?|ankles?|thumbs?|fingers?|calf|groin|quads?|ribs?|spine|backache|concuss\\p{L}*|ill|illness|' +
    'sick\\p{L}*|flu|virus|surger\\p{L}*|rehab\\p{L}*|fractur\\p{L}*|broken|day[- ]to[- ]day|questionable|doubtful|' +
    'health\\p{L}*|unhealthy|fit|fitness|limp\\p{L}*|pain\\p{L}*|nursing|banged|hobbled|ailing|recover\\p{L}*|scratched|' +
    'bereavement|paternity|suspen\\p{L}*|restricted|disabled|activated|reinstated|recalled|optioned|traded|trade|released|' +
    'waived|demoted|promoted|call[- ]?up|debut|rookie|veteran|return\\p{L}*|absen\\p{L}*|benched|bench|rested|sidelined|' +
    'left[- ]?hand\\p{L}*|right[- ]?hand\\p{L}*|left(?:y|ies)|right(?:y|ies)|southpaws?|switch[- ]hit\\p{L}*|platoon\\p{L}*|' +
    'splits?|bullpen|reliev\\p{L}*|closer|fastballs?|sliders?|curve\\p{L}*|change-?ups?|sinkers?|cutters?|velocity|spin|' +
    'exit|barrel\\p{L}*|launch|chase\\p{L}*|whiff\\p{L}*|contact|plate discipline|defen[cs]\\p{L}*|fielders?|umpires?|' +
    'catchers?|manager|coach\\p{L}*|career|lifetime|history|postseason|playoffs?|champion\\p{L}*|all-star|mvp|award\\p{L}*|' +
    'contract|famil\\p{L}*|wife|girlfriend|father|mother|divorce\\p{L}*|arrest\\p{L}*|drugs?|steroids?|scandal\\p{L}*|' +
    'weather|winds?|windy|breez\\p{L}*|rain\\p{L}*|storm\\p{L}*|humid\\p{L}*|heat|hot|warm\\p{L}*|cold|cool\\p{L}*|chill\\p{L}*|' +
    'snow\\p{L}*|sunny|cloud\\p{L}*|dome|domed|indoors?|roof|altitude|elevation|thin air|' +
    'hitter[- ]friendly|pitcher[- ]friendly|hitters? park|ballpark|(?:at|from) home|home (?:game|park|crowd|field|side)s?|home|on the road|road|away|travel\\p{L}*|jet[- ]lag\\p{L}*|' +
    'tired|fatigue\\p{L}*|rest|night games?|day games?|doubleheader|' +
    'lead-?off|cleanup|clean-up|bats|batting order|line-?up|bottom of the order|top of the order|' +
    'streak\\p{L}*|slump\\p{L}*|surg\\p{L}*|soar\\p{L}*|ris(?:e|es|ing)|climb\\p{L}*|improv\\p{L}*|trending|fall(?:s|ing)?|drop\\p{L}*|' +
    'declin\\p{L}*|struggl\\p{L}*|dominat\\p{L}*|dominant|owns|owned|crush\\p{L}*|elite|worst|best|leads?|leading|ranked|' +
    'era|whip|ops|obp|slugging|home run|strikeouts?|walks?|stolen|interval|fair|' +
    'league|majors|baseball|anyone|anybody|teammates?|career|yesterday|last night|last year|last season|hit|hits|hitting|' +
    'batted|faced|seen|struck|strikes? out|steal\\p{L}*|stole|better|' +
    'january|february|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|' +
    'home runs?|homers?|homered|doubles?|doubled|triples?|tripled|singles?|singled|rbis?|wins?|won|loss(?:es)?|lost',
)

const OTHER_SIDE: Readonly<Record<Side, RegExp>> = {
  OVER: anyOf('under|unders|below|less|fewer|lower|short of'),
  UNDER: anyOf('over|overs|above|more|higher|exceed\\p{L}*|clears?|beats?|surpass\\p{L}*|top(?:s|ped)?'),
}

/** Characters of pages, prompts and code, which a sentence about baseball does not have. */
const FORBIDDEN_CHARACTERS = /[<>{}[\]|`*_#@\\^~=$€£¥]|https?:|www\.|\p{C}|\p{Extended_Pictographic}/u

/** Opponents in a sentence. Counts and averages are about the line and were not computed by opponent. */
const AGAINST =
  /(?<!\p{L})(?:against|versus|vs|facing|off)(?!\p{L})(?! (?:(?:a|the|his|its) )?(?:fair )?(?:line|\d))/iu
const OF_THE_LINE = /(?<!\p{L})(?:over|under|line|clear\p{L}*|beat\p{L}*|that way)(?!\p{L})/iu
const RECORD = /^(?:ratio|average|last) /

/** Whether a sentence relates counts of games to something that they were not counted for. */
export function isMisplaced(figures: readonly string[], sentence: string): boolean {
  if (!figures.some((figure) => RECORD.test(figure))) return false
  if (AGAINST.test(sentence)) return true
  return figures.some((figure) => figure.startsWith('ratio ')) && !OF_THE_LINE.test(sentence)
}

const has = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0

/**
 * Returns why a sentence is refused, apart from its figures and names; null when it is not.
 * @param factText all phrases of the facts together, in lower case
 */
export function refusalReason(sentence: string, side: Side, factText: string): string | null {
  if (has(FORBIDDEN_CHARACTERS, sentence)) return 'marks'
  if (/\p{L}/u.test(sentence.replace(/\p{Script=Latin}/gu, ''))) return 'letters'
  if (has(CERTAIN, sentence)) return 'certainty'
  if (has(ADVICE, sentence)) return 'advice'
  const factWords = new Set(factText.match(/[\p{L}\d'-]+/gu))
  const otherSideWords = sentence.match(OTHER_SIDE[side]) ?? []
  const topics = (sentence.match(TOPICS) ?? []).map((word) => word.toLowerCase())
  if (otherSideWords.some((word) => !factWords.has(word.toLowerCase()))) return 'other side'
  return topics.some((word) => !factWords.has(word) && !factText.includes(word)) ? 'topic' : null
}
