import { type Filters, NO_FILTERS } from '../../state/view.ts'

/** An active filter: its label, and the change that removes it. */
export interface Chip {
  label: string
  off: Partial<Filters>
}

/** One chip per active filter. The sort order has no chip, since it hides no line. */
export function chipsOf({ search, side, least, team, game, sample }: Filters): Chip[] {
  const off = (name: keyof Filters): Partial<Filters> => ({ [name]: NO_FILTERS[name] })
  return [
    search.trim() !== '' && { label: `Name: ${search.trim()}`, off: off('search') },
    side !== 'All' && { label: side === 'OVER' ? 'Over only' : 'Under only', off: off('side') },
    least > 0 && { label: `${least}% or more`, off: off('least') },
    team !== null && { label: `Team ${team}`, off: off('team') },
    game !== null && { label: game.replace('@', ' @ '), off: off('game') },
    sample > 0 && { label: `${sample} games or more`, off: off('sample') },
  ].filter((chip) => chip !== false)
}
