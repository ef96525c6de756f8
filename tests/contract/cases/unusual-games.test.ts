import { randomUUID } from 'node:crypto'
import type { Pick } from '@propsight/shared/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sweep } from '../../support/rounds.ts'
import { appearance, batted, box, DAY, EVENING, game, person, pitched } from './case-bodies.ts'
import { type CasePick, type RunningCase, type Services, startCase } from './case-fixture.ts'

/** Picks and entries of the whole API, on games in rare states that occurred at the real services. */

const BATTER = 900_010
const HOME_BATTER = 900_011
const SECOND_BATTER = 900_012
const STARTER = 900_001
const OTHER_STARTER = 900_002
const PEOPLE = [
  person(BATTER, 'Batter One', 'TOR'),
  person(HOME_BATTER, 'Batter Two', 'BOS'),
  person(SECOND_BATTER, 'Batter Three', 'TOR'),
  person(STARTER, 'Starter One', 'BOS', 'P'),
  person(OTHER_STARTER, 'Starter Two', 'BOS', 'P'),
]
const NEXT_DAY = '2026-05-24T12:00:00Z'
const services: Services = {
  clock: `${DAY}T13:00:00Z`,
  people: PEOPLE,
  schedules: { [DAY]: [game()] },
}
const hits = (personId: number, changes: Partial<CasePick> = {}): CasePick => ({
  name: PEOPLE.find(({ id }) => id === personId)?.fullName ?? '',
  personId,
  team: 'TOR',
  statType: 'Hits',
  line: 0.5,
  gameTime: EVENING,
  side: 'OVER',
  ...changes,
})
const strikeouts = (personId: number): CasePick =>
  hits(personId, { team: 'BOS', statType: 'Pitcher Strikeouts', line: 4.5 })

let running: RunningCase | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})
const start = async (changes: Partial<Services> = {}): Promise<RunningCase> => {
  running = await startCase({ ...services, ...changes })
  return running
}
/** Saves picks and waits for their records, which the server writes after its answer. */
async function savePicks({ save, legs }: RunningCase, picks: readonly CasePick[]): Promise<Pick[]> {
  const saved = await save(picks)
  await vi.waitFor(async () => expect(await legs()).toHaveLength(picks.length), { timeout: 10_000 })
  return saved
}
const graded = async ({ legs }: RunningCase) =>
  (await legs()).map(({ game_pk, status, actual }) => [game_pk, status, actual])

