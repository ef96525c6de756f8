import type { Line } from '@propsight/shared/contracts'
import { confidencePercent, loosePlayerName, marketLabel } from '@propsight/shared/domain'
import { gameKey } from '../../state/game-time.ts'
import type { LoadingRow } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { type Filters, NO_FILTERS } from '../../state/view.ts'

/** An active filter: its label, and the change that removes it. */
export interface Chip {
  label: string
  off: Partial<Filters>
}

/** One chip per active filter. The sort order has no chip, since it hides no line. */
export function listChips({ search, side, minPercent, market, team, game, sample }: Filters): Chip[] {
  const off = (name: keyof Filters): Partial<Filters> => ({ [name]: NO_FILTERS[name] })
  return [
    search.trim() !== '' && { label: `Name: ${search.trim()}`, off: off('search') },
    side !== 'All' && { label: side === 'OVER' ? 'Over only' : 'Under only', off: off('side') },
    minPercent > 0 && { label: `${minPercent}% or more`, off: off('minPercent') },
    market !== null && { label: marketLabel(market), off: off('market') },
    team !== null && { label: `Team ${team}`, off: off('team') },
    game !== null && { label: game.replace('@', ' @ '), off: off('game') },
    sample > 0 && { label: `${sample} games or more`, off: off('sample') },
  ].filter((chip) => chip !== false)
}

/** Normalizes a name for the search: without accents, periods, suffixes (Jr.) and hyphens. */
const normalizeForSearch = (name: string): string => loosePlayerName(name).replace(/-/g, ' ')

const searchNames = new WeakMap<Line, string>()

/** The name of a line for the search, normalized once: a board of all markets has thousands of lines. */
function searchNameOf(line: Line): string {
  const found = searchNames.get(line) ?? normalizeForSearch(line.name)
  searchNames.set(line, found)
  return found
}

type LineFilters = Pick<Filters, 'search' | 'market' | 'team' | 'game'>

function lineTest({ search, market, team, game }: LineFilters): (line: Line) => boolean {
  const searchText = normalizeForSearch(search)
  return (line) =>
    (market === null || line.statType === market) &&
    (team === null || line.team === team) &&
    (searchText === '' || searchNameOf(line).includes(searchText)) &&
    (game === null || gameKey(line) === game)
}

/** Tests side, probability and sample size. A More-only line counts as an over, also without a call. */
function cardTest({ side, minPercent, sample }: Filters): (card: RankedLine) => boolean {
  return (card) =>
    (side === 'All' || card.side === side) &&
    (minPercent === 0 || (card.forecast !== null && confidencePercent(card.forecast.chance) >= minPercent)) &&
    (sample === 0 || card.found.bars.length >= sample)
}

/** The cards that pass all filters, with unchanged order and ranks. */
export function applyFilters(cards: readonly RankedLine[], filters: Filters): readonly RankedLine[] {
  const lineMatches = lineTest(filters)
  const cardMatches = cardTest(filters)
  const shown = cards.filter((card) => lineMatches(card.line) && cardMatches(card))
  return shown.length === cards.length ? cards : shown
}

/**
 * Filters the rows of a loading board by name, market, team and game only. Side, probability and sample size are not
 * known for all players yet, and rows that appear or disappear would move other rows.
 */
export function filterLoadingRows(places: readonly LoadingRow[], filters: Filters): readonly LoadingRow[] {
  const test = lineTest(filters)
  return places.filter(({ line }) => test(line))
}
