import type { LineFacts } from './facts.ts'
import {
  dayWords,
  formWords,
  handWords,
  noun,
  ofTheLast,
  ordinal,
  parkWords,
  sideWord,
  statWords,
  tenths,
  won,
} from './shown.ts'

/** Omits missing phrases, so that the model does not invent a value for them. */
const withoutMissing = (phrases: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(phrases).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
    ),
  )

function placeWords({ lineup, group }: LineFacts): string | null {
  if (!lineup || group === 'pitching') return null
  if (!lineup.announced) return 'the batting order is not announced'
  return lineup.slot === null ? null : `bats ${ordinal(lineup.slot)}`
}

/** Builds the facts of a line as short phrases. A model is sent only these and may use only their figures. */
export function phrasesOf(facts: LineFacts): Record<string, string> {
  const { window, recent, season, average, trend, game, starter, news, line } = facts
  const stat = statWords(facts.stat)
  const side = sideWord(facts)
  const each = noun(facts)
  return withoutMissing({
    player: facts.name,
    call: `${side} ${line} ${stat}; a line of ${line}`,
    probability: `${facts.chance}% likely`,
    interval: facts.low === facts.high ? null : `80% interval ${facts.low}% to ${facts.high}%`,
    push: facts.push > 0 ? `a ${facts.push}% chance to land on the line` : null,
    expected: `expects ${tenths(facts.mean)} ${stat}`,
    fairLine: `a fair line of ${tenths(facts.fairLine)}`,
    window: window.games > 0 ? `${side} in ${ofTheLast(won(window, facts), window, each)}` : null,
    windowGames: window.games > 1 ? `the last ${window.games} ${each}s` : null,
    average: average === null ? null : `averaging ${tenths(average)} a ${each}`,
    lately: recent.games > 1 ? `${side} in ${ofTheLast(won(recent, facts), recent, each)}` : null,
    season:
      season.games > 0 ? `${side} in ${won(season, facts)} of ${season.games} ${each}s this season` : null,
    form: trend ? `form ${trend.direction}` : null,
    formAverages: formWords(facts),
    where: game ? `${game.home ? 'at home' : 'away'} at ${game.park}` : null,
    opponent: game ? `the ${game.opponent}` : null,
    opposingStarter: starter ? [starter.name, handWords(starter.throws)].filter(Boolean).join(', ') : null,
    opposingEra: starter?.era ? `a ${starter.era} ERA` : null,
    opposingWhip: starter?.whip ? `a ${starter.whip} WHIP` : null,
    park: parkWords(facts),
    weather: facts.weather,
    battingOrder: placeWords(facts),
    leagueNews: news ? `the league says: ${news.label}, ${dayWords(news.date)}` : null,
  })
}