describe('P7 a leg on an unusual game', () => {
  it('of a player who is in both clubs of a box score is graded by the entry with appearances', async () => {
    const opened = await start()
    await savePicks(opened, [hits(BATTER)])
    const boxes = {
      910001: box(
        { [BATTER]: batted({ hits: 1 }) },
        { [BATTER]: batted({ plateAppearances: 0, atBats: 0 }) },
      ),
    }
    await opened.later({ clock: NEXT_DAY, schedules: { [DAY]: [game({ state: 'final' })] }, boxes })
    expect(await graded(opened)).toEqual([[910_001, 'winner', 1]])
  })

  const doubleheader = (state: 'scheduled' | 'final', isSet = false) => [
    game({
      gameNumber: 1,
      state,
      gameDate: `${DAY}T17:05:00Z`,
      homeStarter: { id: STARTER, fullName: 'Starter One' },
    }),
    game({
      gamePk: 910_002,
      gameNumber: 2,
      state,
      gameDate: isSet ? EVENING : `${DAY}T07:33:00Z`,
      isStartUnset: !isSet,
      homeStarter: { id: OTHER_STARTER, fullName: 'Starter Two' },
    }),
  ]
  const doubleheaderBoxes = {
    910001: box({ [STARTER]: pitched({ strikeOuts: 2 }) }, { [BATTER]: batted({ hits: 0 }) }),
    910002: box({ [OTHER_STARTER]: pitched({ strikeOuts: 9 }) }, { [BATTER]: batted({ hits: 3 }) }),
  }
  it('of the evening belongs to the second game, whose start is not set, and not to the first', async () => {
    const opened = await start({ schedules: { [DAY]: doubleheader('scheduled') } })
    await savePicks(opened, [hits(BATTER, { line: 1.5 }), strikeouts(OTHER_STARTER)])
    await opened.later({
      clock: NEXT_DAY,
      schedules: { [DAY]: doubleheader('final', true) },
      boxes: doubleheaderBoxes,
    })
    expect(await graded(opened)).toEqual([
      [910_002, 'winner', 3],
      [910_002, 'winner', 9],
    ])
  })
  it('that is not certain has no game until the schedule decides, and is graded by that one', async () => {
    const unset = doubleheader('scheduled').map((each) => ({
      ...each,
      ...game({ isStartUnset: true, gameDate: `${DAY}T07:33:00Z` }),
      gamePk: each.gamePk,
      gameNumber: each.gameNumber,
      doubleHeader: 'S',
    }))
    const opened = await start({ schedules: { [DAY]: unset } })
    await savePicks(opened, [hits(BATTER, { line: 1.5 })])
    expect(await graded(opened)).toEqual([[null, 'pending', null]])
    await opened.later({
      clock: NEXT_DAY,
      schedules: { [DAY]: doubleheader('final', true) },
      boxes: doubleheaderBoxes,
    })
    expect(await graded(opened)).toEqual([[910_002, 'winner', 3]])
  })

  const partial = { 910001: box({}, { [BATTER]: batted({ plateAppearances: 1, atBats: 1, hits: 1 }) }) }
  const complete = { 910001: box({}, { [BATTER]: batted({ hits: 2 }) }) }
  const suspendedLegs = [
    ['underdog', 1.5, ['no-game', null], ['no-game', null]],
    ['prizepicks', 1.5, ['suspended', 1], ['winner', 2]],
    // Decided at the suspension: 1 hit is over 0.5, and stands.
    ['underdog', 0.5, ['winner', 1], ['winner', 1]],
    ['hotstreak', 0.5, ['no-game', null], ['no-game', null]],
    ['payday', 1.5, ['suspended', 1], ['winner', 2]],
  ] as const
  it.each(sweep(2, suspendedLegs))(
    'that is suspended for two months follows the rule of its book: %s, over %d',
    async (book, line, afterTwoDays, afterwards) => {
      const opened = await start()
      await savePicks(opened, [hits(BATTER, { line })])
      await opened.setBook(book)
      const suspended = { [DAY]: [game({ state: 'suspended' })] }
      await opened.later({ clock: `2026-05-24T06:00:00Z`, schedules: suspended, boxes: partial })
      expect(await graded(opened)).toEqual([[910_001, 'suspended', 1]])
      await opened.later({ clock: '2026-05-25T13:00:00Z' })
      expect(await graded(opened)).toEqual([[910_001, ...afterTwoDays]])
      const resumed = game({
        state: 'final',
        more: { resumeDate: '2026-07-22T20:00:00Z', resumeGameDate: '2026-07-22' },
      })
      await opened.later({ clock: '2026-07-23T12:00:00Z', schedules: { [DAY]: [resumed] }, boxes: complete })
      expect(await graded(opened)).toEqual([[910_001, ...afterwards]])
    },
  )
  it('that is resumed the next noon is graded by the whole game', async () => {
    const opened = await start()
    await savePicks(opened, [hits(BATTER, { line: 1.5 })])
    await opened.setBook('hotstreak')
    const resumed = game({
      state: 'final',
      more: { resumeDate: '2026-05-24T16:00:00Z', resumeGameDate: '2026-05-24' },
    })
    await opened.later({ clock: '2026-05-25T12:00:00Z', schedules: { [DAY]: [resumed] }, boxes: complete })
    expect(await graded(opened)).toEqual([[910_001, 'winner', 2]])
  })

  const afterOpener = [
    ['prizepicks', ['winner', 7]],
    ['hotstreak', ['no-game', null]],
    ['underdog', ['winner', 7]],
    ['payday', ['no-game', null]],
  ] as const
  it.each(sweep(2, afterOpener))(
    'of a pitcher who follows an opener is graded by the rule of %s',
    async (book, result) => {
      const opened = await start()
      await savePicks(opened, [strikeouts(OTHER_STARTER)])
      await opened.setBook(book)
      const boxes = {
        910001: box(
          { [STARTER]: pitched({ gamesStarted: 1, outs: 3 }), [OTHER_STARTER]: pitched({ strikeOuts: 7 }) },
          {},
        ),
      }
      await opened.later({ clock: NEXT_DAY, schedules: { [DAY]: [game({ state: 'final' })] }, boxes })
      expect(await graded(opened)).toEqual([[910_001, ...result]])
    },
  )
})

