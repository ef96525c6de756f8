import { describe, expect, it } from 'vitest'
import type { OpenWatch, PropEvent } from './alert-rules.ts'
import { describeEvent, eventKey, type FoundEvent } from './alert-texts.ts'

const COLE = { id: 543037, name: 'Gerrit Cole' }
const GIL = { id: 661563, name: 'Luis Gil' }

function propOf(changes: Partial<OpenWatch['watch']> = {}, more: Partial<OpenWatch> = {}): OpenWatch {
  return {
    watch: {
      userId: '00000000-0000-4000-8000-000000000001',
      gamePk: 7,
      personId: 8,
      statType: 'Hits',
      leagueDay: '2026-07-18',
      playerName: 'Written by the user',
      team: 'NYM',
      line: 1.5,
      side: 'OVER',
      oddsType: 'standard',
      since: '2026-07-18T15:00:00Z',
      isSaved: true,
      revision: 0,
      state: null,
      ...changes,
    },
    game: {
      gamePk: 7,
      date: '2026-07-18',
      startsAt: '2026-07-18T23:05:00Z',
      home: true,
      opponentId: 2,
      venueId: null,
      isStartUnset: false,
      starterId: null,
      otherStarterIds: [],
      opposingStarterId: null,
      opposingStarter: null,
      lineup: [],
      opposingLineup: [],
    },
    player: 'Mateo Villareal',
    stat: 'Hits',
    isPitcher: false,
    ...more,
  }
}
const found = (event: PropEvent, prop = propOf(), revision = 3): FoundEvent => ({ event, prop, revision })
const starter: PropEvent = { kind: 'starter-changed', before: COLE, now: GIL }

describe('describeEvent', () => {
  it.each<[string, FoundEvent, string, string]>([
    [
      'a line that moved',
      found({ kind: 'line-moved', line: [1.5, 2.5], chance: [0.52, 0.41] }),
      'Mateo Villareal: Hits line 1.5 → 2.5',
      'The books’ chance of over 1.5, without their margin: 52% → 41%.',
    ],
    [
      'a price that moved',
      found({ kind: 'line-moved', line: [1.5, 1.5], chance: [0.5, 0.53] }),
      'Mateo Villareal: price of Hits 1.5 moved',
      'The books’ chance of over 1.5, without their margin: 50% → 53%.',
    ],
    [
      'a line whose chance no book shows any more',
      found({ kind: 'line-moved', line: [1.5, 2.5], chance: [0.5, null] }),
      'Mateo Villareal: Hits line 1.5 → 2.5',
      'You watch over 1.5.',
    ],
    [
      'an order without the player',
      found({ kind: 'not-in-lineup' }),
      'Mateo Villareal is not in the batting order',
      'Your prop: Mateo Villareal over 1.5 Hits.',
    ],
    [
      'a player of another sport who is reported out',
      found({ kind: 'not-in-lineup', status: 'Out: knee' }),
      'Mateo Villareal will not play. Out: knee',
      'Your prop: Mateo Villareal over 1.5 Hits.',
    ],
    [
      'one who is back',
      found({ kind: 'not-in-lineup', status: null }),
      'Mateo Villareal is no longer reported out',
      'Your prop: Mateo Villareal over 1.5 Hits.',
    ],
    [
      'another starter',
      found(starter),
      'Starter changed: Gerrit Cole → Luis Gil',
      'Your prop: Mateo Villareal over 1.5 Hits.',
    ],
    [
      'a withdrawn starter',
      found({ kind: 'starter-changed', before: COLE, now: null }),
      'Gerrit Cole is no longer announced to start',
      'Your prop: Mateo Villareal over 1.5 Hits.',
    ],
    [
      'a change of the engine',
      found({ kind: 'side-changed', before: 'OVER', now: 'UNDER' }),
      'Engine now favors under: Mateo Villareal 1.5 Hits',
      'It favored over before. Your prop: Mateo Villareal over 1.5 Hits.',
    ],
  ])('words %s', (_what, event, title, body) => {
    expect(describeEvent([event])).toMatchObject({ kind: event.event.kind, title, body })
  })

  it('names the props that an event affects, and counts those beyond four', () => {
    const props = [1, 2, 3, 4, 5, 6].map((personId) => propOf({ personId }, { player: `Player ${personId}` }))
    const [first, ...rest] = props.map((prop) => found(starter, prop))
    if (!first) throw new Error('no prop')
    expect(describeEvent([first, ...rest]).body).toMatch(
      /^Your props: Player 1 .*Player 4 over 1.5 Hits and 2 more\.$/,
    )
  })

  it('leads to the picks for a saved prop, and to the scanner for a starred one', () => {
    expect(describeEvent([found(starter)]).path).toBe('/picks')
    const { path } = describeEvent([found(starter, propOf({ isSaved: false }, { stat: 'Hits+Runs+RBIs' }))])
    expect(path).toBe('/scanner?day=2026-07-18&prop=7%7C8%7CHits%2BRuns%2BRBIs')
  })

  it('keeps to the lengths of the table, however long the names are', () => {
    const long = propOf({}, { player: 'x'.repeat(900) })
    const { title, body } = describeEvent([found({ kind: 'not-in-lineup' }, long)])
    expect([title.length, body.length]).toEqual([200, 600])
  })
})

describe('eventKey', () => {
  it('is one for all props that a change of starter affects: batters, and the pitcher himself', () => {
    const opposing = propOf({ personId: 9 }, { game: { ...propOf().game, home: false } })
    const pitcher = propOf({ personId: COLE.id }, { isPitcher: true, stat: 'Pitcher Strikeouts' })
    expect(eventKey(found(starter, opposing))).toBe(eventKey(found(starter, pitcher)))
    expect(eventKey(found(starter))).not.toBe(eventKey(found(starter, pitcher)))
  })
  it('is one per player for a batting order, whatever the market', () => {
    expect(eventKey(found({ kind: 'not-in-lineup' }))).toBe(
      eventKey(found({ kind: 'not-in-lineup' }, propOf({}, { stat: 'Total Bases' }), 9)),
    )
  })
  it('differs between two moves of a line', () => {
    const moved: PropEvent = { kind: 'line-moved', line: [1.5, 2.5], chance: [null, null] }
    expect(eventKey(found(moved, propOf(), 3))).not.toBe(eventKey(found(moved, propOf(), 4)))
  })
})
