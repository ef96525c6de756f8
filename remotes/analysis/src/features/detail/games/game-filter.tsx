import { Segmented } from '@propsight/shared/ui'
import { pitcherHand } from '../labels.ts'
import type { View } from '../use-detail-state.ts'
import { type GameWindow, type NextOpponent, type Where, WINDOWS } from './games.ts'

const WINDOW_OPTIONS = WINDOWS.map((value) => ({
  value,
  label: value === 'season' ? 'Season' : String(value),
}))

interface GameFilterProps {
  view: View
  against: NextOpponent
  /** Whether the hands of the season's starters are known. */
  hands: boolean
  /** Whether the player is a batter. The filter by the starter's hand does not apply to pitchers. */
  batter: boolean
}

/** Filters the games by count, and by home, away, next opponent or the hand of its starter. */
export function GameFilter({ view, against: { opponent, hand }, hands, batter }: GameFilterProps) {
  const where = [
    { value: 'all', label: 'All' },
    { value: 'home', label: 'Home' },
    { value: 'away', label: 'Away' },
    { value: 'opponent', label: `vs ${opponent ?? 'TBD'}`, disabled: opponent === null },
    ...(batter
      ? [
          {
            value: 'hand' as const,
            label: `vs ${hand ? pitcherHand(hand) : 'hand'}`,
            disabled: hand === null || !hands,
          },
        ]
      : []),
  ] as const
  return (
    <>
      <Segmented<GameWindow>
        label="How many games"
        options={WINDOW_OPTIONS}
        value={view.games}
        onChange={view.setGames}
        tight
      />
      <Segmented<Where>
        label="Which games"
        options={where}
        value={view.where}
        onChange={view.setWhere}
        tight
      />
    </>
  )
}
