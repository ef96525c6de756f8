import type { Line } from '@propsight/shared/contracts'
import { confidencePercent, loosePlayerName } from '@propsight/shared/domain'
import { gameKey } from '../../state/game-key.ts'
import type { Place } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import type { Filters } from '../../state/view.ts'

/** What a name is searched by: accents, points and Jr. are left out on both sides. */
const searched = (name: string): string => loosePlayerName(name).replace(/-/g, ' ')

type AboutLine = Pick<Filters, 'search' | 'team' | 'game'>

function lineTest({ search, team, game }: AboutLine): (line: Line) => boolean {
  const wanted = searched(search)
  return (line) =>
    (wanted === '' || searched(line.name).includes(wanted)) &&
    (team === null || line.team === team) &&
    (game === null || gameKey(line) === game)
}

/** Whether a card is on the side that is looked for: a line of More only is an over, called or not. */
function cardTest({ side, least, sample }: Filters): (card: RankedLine) => boolean {
  return (card) =>
    (side === 'All' || card.side === side) &&
    (least === 0 || (card.forecast !== null && confidencePercent(card.forecast.chance) >= least)) &&
    (sample === 0 || card.found.bars.length >= sample)
}

/** The cards that every filter lets through, in their order and with their ranks. */
export function applyFilters(cards: readonly RankedLine[], filters: Filters): readonly RankedLine[] {
  const [line, card] = [lineTest(filters), cardTest(filters)]
  const shown = cards.filter((each) => line(each.line) && card(each))
  return shown.length === cards.length ? cards : shown
}

/**
 * The places of a board that is still being read: by what the line itself says. Side, probability and sample are not
 * known of everybody yet, and rows that come and go would move the others.
 */
export function filterPlaces(places: readonly Place[], filters: Filters): readonly Place[] {
  const test = lineTest(filters)
  return places.filter(({ line }) => test(line))
}
