import { randomUUID } from 'node:crypto'
import { createDataService, type StoredOddsGame } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, newGame, openOdds, quote } from './odds-fixture.ts'

let opened: Awaited<ReturnType<typeof openOdds>>
beforeAll(async () => {
  opened = await openOdds()
})
afterAll(() => opened?.close())

/** The games of a day, as a caller reads them that knows none. */
const gamesOf = async (day: string) => {
  const known: Record<string, string> = {}
  const games: StoredOddsGame[] = []
  for (;;) {
    const { changed, versions } = await opened.odds.ofDay(day, known)
    if (!changed) return games
    games.push(changed)
    known[changed.event.id] = versions[changed.event.id] ?? ''
  }
}
const gameOf = async (eventId: string) =>
  (await gamesOf('2026-07-18')).find(({ event }) => event.id === eventId)
const propOn = async (eventId: string) => (await gameOf(eventId))?.props[0]
const lastPrices = async (game: ReturnType<typeof newGame>, time: string | null = null) => {
  const instant = time && at(time).toISOString()
  const [prices] = await opened.odds.pricesAt([{ ...game.close, at: instant }])
  return prices?.quotes.map(({ book, over, under }) => [book, over, under])
}

describe('a stored snapshot', () => {
  it('is the board, with players, names of books, and the time of the price', async () => {
    const { odds } = opened
    const game = newGame()
    expect(
      await odds.store(at('12:01'), [game.snapshot([quote(), quote({ book: 'south', under: null })])]),
    ).toEqual({
      changes: 2,
      takenDown: 0,
    })
    expect((await odds.ofDay('2026-07-18', {})).days).toContain('2026-07-18')
    const { event, books, props } = (await gameOf(game.event.id)) ?? {}
    expect(books).toMatchObject({ north: 'North Book', south: 'South Book' })
    expect({ ...event, startsAt: new Date(event?.startsAt ?? '').toISOString() }).toEqual(game.event)
    const [stat, player, personId, team, quotes] = props?.[0] ?? []
    expect([stat, player, personId, team]).toEqual(['Pitcher Strikeouts', 'Mateo Villareal', 7, 'BOS'])
    expect(quotes?.map(([book, line, over, under]) => [book, line, over, under])).toEqual([
      ['north', 5.5, -110, -110],
      ['south', 5.5, -110, null],
    ])
    expect(new Date(quotes?.[0]?.[5] ?? '')).toEqual(at('12:01'))
  })

  it('changes nothing when it is stored twice', async () => {
    const { odds } = opened
    const game = newGame()
    const snapshot = game.snapshot([quote(), quote({ book: 'south', over: 120 })])
    await odds.store(at('12:01'), [snapshot])
    expect(await odds.store(at('12:01'), [snapshot])).toEqual({ changes: 0, takenDown: 0 })
    expect(await odds.history(game.prop)).toHaveLength(2)
  })

  it('adds no change at a later time with the same prices, and confirms them', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:01'), [game.snapshot([quote()])])
    const later = quote({ confirmedAt: '2026-07-18T12:30:00.000Z' })
    expect(await odds.store(at('12:31'), [game.snapshot([later])])).toEqual({ changes: 0, takenDown: 0 })
    const [, , , , quotes] = (await propOn(game.event.id)) ?? []
    const [, , , , confirmedAt = '', seenAt = ''] = quotes?.[0] ?? []
    expect([new Date(confirmedAt), new Date(seenAt)]).toEqual([at('12:30'), at('12:01')])
  })

  it('marks the lines of a vanished book and of a removed line as taken down, and brings them back', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:01'), [game.snapshot([quote(), quote({ line: 6.5 }), quote({ book: 'south' })])])
    expect(await odds.store(at('12:31'), [game.snapshot([quote()])])).toEqual({ changes: 2, takenDown: 2 })
    expect((await propOn(game.event.id))?.[4]).toHaveLength(1)
    await odds.store(at('13:01'), [game.snapshot([quote(), quote({ book: 'south' })])])
    const south = (await odds.history(game.prop)).filter(({ book }) => book === 'south')
    expect(south.map(({ over, under }) => [over, under])).toEqual([
      [-110, -110],
      [null, null],
      [-110, -110],
    ])
  })

  it('leaves the lines of markets that were not read', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:01'), [game.snapshot([quote()])])
    const hits = quote({ stat: 'Hits', player: 'Jose Mora', line: 0.5 })
    await odds.store(at('12:31'), [game.snapshot([hits], { stats: ['Hits'] })])
    expect(await lastPrices(game)).toEqual([['north', -110, -110]])
  })

  it('overwrites nothing when it is older than the stored one', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:31'), [game.snapshot([quote({ over: 100 })])])
    expect(await odds.store(at('12:01'), [game.snapshot([quote({ over: -150 })])])).toEqual({
      changes: 0,
      takenDown: 0,
    })
    expect(await lastPrices(game)).toEqual([['north', 100, -110]])
  })

  it('is not stored after the first pitch, so the last one before it is the close', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('23:04'), [game.snapshot([quote({ over: 100 })])])
    expect(await odds.store(at('23:05'), [game.snapshot([])])).toEqual({ changes: 0, takenDown: 0 })
    expect(await lastPrices(game)).toEqual([['north', 100, -110]])
    const [close] = await odds.pricesAt([game.close])
    expect(new Date(close?.readAt ?? '')).toEqual(at('23:04'))
  })

  it('takes the first of two quotes of one line', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:01'), [game.snapshot([quote({ over: 101 }), quote({ over: 102 })])])
    expect(await lastPrices(game)).toEqual([['north', 101, -110]])
  })

  it('of two concurrent copies is stored once', async () => {
    const { odds } = opened
    const game = newGame()
    const quotes = Array.from({ length: 200 }, (_, index) => quote({ line: index + 0.5 }))
    const results = await Promise.all(
      Array.from({ length: 6 }, () => odds.store(at('12:01'), [game.snapshot(quotes)])),
    )
    expect(results.reduce((sum, { changes }) => sum + changes, 0)).toBe(200)
  })
})

