import { seasonOf, walk } from '@propsight/backtest'
import { makeSampleSeason } from '@propsight/league'
import {
  type BatterInput,
  forecastBatter,
  lineOdds,
  type ParlayLeg,
  type PitcherInput,
} from '@propsight/shared/domain/engine'

const LEGS = 6
const STAT = 'Hits+Runs+RBIs'
const LINE = 1.5

/**
 * Builds an entry on the overs of consecutive batters of one club: fully correlated legs, the most expensive
 * case.
 */
export function sameGameEntry(players: readonly BoardPlayer[]): ParlayLeg[] {
  return players
    .flatMap((player) => (player.group === 'hitting' ? [player.input] : []))
    .slice(0, LEGS)
    .map((input, at) => {
      const result = forecastBatter(input, [STAT])
      const forecast = result.ok ? result.value[0] : undefined
      if (!forecast) throw new Error(`the engine refused ${STAT}`)
      const over = (end: keyof typeof forecast & ('distribution' | 'low' | 'high')) =>
        lineOdds(forecast[end], LINE).over
      return {
        game: 'one',
        club: 'one',
        player: String(at),
        slot: input.slot,
        stat: STAT,
        line: LINE,
        side: 'over',
        oddsType: 'standard',
        win: over('distribution'),
        interval80: { low: over('low'), high: over('high') },
        push: 0,
        noPlay: 0,
      }
    })
}

/** Late in the season, so that logs are long. */
const SEED = 'propsight'
const DAY = '2026-09-16'
const GAMES = 6
const LINES = 300
const HITTING = ['Hits', 'Total Bases', 'Hits+Runs+RBIs', 'Runs', 'RBIs', 'Home Runs', 'Hitter Fantasy Score']
const PITCHING = ['Pitcher Strikeouts', 'Hits Allowed', 'Pitching Outs']

export type BoardPlayer =
  | { readonly group: 'hitting'; readonly input: BatterInput; readonly stats: string[] }
  | { readonly group: 'pitching'; readonly input: PitcherInput; readonly stats: string[] }

/**
 * The players of six games (nine batters and the starting pitcher per club) with the markets of 300 lines.
 */
export function boardOfLines(): BoardPlayer[] {
  const sample = makeSampleSeason(SEED, DAY)
  const id = (person: number) => String(sample.people[person]?.id)
  const players: BoardPlayer[] = []
  walk(seasonOf(sample), { from: DAY, to: DAY }, ({ state, games }) => {
    for (const [pk, squads] of [...sample.today].slice(0, GAMES)) {
      const game = games.get(String(pk))
      if (!game) continue
      for (const home of [true, false]) {
        const squad = home ? squads.home : squads.away
        const pitcher = state.pitcher(game, home, id(squad.starter))
        players.push({ group: 'pitching', input: pitcher, stats: [] })
        for (const [at, person] of squad.batters.entries())
          players.push({
            group: 'hitting',
            input: state.batter(game, home, id(person), at + 1),
            stats: [],
          })
      }
    }
  })
  for (let line = 0; line < LINES; line += 1) {
    const player = players[line % players.length]
    const names = player?.group === 'pitching' ? PITCHING : HITTING
    player?.stats.push(names[player.stats.length] ?? 'Hits')
  }
  return players
}
