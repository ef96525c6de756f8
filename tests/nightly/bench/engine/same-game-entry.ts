import { forecastBatter, lineOdds, type ParlayLeg } from '@propsight/shared/domain/engine'
import type { BoardPlayer } from './board-of-lines.ts'

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
