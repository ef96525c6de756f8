import { opponentIn } from '../../reading.ts'
import { type Box, boundingBox, distance, median, middleOf, overlapX, overlapY } from '../pixels/geometry.ts'
import { type Assignment, assign, type PlacedRow } from './assign.ts'
import { chooseSides } from './choose-sides.ts'
import {
  type CardRow,
  fieldsOfKind,
  type NumberField,
  type ParsedField,
  type StatField,
} from './parsed-field.ts'

/** Minimum share of stats with a mutually nearest number for numbers to become the anchors. */
const MIN_PAIRED_SHARE = 0.75

interface Draft extends PlacedRow {
  stat: StatField
}

const KINDS = ['number', 'team', 'name', 'opponent', 'game', 'time'] as const
type Kind = (typeof KINDS)[number]
type AssignedFields = { [K in Kind]: (Extract<ParsedField, { kind: K }> | null)[] }

/** Adds the assigned fields of one kind to the drafts and extends their boxes. */
function applyAssignment<Of extends { box: Box }>(
  candidates: readonly Of[],
  drafts: readonly Draft[],
  { assigned }: Assignment,
): (Of | null)[] {
  return drafts.map((draft, row) => {
    const index = assigned[row]
    const candidate = index === null || index === undefined ? undefined : candidates[index]
    if (candidate) draft.known = boundingBox([draft.known, candidate.box])
    return candidate ?? null
  })
}

/**
 * If nearly all stats have a mutually nearest number, uses the numbers as anchors of the rows. The position
 * of a long stat varies because it wraps; the position of a number does not.
 */
function useNumbersAsAnchors(drafts: readonly Draft[], numbers: readonly NumberField[]): void {
  const nearest = <Of extends { box: Box }>(to: Box, all: readonly Of[]): Of | undefined =>
    all.toSorted((a, b) => distance(to, a.box) - distance(to, b.box))[0]
  const stats = drafts.map(({ stat }) => stat)
  const pairs = drafts.flatMap((draft) => {
    const number = nearest(draft.stat.box, numbers)
    return number && nearest(number.box, stats) === draft.stat ? [{ draft, number }] : []
  })
  if (!pairs.length || pairs.length < drafts.length * MIN_PAIRED_SHARE) return
  for (const { draft, number } of pairs) draft.anchor = number.box
}

/**
 * Assigns one kind of field after another. The kind with the best score is first, because it extends the row
 * boxes.
 */
function assignAllKinds(
  parsedFields: readonly ParsedField[],
  drafts: readonly Draft[],
  unit: number,
): AssignedFields {
  const assigned: AssignedFields = { number: [], team: [], name: [], opponent: [], game: [], time: [] }
  const openKinds = new Set<Kind>(KINDS)
  const apply = <K extends Kind>(kind: K, assignment: Assignment) => {
    assigned[kind] = applyAssignment(
      fieldsOfKind(parsedFields, kind),
      drafts,
      assignment,
    ) as AssignedFields[K]
    openKinds.delete(kind)
  }
  while (openKinds.size) {
    const [first] = [...openKinds]
      .map((kind) => ({ kind, assignment: assign(drafts, fieldsOfKind(parsedFields, kind), unit) }))
      .toSorted((a, b) => b.assignment.score - a.assignment.score)
    if (first) apply(first.kind, first.assignment)
  }
  return assigned
}

/** Score of assembled rows: the number of found fields, minus a penalty for uncertain rows. */
const completeness = (rows: readonly CardRow[]): number =>
  rows.reduce((sum, { number, side, team, name, opponent, time, uncertain }) => {
    const found = [number, side, team, name, opponent, time].filter(Boolean).length
    return sum + found - (uncertain ? 4 : 0)
  }, 0)

/** Whether both variants assigned the same number, side and player to a stat. */
const sameParts = (a: CardRow, b: CardRow): boolean =>
  a.stat === b.stat && a.number === b.number && a.side === b.side && a.team === b.team && a.name === b.name

/**
 * Assembles the rows: one per stat with a number or a player. Rows are assembled twice, with stats and with
 * numbers as anchors; the more complete result is used. Rows on which the two results differ are marked as
 * uncertain (`uncertain`).
 */
export function assembleRows(parsedFields: readonly ParsedField[]): CardRow[] {
  const atStats = assembleFrom('stat', parsedFields)
  const atNumbers = assembleFrom('number', parsedFields)
  const numbersAreBetter = completeness(atNumbers) > completeness(atStats)
  const better = numbersAreBetter ? atNumbers : atStats
  const other = numbersAreBetter ? atStats : atNumbers
  return better.map((row) => ({
    ...row,
    uncertain: row.uncertain || !other.some((one) => sameParts(row, one)),
  }))
}

