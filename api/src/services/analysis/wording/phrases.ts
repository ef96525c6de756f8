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

/** What is known is told; what is not is left out, so that nobody makes up the rest. */
const known = (phrases: Readonly<Record<string, string | null>>): Record<string, string> =>
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

/** The facts of a line in few words each: what a model is sent, and all that it may write a figure of. */
export function phrasesOf(facts: LineFacts): Record<string, string> {
  const { window, lately, season, average, trend, game, starter, news, line } = facts
  const [stat, side, each] = [statWords(facts.stat), sideWord(facts), noun(facts)]
  return known({
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
    lately: lately.games > 1 ? `${side} in ${ofTheLast(won(lately, facts), lately, each)}` : null,
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
