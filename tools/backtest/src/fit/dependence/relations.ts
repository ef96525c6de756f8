import type { Performance } from './performances.ts'

const PLACES = 9
/**
 * Maximum distance in the order of nine: at a distance of five or more the pair is closer in the other
 * direction.
 */
const FARTHEST = 4

export const RELATIONS = [
  'sameBatter',
  'samePitcher',
  'teamMates1',
  'teamMates2',
  'teamMates3',
  'teamMates4',
  'opposingBatters',
  'pitcherFacing',
  'pitcherBacked',
  'twoPitchers',
] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * The relation of two players in one game, with the player of the table's rows and the player of its columns.
 */
export interface Related {
  readonly relation: Relation
  readonly row: Performance
  readonly column: Performance
}

function ofBatters(a: Performance, b: Performance): Related[] {
  if (a.club !== b.club) {
    return [
      { relation: 'opposingBatters', row: a, column: b },
      { relation: 'opposingBatters', row: b, column: a },
    ]
  }
  const after = ((b.slot ?? 0) - (a.slot ?? 0) + PLACES) % PLACES
  const [row, column, places] = after <= FARTHEST ? [a, b, after] : [b, a, PLACES - after]
  const relation = RELATIONS.find((name) => name === `teamMates${places}`)
  return relation ? [{ relation, row, column }] : []
}

/** The relation of two players; in both directions if the relation is symmetric. */
export function related(a: Performance, b: Performance): Related[] {
  if (a.batter && b.batter) return ofBatters(a, b)
  if (!a.batter && !b.batter) {
    return [
      { relation: 'twoPitchers', row: a, column: b },
      { relation: 'twoPitchers', row: b, column: a },
    ]
  }
  const [row, column] = a.batter ? [b, a] : [a, b]
  return [{ relation: row.club === column.club ? 'pitcherBacked' : 'pitcherFacing', row, column }]
}

/** All relations of a game's players, including each player with the same player. */
export const relationsOf = (players: readonly Performance[]): Related[] =>
  players.flatMap((player, at) => [
    { relation: player.batter ? 'sameBatter' : 'samePitcher', row: player, column: player },
    ...players.slice(at + 1).flatMap((other) => related(player, other)),
  ])
