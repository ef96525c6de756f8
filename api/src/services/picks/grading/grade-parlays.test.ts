import type { TrackLeg } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import type { GradableParlay, ParlayOutcome } from '../../../repositories/picks.ts'
import { fakeDeps } from '../../../testing/fake-deps.ts'
import { gradeParlays } from './grade-legs.ts'
import { anOpenLeg } from './testing/league-fixture.ts'

type Status = TrackLeg['status']
let parlays = 0
/** Fixture: a parlay with legs of two clubs in turn. */
const ended = (
  statuses: Status[],
  more: Partial<TrackLeg> = {},
  teams: readonly string[] = ['TOR', 'BOS'],
): GradableParlay => {
  parlays += 1
  return {
    id: `00000000-0000-4000-9000-${String(parlays).padStart(12, '0')}`,
    parlay_size: statuses.length,
    details: null,
    legs: statuses.map((status, at) =>
      anOpenLeg({ status, leg: at + 1, team: teams[at % teams.length] ?? '', ...more }),
    ),
  }
}

/**
 * Fixture: parlays in a fake repository.
 * @param gradedElsewhere whether another instance grades them first
 */
function parlaysFixture(all: GradableParlay[], gradedElsewhere = false) {
  const settled = new Map<string, ParlayOutcome>()
  const { repositories } = fakeDeps({})
  let reads = 0
  const parlaysRepository: typeof repositories.parlays = {
    ...repositories.parlays,
    gradable: async (after, limit) => {
      reads += 1
      return all.filter(({ id }) => !settled.has(id) && (after === null || id > after)).slice(0, limit)
    },
    settle: async (outcomes) => {
      if (gradedElsewhere) return 0
      for (const outcome of outcomes) settled.set(outcome.id, outcome)
      return outcomes.length
    },
  }
  const grade = () => gradeParlays({ repositories: { ...repositories, parlays: parlaysRepository } })
  return { grade, reads: () => reads, outcomes: () => all.map(({ id }) => settled.get(id)) }
}

describe('P8 parlays with ended legs', () => {
  it('are paid by the payout table after legs without a game and ties are dropped', async () => {
    const all = parlaysFixture([
      ended(['winner', 'winner']),
      ended(['winner', 'loser']),
      ended(['winner', 'push']),
      ended(['winner', 'no-game']),
      ended(['loser', 'no-game']),
      ended(['winner', 'winner', 'no-game']),
      ended(['winner', 'winner', 'winner', 'loser']),
    ])
    expect(await all.grade()).toBe(7)
    expect(all.outcomes()).toMatchObject([
      { outcome: 'won', paid: 3 },
      { outcome: 'lost', paid: 0 },
      { outcome: 'won', paid: 1.5 },
      { outcome: 'refunded', paid: 1 },
      { outcome: 'refunded', paid: 1 },
      { outcome: 'won', paid: 3 },
      { outcome: 'lost', paid: 0 },
    ])
    expect(await all.grade()).toBe(0)
  })
  it('H03 are refunded when the legs that were played are of one club', async () => {
    const all = parlaysFixture([
      ended(['winner', 'winner', 'no-game'], {}, ['TOR', 'TOR', 'BOS']),
      ended(['loser', 'winner', 'no-game'], {}, ['TOR', 'TOR', 'BOS']),
      // Two names of one club.
      ended(['winner', 'winner', 'no-game'], {}, ['AZ', 'ARI', 'BOS']),
      ended(['winner', 'winner', 'no-game', 'no-game'], {}, ['TOR', 'TOR', 'BOS', 'SD']),
      ended(['winner', 'winner', 'push'], {}, ['TOR', 'TOR', 'BOS']),
    ])
    await all.grade()
    expect(all.outcomes()).toMatchObject([
      { outcome: 'refunded', paid: 1 },
      { outcome: 'refunded', paid: 1 },
      { outcome: 'refunded', paid: 1 },
      { outcome: 'refunded', paid: 1 },
      { outcome: 'won', paid: 3 },
    ])
  })
  it('have no payout with a goblin or demon leg or with seven legs', async () => {
    const all = parlaysFixture([
      ended(['winner', 'winner'], { odds_type: 'goblin' }),
      ended(Array<Status>(7).fill('winner')),
      ended(['no-game', 'push'], { odds_type: 'demon' }),
    ])
    await all.grade()
    expect(all.outcomes()).toMatchObject([
      { outcome: 'won', paid: null },
      { outcome: 'won', paid: null },
      { outcome: 'refunded', paid: null },
    ])
  })
  it('H06 are lost as soon as one leg is lost, if the ended legs alone keep the entry valid', async () => {
    const all = parlaysFixture([
      ended(['loser', 'winner', 'winner', 'winner', 'in-progress', 'in-progress'], {}, [
        ...['TOR', 'TOR', 'BOS', 'BOS', 'SD', 'AZ'],
      ]),
      ended(['loser', 'winner', 'pending'], {}, ['TOR', 'TOR', 'BOS']),
      ended(['loser', 'no-game', 'pending'], {}, ['TOR', 'BOS', 'SD']),
      ended(['loser', 'winner', 'pending'], { odds_type: 'goblin' }),
      ended(['no-game', 'no-game', 'pending']),
    ])
    expect(await all.grade()).toBe(3)
    expect(all.outcomes()).toMatchObject([
      { outcome: 'lost', paid: 0 },
      undefined,
      undefined,
      { outcome: 'lost', paid: null },
      { outcome: 'refunded', paid: 1 },
    ])
  })
  it('H06 that stay open do not keep later pages from being graded', async () => {
    const undecided = Array.from({ length: 200 }, () =>
      ended(['loser', 'winner', 'pending'], {}, ['TOR', 'TOR', 'BOS']),
    )
    const all = parlaysFixture([...undecided, ended(['winner', 'winner'])])
    expect(await all.grade()).toBe(1)
  })
  it('are graded in pages until none is open', async () => {
    const all = parlaysFixture(Array.from({ length: 450 }, () => ended(['winner', 'winner'])))
    expect(await all.grade()).toBe(450)
    expect(all.reads()).toBe(3)
  })
  it('are skipped when another instance graded them first', async () => {
    const all = parlaysFixture(
      Array.from({ length: 200 }, () => ended(['winner', 'winner'])),
      true,
    )
    expect([await all.grade(), all.reads()]).toEqual([0, 2])
  })
})