describe('P8 an entry', () => {
  const batting = Array.from({ length: 30 }, (_, at) => ({
    date: `2026-04-${String(at + 1).padStart(2, '0')}`,
    isHome: true,
    opponent: { id: 116 },
    game: { gamePk: 950_000 + at },
    stat: batted({ hits: at % 3 }).batting,
  }))
  const logs = {
    ...Object.fromEntries([BATTER, HOME_BATTER, SECOND_BATTER].map((id) => [id, { hitting: batting }])),
    [STARTER]: { pitching: [0, 5, 10, 15].map((at) => appearance(at, true, 18, 6)) },
  }
  const sent = (picks: readonly Pick[]) =>
    picks.map((pick) => ({
      id: pick.id,
      name: pick.playerName,
      sport: 'mlb',
      confidence: 50,
      projectedStatLine: '',
      bettingLine: pick.bettingAnalysis.bettingLine,
      recommendation: pick.bettingAnalysis.recommendation,
      statType: pick.statType,
      team: pick.team,
      oddsType: 'standard',
      personId: pick.personId,
      gameTime: pick.gameTime,
      injuryImpact: null,
      defensiveAnalysis: null,
      recentForm: null,
    }))
  const buy = async (opened: RunningCase, picks: readonly CasePick[]) => {
    const body = {
      idempotencyKey: randomUUID(),
      parlaySize: picks.length,
      myPicks: sent(await opened.save(picks)),
    }
    const answer = await opened.post('/api/parlay/generate-parlay', body)
    const { data } = await opened.user.client.from('user_profiles').select('credits').single()
    return { status: answer.status, text: await answer.text(), credits: data?.credits }
  }
  const outcomes = async ({ user }: RunningCase) =>
    (await user.client.from('past_parlays').select('outcome, paid')).data

  it('with players of one club left is refunded', async () => {
    const opened = await start({ logs })
    const bought = await buy(opened, [hits(BATTER), hits(SECOND_BATTER), hits(HOME_BATTER, { team: 'BOS' })])
    expect([bought.status, bought.credits]).toEqual([200, 19])
    const boxes = { 910001: box({}, { [BATTER]: batted({ hits: 1 }), [SECOND_BATTER]: batted({ hits: 2 }) }) }
    await opened.later({ clock: NEXT_DAY, schedules: { [DAY]: [game({ state: 'final' })] }, boxes })
    expect(await outcomes(opened)).toEqual([{ outcome: 'refunded', paid: 1 }])
  })

  it('of a pitcher and an opposing batter is refused without a charge', async () => {
    const starter = { id: STARTER, fullName: 'Starter One' }
    const opened = await start({ logs, schedules: { [DAY]: [game({ homeStarter: starter })] } })
    const refused = await buy(opened, [strikeouts(STARTER), hits(BATTER, { side: 'UNDER', line: 1.5 })])
    expect([refused.status, refused.credits]).toEqual([422, 20])
    expect(refused.text).toContain('PrizePicks takes no pitcher with an opposing batter')
  })
})
