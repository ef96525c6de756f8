import type { Performance } from './performances.ts'

const PLACES = 9
/** From five places on, the other one bats first by four or fewer. */
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

/** What two players of one game are to each other: whose stats are the rows of the relation's table, and whose not. */
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

/** Two players' relation; both ways round where neither comes first. */
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

/** All relations of a game's players, each player's with himself among them. */
export const relationsOf = (players: readonly Performance[]): Related[] =>
  players.flatMap((player, at) => [
    { relation: player.batter ? 'sameBatter' : 'samePitcher', row: player, column: player },
    ...players.slice(at + 1).flatMap((other) => related(player, other)),
  ])
