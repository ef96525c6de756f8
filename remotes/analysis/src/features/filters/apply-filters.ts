import type { Line } from '@propsight/shared/contracts'
import { confidencePercent, loosePlayerName } from '@propsight/shared/domain'
import { gameKey } from '../../state/game-key.ts'
import type { Place } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { Filters } from '../../state/view.ts'

/** Normalizes a name for the search: without accents, periods, suffixes (Jr.) and hyphens. */
const searched = (name: string): string => loosePlayerName(name).replace(/-/g, ' ')

type AboutLine = Pick<Filters, 'search' | 'team' | 'game'>

function lineTest({ search, team, game }: AboutLine): (line: Line) => boolean {
  const wanted = searched(search)
  return (line) =>
    (wanted === '' || searched(line.name).includes(wanted)) &&
    (team === null || line.team === team) &&
    (game === null || gameKey(line) === game)
}

/** Tests side, probability and sample size. A More-only line counts as an over, also without a call. */
function cardTest({ side, least, sample }: Filters): (card: RankedLine) => boolean {
  return (card) =>
    (side === 'All' || card.side === side) &&
    (least === 0 || (card.forecast !== null && confidencePercent(card.forecast.chance) >= least)) &&
    (sample === 0 || card.found.bars.length >= sample)
}

/** The cards that pass all filters, with unchanged order and ranks. */
export function applyFilters(cards: readonly RankedLine[], filters: Filters): readonly RankedLine[] {
  const [line, card] = [lineTest(filters), cardTest(filters)]
  const shown = cards.filter((each) => line(each.line) && card(each))
  return shown.length === cards.length ? cards : shown
}

/**
 * Filters the rows of a loading board by name, team and game only. Side, probability and sample size are not
 * known for all players yet, and rows that appear or disappear would move other rows.
 */
export function filterPlaces(places: readonly Place[], filters: Filters): readonly Place[] {
  const test = lineTest(filters)
  return places.filter(({ line }) => test(line))
}
