/**
 * Units of numbers, by the words after the number. A figure is compared together with its unit: 8 games are not 8 home
 * runs, and 1.9 as an average is not an earned run average.
 */
export const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'percentage points': 'percentage points',
    'home runs|home run|homers|homer': 'home runs',
    'total bases|total base|bases|base': 'bases',
    'stolen bases|stolen base|steals|steal': 'steals',
    'earned runs|earned run': 'earned runs',
    'runs|run': 'runs',
    'hits|hit': 'hits',
    'rbis|rbi': 'rbis',
    'walks|walk': 'walks',
    'strikeouts|strikeout|ks': 'strikeouts',
    'singles|single': 'singles',
    'doubles|double': 'doubles',
    'triples|triple': 'triples',
    'outs|out': 'outs',
    'innings|inning': 'innings',
    'points|point': 'points',
    'fantasy points|fantasy point': 'points',
    'plate appearances|plate appearance': 'plate appearances',
    'at bats|at bat': 'at bats',
    'games|game': 'games',
    'starts|start': 'starts',
    'pushes|push': 'pushes',
    'wins|win|losses|loss': 'decisions',
    'pitches|pitch': 'pitches',
    'batters|batter|hitters|hitter|pitchers|pitcher|players|player': 'people',
    'times|time': 'times',
    'days|day|weeks|week|months|month|years|year|seasons|season|nights|night|hours|hour|minutes|minute':
      'time',
    'straight|consecutive': 'in a row',
    'units|unit|dollars|dollar|bucks': 'money',
    mph: 'mph',
    'degrees|degree|f|fahrenheit|celsius': 'degrees',
    'feet|foot|ft': 'feet',
    era: 'era',
    whip: 'whip',
    'ops|obp|slg|avg|average|slugging|babip|fip|woba|war': 'rate',
    'percent|pct': 'percent',
  }).flatMap(([names, unit]) => names.split('|').map((name) => [name, unit] as const)),
)

/** Labels before a figure: 'an ERA of 4.81'. They take precedence over the words after it. */
export const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    era: 'era',
    whip: 'whip',
    'ops|obp|slg|slugging': 'rate',
    'line|over|under|beat|beats|clear|clears|exceed|exceeds|above|below|more|less': 'line',
    'average|averages|averaged|averaging|mean': 'average',
    'expect|expects|expected|expecting|projects|projected|projection|expectation': 'expected',
  }).flatMap(([names, label]) => names.split('|').map((name) => [name, label] as const)),
)

/** Labels after a figure and its unit: '1.9 total bases expected', '1.8 a game'. */
export const LABELS_AFTER: ReadonlyMap<string, string> = new Map([
  ...['a game', 'per game', 'a start', 'per start', 'each game'].map((text) => [text, 'average'] as const),
  ...['expected', 'projected'].map((text) => [text, 'expected'] as const),
])

export const MONTHS: ReadonlySet<string> = new Set(
  'january february march april may june july august september october november december'.split(' '),
)

/** Quantities without a digit. They state a count that was not computed. */
export const FIGURE_WORDS: ReadonlySet<string> = new Set(
  (
    'once twice thrice double doubled doubling triple tripled tripling twofold threefold tenfold half halves halved ' +
    'quarter quarters dozen dozens couple handful majority minority hundreds thousands millions billions umpteen ' +
    'all always every everybody everyone everything each both none nobody never neither most zilch nil undefeated ' +
    'perfect flawless numerous countless several'
  ).split(' '),
)
