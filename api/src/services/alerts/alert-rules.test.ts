import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Baseline, baselineSchema, compareProp, type PropState } from './alert-rules.ts'

const AT = new Date('2026-07-18T20:00:00Z')
const minutesLater = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)
const WATCHED = { since: '2026-07-18T15:00:00Z', line: 1.5, side: 'OVER' } as const
const BATTER = 592450
const COLE = { id: 543037, name: 'Gerrit Cole' }
const GIL = { id: 661563, name: 'Luis Gil' }

const stateOf = (changes: Partial<PropState> = {}): PropState => ({
  personId: BATTER,
  isPitcher: false,
  consensus: 1.5,
  chance: 0.5,
  starter: COLE,
  isLeftOut: undefined,
  engineOver: 0.6,
  ...changes,
})

/** The baseline of a prop that was saved in the given state. */
const savedIn = (state: PropState): Baseline => compareProp(WATCHED, null, state, AT).baseline
/** The events of a change from one state to another. */
const eventsOf = (before: PropState, now: PropState, at = AT) =>
  compareProp(WATCHED, savedIn(before), now, at).events

describe('compareProp', () => {
  it('has no event at the first comparison, whatever the state', () => {
    expect(compareProp(WATCHED, null, stateOf({ isLeftOut: true, engineOver: 0.2 }), AT).events).toEqual([])
  })

  it('starts anew for a prop that was saved again, or with another line or side', () => {
    const before = savedIn(stateOf())
    for (const change of [{ since: '2026-07-18T19:00:00Z' }, { line: 2.5 }, { side: 'UNDER' as const }]) {
      const { baseline, events } = compareProp(
        { ...WATCHED, ...change },
        before,
        stateOf({ consensus: 4.5 }),
        AT,
      )
      expect([baseline.consensus, events]).toEqual([4.5, []])
    }
  })

  describe('line and price', () => {
    it('report a new consensus line with both chances', () => {
      expect(eventsOf(stateOf(), stateOf({ consensus: 2.5, chance: 0.41 }))).toEqual([
        { kind: 'line-moved', line: [1.5, 2.5], chance: [0.5, 0.41] },
      ])
    })

    it.each([
      ['2.9 points', 0.529, 0],
      ['3 points up', 0.53, 1],
      ['3 points down', 0.47, 1],
    ])('report a chance that moved at the same line by at least 3 points: %s', (_move, chance, events) => {
      expect(eventsOf(stateOf(), stateOf({ chance }))).toHaveLength(events)
    })

    it('add up small moves since the last alert', () => {
      let baseline = savedIn(stateOf())
      const counts = [0.51, 0.52, 0.53, 0.54, 0.55, 0.56].map((chance, index) => {
        const compared = compareProp(WATCHED, baseline, stateOf({ chance }), minutesLater(index * 11))
        baseline = compared.baseline
        return compared.events.length
      })
      expect(counts).toEqual([0, 0, 1, 0, 0, 1])
    })

    it('are quiet for ten minutes after an alert, and report nothing if the price is back by then', () => {
      const moved = compareProp(WATCHED, savedIn(stateOf()), stateOf({ consensus: 2.5 }), AT).baseline
      const back = compareProp(WATCHED, moved, stateOf(), minutesLater(9))
      expect(back.events).toEqual([])
      expect(
        compareProp(WATCHED, back.baseline, stateOf({ consensus: 2.5 }), minutesLater(10)).events,
      ).toEqual([])
      expect(compareProp(WATCHED, back.baseline, stateOf(), minutesLater(10)).events).toHaveLength(1)
    })

    it('report nothing while no book has a price', () => {
      const gone = stateOf({ consensus: null, chance: null })
      const compared = compareProp(WATCHED, savedIn(stateOf()), gone, AT)
      expect([compared.events, compared.baseline.consensus]).toEqual([[], 1.5])
    })

    it('compare with the first price if there was none when the prop was saved', () => {
      const first = compareProp(WATCHED, savedIn(stateOf({ consensus: null, chance: null })), stateOf(), AT)
      expect(first.events).toEqual([])
      expect(compareProp(WATCHED, first.baseline, stateOf({ chance: 0.6 }), AT).events).toHaveLength(1)
    })
  })

  describe('batting order', () => {
    it('reports an order that was posted without the player', () => {
      expect(eventsOf(stateOf(), stateOf({ isLeftOut: true }))).toEqual([{ kind: 'not-in-lineup' }])
      const [playing, out] = [
        stateOf({ isLeftOut: false, status: null }),
        stateOf({ isLeftOut: true, status: 'Out: knee' }),
      ]
      expect(eventsOf(playing, out)).toEqual([{ kind: 'not-in-lineup', status: 'Out: knee' }])
      expect(eventsOf(out, playing)).toEqual([{ kind: 'not-in-lineup', status: null }])
      expect(eventsOf(out, stateOf({ isLeftOut: undefined }))).toEqual([])
    })
    it('reports nothing for an order with the player, nor for one that was posted before the prop was saved', () => {
      expect(eventsOf(stateOf(), stateOf({ isLeftOut: false }))).toEqual([])
      expect(eventsOf(stateOf({ isLeftOut: true }), stateOf({ isLeftOut: true }))).toEqual([])
    })
  })

  describe('starter', () => {
    const pitcher = (changes: Partial<PropState>) =>
      stateOf({ personId: COLE.id, isPitcher: true, ...changes })

    it('reports another opposing starter of a batter', () => {
      expect(eventsOf(stateOf(), stateOf({ starter: GIL }))).toEqual([
        { kind: 'starter-changed', before: COLE, now: GIL },
      ])
    })
    it('reports no first announcement, and no withdrawal of the opposing starter', () => {
      expect(eventsOf(stateOf({ starter: null }), stateOf())).toEqual([])
      expect(eventsOf(stateOf(), stateOf({ starter: null }))).toEqual([])
    })
    it('reports a replacement after a withdrawal once', () => {
      const withdrawn = compareProp(WATCHED, savedIn(stateOf()), stateOf({ starter: null }), AT)
      const replaced = compareProp(WATCHED, withdrawn.baseline, stateOf({ starter: GIL }), AT)
      expect(replaced.events).toEqual([{ kind: 'starter-changed', before: COLE, now: GIL }])
      expect(compareProp(WATCHED, replaced.baseline, stateOf({ starter: GIL }), AT).events).toEqual([])
    })
    it('reports that the pitcher of the prop is replaced, or is no longer announced', () => {
      expect(eventsOf(pitcher({}), pitcher({ starter: GIL }))).toMatchObject([{ before: COLE, now: GIL }])
      expect(eventsOf(pitcher({}), pitcher({ starter: null }))).toMatchObject([{ before: COLE, now: null }])
    })
    it('reports that another pitcher is announced than the one of the prop', () => {
      expect(eventsOf(pitcher({ starter: null }), pitcher({ starter: GIL }))).toMatchObject([
        { before: null, now: GIL },
      ])
      expect(eventsOf(pitcher({ starter: null }), pitcher({}))).toEqual([])
    })
  })

  describe('side of the engine', () => {
    it('reports that the engine favors the other side', () => {
      expect(eventsOf(stateOf(), stateOf({ engineOver: 0.45 }))).toEqual([
        { kind: 'side-changed', before: 'OVER', now: 'UNDER' },
      ])
    })
    it('reports nothing near one half, nor without a forecast', () => {
      expect(eventsOf(stateOf(), stateOf({ engineOver: 0.481 }))).toEqual([])
      expect(eventsOf(stateOf(), stateOf({ engineOver: null }))).toEqual([])
      expect(eventsOf(stateOf({ engineOver: null }), stateOf({ engineOver: 0.2 }))).toEqual([])
    })
  })

  const chance = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  const state: fc.Arbitrary<PropState> = fc.record({
    personId: fc.constant(COLE.id),
    isPitcher: fc.boolean(),
    consensus: fc.option(fc.constantFrom(0.5, 1.5, 2.5)),
    chance,
    starter: fc.option(fc.constantFrom(COLE, GIL)),
    isLeftOut: fc.constantFrom(undefined, true, false),
    engineOver: chance,
  })
  const walk = fc.array(fc.tuple(state, fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 8 })

  it('has no event for a state that was compared at the same time before', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        let baseline: Baseline | null = null
        let at = AT
        for (const [now, wait] of steps) {
          at = new Date(at.getTime() + wait * 60_000)
          baseline = compareProp(WATCHED, baseline, now, at).baseline
          const again = compareProp(WATCHED, baseline, now, at)
          expect(again).toEqual({ baseline, events: [] })
        }
      }),
    )
  })

  it('reports each change as its own kind, at most once per comparison, and stores readable baselines', () => {
    fc.assert(
      fc.property(state, state, (before, now) => {
        const { baseline, events } = compareProp(WATCHED, savedIn(before), now, AT)
        expect(new Set(events.map(({ kind }) => kind)).size).toBe(events.length)
        expect(baselineSchema.parse(JSON.parse(JSON.stringify(baseline)))).toEqual(baseline)
      }),
    )
  })
})