describe('past prices', () => {
  it('are those of the last change of each book at or before the instant', async () => {
    const { odds } = opened
    const game = newGame()
    await odds.store(at('12:00'), [game.snapshot([quote(), quote({ book: 'south', over: 105 })])])
    await odds.store(at('13:00'), [
      game.snapshot([quote({ over: -120 }), quote({ book: 'south', over: 105 })]),
    ])
    await odds.store(at('14:00'), [game.snapshot([quote({ over: -120 })])])
    const south = ['south', 105, -110]
    expect(await lastPrices(game, '11:59')).toEqual([])
    expect(await lastPrices(game, '12:00')).toEqual([['north', -110, -110], south])
    expect(await lastPrices(game, '13:30')).toEqual([['north', -120, -110], south])
    expect(await lastPrices(game, '14:00')).toEqual([['north', -120, -110]])
  })

  it('are answered in the order of the requests, with null for an unknown game', async () => {
    const { odds } = opened
    const [first, second] = [newGame(), newGame()]
    await odds.store(at('12:00'), [
      first.snapshot([quote({ over: 101 })]),
      second.snapshot([quote({ over: 102 }), quote({ line: 6.5, over: 103 })]),
    ])
    const answers = await odds.pricesAt([
      { ...second.close, line: null },
      { ...first.close, gamePk: -1 },
      first.close,
      { ...first.close, personId: 8 },
    ])
    expect(answers.map((answer) => answer?.quotes.map(({ over }) => over) ?? null)).toEqual([
      [102, 103],
      null,
      [101],
      [],
    ])
  })
})

