import { around, type Box, distance, middleOf } from '../pixels/box.ts'
import { median } from '../pixels/median.ts'
import { assign } from './assign.ts'
import type { CardRow } from './card-row.ts'
import { type ChosenSide, chooseSide } from './choose-side.ts'
import { type Clue, cluesOf, type SideClue, type StatClue } from './clue.ts'

/** At least this share of the rows has both words when More and Less are buttons. */
const BOTH = 0.6

interface Draft {
  stat: StatClue
  /** Around everything that it was given so far. */
  known: Box
}

/** Puts together what belongs together: one row for every stat that has a number. */
export function assembleRows(clues: readonly Clue[]): CardRow[] {
  const unit = median(clues.map(({ piece }) => piece.capital)) || 1
  const stats = cluesOf(clues, 'stat')
  const all: Draft[] = stats.map((stat) => ({ stat, known: stat.box }))
  const give = <Of extends { box: Box }>(things: readonly Of[], drafts: readonly Draft[]): (Of | null)[] => {
    const places = drafts.map(({ stat, known }) => [stat.box, known] as const)
    const given = assign(places, things, unit).map((index) =>
      index === null ? null : (things[index] ?? null),
    )
    given.forEach((thing, row) => {
      const draft = drafts[row]
      if (thing && draft) draft.known = around([draft.known, thing.box])
    })
    return given
  }
  const number = give(cluesOf(clues, 'number'), all)
  const withNumber = all.filter((_, row) => number[row])
  const team = give(cluesOf(clues, 'team'), withNumber.length ? all : [])
  const name = give(cluesOf(clues, 'name'), withNumber.length ? all : [])
  // A stat without a number beside it may be a filter of the page; with a player beside it, it is a row misread.
  const kept = all.flatMap((draft, row) =>
    number[row] || (team[row] && name[row])
      ? [{ draft, number: number[row] ?? null, team: team[row] ?? null, name: name[row] ?? null }]
      : [],
  )
  const rows = kept.map(({ draft }) => draft)
  const opponent = give(cluesOf(clues, 'opponent'), rows)
  const time = give(cluesOf(clues, 'time'), rows)
  const side = sidesOf(cluesOf(clues, 'side'), rows, (sides) => give(sides, rows))
  const odds = oddsOf(cluesOf(clues, 'odds'), rows, unit)
  return kept
    .map(
      ({ draft, ...row }, index): CardRow => ({
        ...row,
        box: draft.known,
        stat: draft.stat,
        side: side[index]?.side ?? null,
        sideChosen: side[index]?.chosen ?? false,
        opponent: opponent[index] ?? null,
        time: time[index] ?? null,
        odds: odds[index] ?? null,
      }),
    )
    .toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
}

function sidesOf(
  sides: readonly SideClue[],
  rows: readonly Draft[],
  give: (sides: readonly SideClue[]) => (SideClue | null)[],
): (ChosenSide | null)[] {
  const more = sides.filter(({ value }) => value === 'More')
  const less = sides.filter(({ value }) => value === 'Less')
  const buttons = Math.min(more.length, less.length) >= rows.length * BOTH && sides.length > rows.length * 1.5
  if (!buttons) return give(sides).map((side) => side && { side, chosen: true })
  const [ofMore, ofLess] = [give(more), give(less)]
  return rows.map(({ stat }, row) => {
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