function assembleFrom(anchor: 'stat' | 'number', parsedFields: readonly ParsedField[]): CardRow[] {
  const unit = median(parsedFields.map(({ textLine }) => textLine.capitalHeight)) || 1
  const drafts = fieldsOfKind(parsedFields, 'stat').map(
    (stat): Draft => ({ stat, anchor: stat.box, known: stat.box }),
  )
  if (anchor === 'number') useNumbersAsAnchors(drafts, fieldsOfKind(parsedFields, 'number'))
  const assigned = assignAllKinds(parsedFields, drafts, unit)
  // A stat without a number may be a filter of the page. With a player next to it, it is a row with an unread
  // number.
  const accepted = drafts.flatMap((draft, row) => {
    const own = {
      number: assigned.number[row] ?? null,
      team: assigned.team[row] ?? null,
      name: assigned.name[row] ?? null,
    }
    const rest = {
      opponent: assigned.opponent[row] ?? null,
      game: assigned.game[row] ?? null,
      time: assigned.time[row] ?? null,
    }
    return own.number || (own.team && own.name) ? [{ draft, ...own, ...rest }] : []
  })
  const rows = accepted.map(({ draft }) => draft)
  // If a stat and a player remain unassigned, all rows may have the values of their neighbours.
  const shifted =
    accepted.length < drafts.length && accepted.length < fieldsOfKind(parsedFields, 'name').length
  const side = chooseSides(fieldsOfKind(parsedFields, 'side'), accepted, unit, (sides) =>
    applyAssignment(sides, rows, assign(rows, sides, unit)),
  )
  const odds = readOdds(fieldsOfKind(parsedFields, 'odds'), rows, unit)
  const assembled = accepted.map(
    ({ draft, ...row }, index): CardRow => ({
      ...row,
      box: draft.known,
      uncertain:
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
  return [...assembled, ...playersWithoutStat(parsedFields, assembled)]
    .map((row) => withGame(row, parsedFields))
    .toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
}

/** Largest distance between the name and the club of a player, in heights of capitals. */
const CLUB_REACH = 3

/** Rows of the players whose stat was not read: each name with a club next to it is a row. */
function playersWithoutStat(parsedFields: readonly ParsedField[], rows: readonly CardRow[]): CardRow[] {
  const clubs = fieldsOfKind(parsedFields, 'team').filter((club) => rows.every(({ team }) => team !== club))
  const names = fieldsOfKind(parsedFields, 'name').filter((player) =>
    rows.every(({ name }) => name !== player),
  )
  return names.flatMap((name): CardRow[] => {
    const reach = CLUB_REACH * name.textLine.capitalHeight
    const [team] = clubs
      .filter(({ box }) => distance(box, name.box) < reach)
      .toSorted((a, b) => distance(a.box, name.box) - distance(b.box, name.box))
    if (!team) return []
    const nothing = {
      stat: null,
      number: null,
      side: null,
      opponent: null,
      game: null,
      time: null,
      odds: null,
    }
    const box = boundingBox([name.box, team.box])
    return [{ ...nothing, box, name, team, uncertain: false, sideChosen: false }]
  })
}

/**
 * Adds the game of a row: a headline with both clubs serves all rows of these clubs below it, and its time is theirs.
 * A row keeps the game at its own place only if the club of its player is unknown or in it.
 */
function withGame(row: CardRow, parsedFields: readonly ParsedField[]): CardRow {
  const { team } = row
  const games = fieldsOfKind(parsedFields, 'game')
  const ofClub = games.filter(({ value }) => team && opponentIn(value, team.value.team))
  const above = ofClub.filter(({ box }) => middleOf(box) <= row.box.y1)
  const away = ({ box }: { box: Box }) => distance(box, row.box)
  const [nearest = null] = (above.length > 0 ? above : ofClub).toSorted((a, b) => away(a) - away(b))
  const game = team ? nearest : row.game
  const time = fieldsOfKind(parsedFields, 'time').find(({ textLine }) => textLine === game?.textLine)
  return { ...row, game, time: row.time ?? time ?? null }
}

/**
 * Assigns each odds mark to the row that contains it or is nearest: only some rows have one, so offsets do
 * not help.
 */
function readOdds<Of extends { box: Box }>(
  marks: readonly Of[],
  rows: readonly Draft[],
  unit: number,
): (Of | null)[] {
  const assigned: (Of | null)[] = rows.map(() => null)
  for (const mark of marks) {
    const far = rows.map(
      ({ known }) => distance(known, mark.box) + Math.abs(middleOf(known) - middleOf(mark.box)) / 100,
    )
    const nearest = far.indexOf(Math.min(...far))
    if ((far[nearest] ?? Number.POSITIVE_INFINITY) < 3 * unit) assigned[nearest] = mark
  }
  return assigned
}
