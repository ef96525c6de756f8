import { around, type Box, distance, middleOf, overlapX, overlapY } from '../pixels/geometry.ts'
import { median } from '../pixels/median.ts'
import { type Assignment, assign, type PlacedRow } from './assign.ts'
import type { CardRow } from './card-row.ts'
import { type ChosenSide, chooseSide } from './choose-side.ts'
import { type Clue, cluesOf, type NumberClue, type SideClue, type StatClue } from './parsed-field.ts'

/** Minimum share of rows with both words for More and Less to count as buttons. */
const BOTH = 0.6

/** Minimum share of stats with a mutually nearest number for numbers to become the anchors. */
const NEARLY_ALL = 0.75

interface Draft extends PlacedRow {
  stat: StatClue
}

const KINDS = ['number', 'team', 'name', 'opponent', 'time'] as const
type Kind = (typeof KINDS)[number]
type Given = { [K in Kind]: (Extract<Clue, { kind: K }> | null)[] }

/** Adds the assigned fields of one kind to the drafts and extends their boxes. */
function hand<Of extends { box: Box }>(
  things: readonly Of[],
  drafts: readonly Draft[],
  { given }: Assignment,
): (Of | null)[] {
  return drafts.map((draft, row) => {
    const index = given[row]
    const thing = index === null || index === undefined ? undefined : things[index]
    if (thing) draft.known = around([draft.known, thing.box])
    return thing ?? null
  })
}

/**
 * If nearly all stats have a mutually nearest number, uses the numbers as anchors of the rows. The position
 * of a long stat varies because it wraps; the position of a number does not.
 */
function anchorAtNumbers(drafts: readonly Draft[], numbers: readonly NumberClue[]): void {
  const nearest = <Of extends { box: Box }>(to: Box, all: readonly Of[]): Of | undefined =>
    all.toSorted((a, b) => distance(to, a.box) - distance(to, b.box))[0]
  const stats = drafts.map(({ stat }) => stat)
  const pairs = drafts.flatMap((draft) => {
    const number = nearest(draft.stat.box, numbers)
    return number && nearest(number.box, stats) === draft.stat ? [{ draft, number }] : []
  })
  if (!pairs.length || pairs.length < drafts.length * NEARLY_ALL) return
  for (const { draft, number } of pairs) draft.anchor = number.box
}

/**
 * Assigns one kind of field after another. The kind with the best score is first, because it extends the row
 * boxes.
 */
function handOut(clues: readonly Clue[], drafts: readonly Draft[], unit: number): Given {
  const given: Given = { number: [], team: [], name: [], opponent: [], time: [] }
  const left = new Set<Kind>(KINDS)
  const give = <K extends Kind>(kind: K, assignment: Assignment) => {
    given[kind] = hand(cluesOf(clues, kind), drafts, assignment) as Given[K]
    left.delete(kind)
  }
  while (left.size) {
    const [first] = [...left]
      .map((kind) => ({ kind, assignment: assign(drafts, cluesOf(clues, kind), unit) }))
      .toSorted((a, b) => b.assignment.score - a.assignment.score)
    if (first) give(first.kind, first.assignment)
  }
  return given
}

/** Score of assembled rows: the number of found fields, minus a penalty for uncertain rows. */
const completeness = (rows: readonly CardRow[]): number =>
  rows.reduce((sum, { number, side, team, name, opponent, time, tangled }) => {
    const found = [number, side, team, name, opponent, time].filter(Boolean).length
    return sum + found - (tangled ? 4 : 0)
  }, 0)

/** Whether both variants assigned the same number, side and player to a stat. */
const sameParts = (a: CardRow, b: CardRow): boolean =>
  a.stat === b.stat && a.number === b.number && a.side === b.side && a.team === b.team && a.name === b.name

/**
 * Assembles the rows: one per stat with a number or a player. Rows are assembled twice, with stats and with
 * numbers as anchors; the more complete result is used. Rows on which the two results differ are marked as
 * uncertain (`tangled`).
 */
export function assembleRows(clues: readonly Clue[]): CardRow[] {
  const [atStats, atNumbers] = [assembleFrom('stat', clues), assembleFrom('number', clues)]
  const [better, other] =
    completeness(atNumbers) > completeness(atStats) ? [atNumbers, atStats] : [atStats, atNumbers]
  return better.map((row) => ({ ...row, tangled: row.tangled || !other.some((one) => sameParts(row, one)) }))
}

function assembleFrom(anchor: 'stat' | 'number', clues: readonly Clue[]): CardRow[] {
  const unit = median(clues.map(({ piece }) => piece.capital)) || 1
  const drafts = cluesOf(clues, 'stat').map((stat): Draft => ({ stat, anchor: stat.box, known: stat.box }))
  if (anchor === 'number') anchorAtNumbers(drafts, cluesOf(clues, 'number'))
  const given = handOut(clues, drafts, unit)
  // A stat without a number may be a filter of the page. With a player next to it, it is a row with an unread
  // number.
  const kept = drafts.flatMap((draft, row) => {
    const own = {
      number: given.number[row] ?? null,
      team: given.team[row] ?? null,
      name: given.name[row] ?? null,
    }
    const rest = { opponent: given.opponent[row] ?? null, time: given.time[row] ?? null }
    return own.number || (own.team && own.name) ? [{ draft, ...own, ...rest }] : []
  })
  const rows = kept.map(({ draft }) => draft)
  // If a stat and a player remain unassigned, all rows may have the values of their neighbours.
  const shifted = kept.length < drafts.length && kept.length < cluesOf(clues, 'name').length
  const side = sidesOf(cluesOf(clues, 'side'), rows, (sides) => hand(sides, rows, assign(rows, sides, unit)))
  const odds = oddsOf(cluesOf(clues, 'odds'), rows, unit)
  return kept
    .map(
      ({ draft, ...row }, index): CardRow => ({
        ...row,
        box: draft.known,
        tangled:
          shifted ||
          rows.some(
            ({ known }) =>
              known !== draft.known &&
              overlapX(known, draft.known) > 0 &&
              overlapY(known, draft.known) > unit / 2,
          ),
        stat: draft.stat,
        side: side[index]?.side ?? null,
        sideChosen: side[index]?.chosen ?? false,
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
    // If one of two buttons was not read, the selected one is unknown.
    return chosen && { ...chosen, chosen: chosen.chosen && Boolean(ofMore[row] && ofLess[row]) }
  })
}

/**
 * Assigns each odds mark to the row that contains it or is nearest: only some rows have one, so offsets do
 * not help.
 */
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
