import { around, type Box, distance, middleOf } from '../pixels/box.ts'
import { median } from '../pixels/median.ts'
import { assign } from './assign.ts'
import type { CardRow } from './card-row.ts'
import { type ChosenSide, chooseSide } from './choose-side.ts'
import { type Clue, cluesOf, type SideClue, type StatClue } from './clue.ts'

/** At least this share of the rows has both words when More and Less are buttons. */
const BOTH = 0.6

/** A stat that no number stands near is a filter of the page, not a row. */
const REACH = 14

interface Draft {
  anchor: Box
  known: Box
}

/** Puts together what belongs together: one row for every stat that has a number. */
export function assembleRows(clues: readonly Clue[]): CardRow[] {
  const unit = median(clues.map(({ piece }) => piece.capital)) || 1
  const numbers = cluesOf(clues, 'number')
  const stats = cluesOf(clues, 'stat').filter(({ box }) =>
    numbers.some((number) => distance(box, number.box) < REACH * unit),
  )
  const drafts: Draft[] = stats.map(({ box }) => ({ anchor: box, known: box }))
  const give = <Of extends { box: Box }>(things: readonly Of[], from = drafts): (Of | null)[] => {
    const given = assign(
      from.map(({ anchor, known }) => [anchor, known] as const),
      things,
      unit,
    ).map((index) => (index === null ? null : (things[index] ?? null)))
    given.forEach((thing, row) => {
      const draft = from[row]
      if (thing && draft) draft.known = around([draft.known, thing.box])
    })
    return given
  }
  const number = give(numbers)
  // What has no number is no row, and must not pull the others' places askew.
  const kept = stats.flatMap((stat, row) => {
    const draft = drafts[row]
    const own = number[row]
    return draft && own ? [{ stat, number: own, draft }] : []
  })
  const rows = kept.map(({ draft }) => draft)
  const team = give(cluesOf(clues, 'team'), rows)
  const name = give(cluesOf(clues, 'name'), rows)
  const opponent = give(cluesOf(clues, 'opponent'), rows)
  const time = give(cluesOf(clues, 'time'), rows)
  const side = sidesOf(
    cluesOf(clues, 'side'),
    kept.map(({ stat }) => stat),
    (sides) => give(sides, rows),
  )
  const odds = oddsOf(cluesOf(clues, 'odds'), rows, unit)
  return kept
    .map(
      (row, index): CardRow => ({
        box: row.draft.known,
        stat: row.stat,
        number: row.number,
        side: side[index]?.side ?? null,
        sideChosen: side[index]?.chosen ?? false,
        team: team[index] ?? null,
        opponent: opponent[index] ?? null,
        time: time[index] ?? null,
        name: name[index] ?? null,
        odds: odds[index] ?? null,
      }),
    )
    .toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
}

function sidesOf(
  sides: readonly SideClue[],
  stats: readonly StatClue[],
  give: (sides: readonly SideClue[]) => (SideClue | null)[],
): (ChosenSide | null)[] {
  const more = sides.filter(({ value }) => value === 'More')
  const less = sides.filter(({ value }) => value === 'Less')
  const buttons =
    Math.min(more.length, less.length) >= stats.length * BOTH && sides.length > stats.length * 1.5
  if (!buttons) return give(sides).map((side) => side && { side, chosen: true })
  const [ofMore, ofLess] = [give(more), give(less)]
  return stats.map((stat, row) => {
    const chosen = chooseSide(ofMore[row] ?? null, ofLess[row] ?? null, stat.piece)
    // One of two buttons was not read: which of them is pressed cannot be said.
    return chosen && { ...chosen, chosen: chosen.chosen && Boolean(ofMore[row] && ofLess[row]) }
  })
}

/** Only some rows have a mark, so its place is no rule: it belongs to the row that it stands in or nearest to. */
function oddsOf<Of extends { box: Box }>(
  marks: readonly Of[],
  rows: readonly Draft[],
  unit: number,
): (Of | null)[] {
  const given: (Of | null)[] = rows.map(() => null)
  for (const mark of marks) {
    const far = rows.map(
      ({ known }) => distance(known, mark.box) + Math.abs(middleOf(known) - middleOf(mark.box)) / 100,
    )
    const nearest = far.indexOf(Math.min(...far))
    if ((far[nearest] ?? Number.POSITIVE_INFINITY) < 3 * unit) given[nearest] = mark
  }
  return given
}