describe('changes since an instant', () => {
  it('have the previous price and the position of the prop, for the given props only', async () => {
    const { odds } = opened
    const game = newGame()
    const other = quote({ player: 'Jose Mora', personId: 8 })
    await odds.store(at('12:00'), [game.snapshot([quote(), other])])
    await odds.store(at('13:00'), [game.snapshot([quote({ over: -125 }), { ...other, over: 130 }])])
    const watched = { gamePk: game.event.gamePk, personId: 7, stat: 'Pitcher Strikeouts' }
    const changes = await odds.changesSince(at('12:00'), [{ ...watched, stat: 'Hits' }, watched])
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      prop: 1,
      event: game.event.id,
      book: 'north',
      line: 5.5,
      over: -125,
      beforeOver: -110,
    })
    expect(await odds.changesSince(at('13:00'), [watched])).toEqual([])
  })
})

describe('the board', () => {
  it('has only games whose version the caller has not, one at a time', async () => {
    const { odds } = opened
    const [game, other] = [newGame(), newGame()]
    const day = { day: '2031-05-04', startsAt: '2031-05-04T23:05:00.000Z' }
    await odds.store(at('12:00'), [game.snapshot([quote()], day), other.snapshot([quote()], day)])
    const both = [game.event.id, other.event.id].sort()
    expect((await gamesOf(day.day)).map(({ event }) => event.id)).toEqual(both)
    const { versions } = await odds.ofDay(day.day, {})
    expect(Object.keys(versions).sort()).toEqual(both)
    expect((await odds.ofDay(day.day, versions)).changed).toBeNull()
    await odds.store(at('12:30'), [game.snapshot([quote({ over: 105 })], day)])
    const { changed } = await odds.ofDay(day.day, versions)
    expect(changed?.event.id).toBe(game.event.id)
    expect(changed?.props[0]?.[4][0]?.[2]).toBe(105)
  })

  it('has the event that was read last of a game with two ids, also on another day', async () => {
    const { odds } = opened
    const game = newGame()
    const first = { day: '2031-06-04', startsAt: '2031-06-04T23:05:00.000Z' }
    const eventsOf = async (day: string) =>
      (await gamesOf(day)).map(({ event }) => event.id === game.event.id)
    await odds.store(at('12:00'), [game.snapshot([quote()], first)])
    await odds.store(at('12:30'), [game.snapshot([quote()], { ...first, id: randomUUID() })])
    expect(await eventsOf(first.day)).toEqual([false])
    const next = { day: '2031-06-05', startsAt: '2031-06-05T23:05:00.000Z', id: randomUUID() }
    await odds.store(at('13:00'), [game.snapshot([quote()], next)])
    expect([await eventsOf(first.day), await eventsOf(next.day)]).toEqual([[], [false]])
    // Games without a number of the league are different games.
    const unknown = ['a', 'b'].map((name) =>
      game.snapshot([quote()], { ...first, id: `${randomUUID()}-${name}`, gamePk: null }),
    )
    await odds.store(at('13:30'), unknown)
    expect(await eventsOf(first.day)).toEqual([false, false])
  })
})

describe('retention', () => {
  it('deletes games with all prices two weeks after the first pitch', async () => {
    const { odds } = opened
    const game = newGame()
    const early = { day: '2020-05-04', startsAt: '2020-05-04T23:05:00.000Z' }
    await odds.store(new Date('2020-05-04T12:00:00Z'), [game.snapshot([quote()], early)])
    const { client } = createDataService(opened.service)
    const line = await client.from('odds_current').select('id').eq('event_id', game.event.id).single()
    const changes = async () =>
      (await client.from('odds_changes').select('at').eq('quote_id', line.data?.id)).data?.length
    expect(await changes()).toBe(1)
    expect(await odds.forget(new Date('2020-05-18T23:05:00Z'), 10)).toBe(0)
    expect(await odds.forget(new Date('2020-05-18T23:06:00Z'), 10)).toBe(1)
    expect(await changes()).toBe(0)
  })
})
