import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumOf } from '../testing/index.ts'
import { LineTable } from '../world/line-table.ts'
import { BAT, BATTING, PIT, PITCHING } from '../world/stat-fields.ts'
import { type GamePlayback, makeDayGames, progressAt } from './day-games.ts'

/** Seventeen half innings of four or five plate appearances. */
const HALVES = Array.from({ length: 17 }, (_, half) =>
  Array<number>(half % 2 === 0 ? 4 : 5).fill(half),
).flat()

describe('pace of a game', () => {
  it('never takes a plate appearance back and pauses only between half innings', () => {
    const minute = fc.double({ min: 0, max: 200, noNaN: true })
    fc.assert(
      fc.property(minute, minute, (one, other) => {
        const before = progressAt(HALVES, Math.min(one, other))
        const after = progressAt(HALVES, Math.max(one, other))
        expect(after.plateAppearances).toBeGreaterThanOrEqual(before.plateAppearances)
        if (before.between)
          expect(HALVES[before.plateAppearances]).not.toBe(HALVES[before.plateAppearances - 1])
      }),
    )
  })
})

const playbacks = makeDayGames('propsight', '2026-07-17')

const upTo = (playback: GamePlayback, plateAppearances: number) => {
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  return { ...tables, ...playback.play(plateAppearances, tables, 0) }
}
const lineKey = (table: LineTable, line: number) => {
  const { person, home, order } = table.key(line)
  return `${person} ${home} ${order}`
}

describe('playback of a game', () => {
  it('is, at every plate appearance, a prefix of the complete game', () => {
    for (const playback of playbacks.slice(0, 4)) {
      const { halves } = playback
      const complete = upTo(playback, halves.length)
      expect(complete.played.stoppedAt).toBeUndefined()
      expect(upTo(playback, Number.POSITIVE_INFINITY).batting.bytes()).toEqual(complete.batting.bytes())
      const lines = new Map(
        Array.from({ length: complete.batting.length }, (_, line) => [lineKey(complete.batting, line), line]),
      )
      for (let plateAppearances = 0; plateAppearances < halves.length; plateAppearances += 3) {
        const part = upTo(playback, plateAppearances)
        expect(sumOf(part.batting, BAT.plateAppearances)).toBe(plateAppearances)
        for (let line = 0; line < part.batting.length; line++) {
          const after = lines.get(lineKey(part.batting, line)) ?? -1
          for (const field of Object.values(BAT)) {
            expect(complete.batting.count(after, field)).toBeGreaterThanOrEqual(
              part.batting.count(line, field),
            )
          }
        }
        const { stoppedAt, innings } = part.played
        if (!stoppedAt) throw new Error('a game ended before its end')
        // Outs: three for every finished half inning, plus those of the current one.
        const over = 2 * (stoppedAt.inning - 1) + (stoppedAt.top ? 0 : 1)
        expect(sumOf(part.pitching, PIT.outs)).toBe(3 * over + stoppedAt.outs)
        const finished = stoppedAt.inning - 1
        expect(innings.slice(0, finished)).toEqual(complete.played.innings.slice(0, finished))
        expect(part.score.winner).toBeUndefined()
      }
    }
  })

  it('names the postponed game when rain moves it to a doubleheader', () => {
    const days = [
      '2026-06-05',
      '2026-06-12',
      '2026-06-19',
      '2026-06-26',
      '2026-07-03',
      '2026-07-10',
      '2026-07-24',
    ]
    const postponed = days
      .flatMap((day) => makeDayGames('propsight', day))
      .filter(({ makeupGames }) => makeupGames)
    expect(postponed.length).toBeGreaterThan(0)
    for (const { game, makeupGames = [] } of postponed) {
      expect(makeupGames.map(({ gameNumber }) => gameNumber).toSorted()).toEqual([1, 2])
      expect(makeupGames.find(({ pk }) => pk === game.pk)?.postponedFrom?.date).toBe(game.date)
    }
  })
})
