import { describe, expect, it } from 'vitest'
import { sumOf } from '../testing/sums.ts'
import { LineTable } from '../world/line-table.ts'
import { BAT, BATTING, PIT, PITCHING } from '../world/stat-fields.ts'
import { type Course, makeTonight } from './day-games.ts'

const courses = makeTonight('propsight', '2026-07-17')

const upTo = (course: Course, plates: number) => {
  const tables = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  return { ...tables, ...course.play(plates, tables, 0) }
}
const lineKey = (table: LineTable, line: number) => {
  const { person, home, order } = table.key(line)
  return `${person} ${home} ${order}`
}

describe('course of a game', () => {
  it('lasts between two and four and a half hours, 165 minutes on average', () => {
    const minutes = courses.map(({ game, endsAt }) => (endsAt - Date.parse(game.startsAt)) / 60_000)
    expect(Math.min(...minutes)).toBeGreaterThan(125)
    expect(Math.max(...minutes)).toBeLessThan(260)
    const mean = minutes.reduce((sum, each) => sum + each, 0) / minutes.length
    expect(Math.abs(mean - 165)).toBeLessThan(15)
  })

  it('is, at every plate appearance, a prefix of the complete game', () => {
    for (const course of courses.slice(0, 4)) {
      const { halves } = course
      const whole = upTo(course, halves.length)
      expect(whole.played.standing).toBeUndefined()
      expect(upTo(course, Number.POSITIVE_INFINITY).batting.bytes()).toEqual(whole.batting.bytes())
      const lines = new Map(
        Array.from({ length: whole.batting.length }, (_, line) => [lineKey(whole.batting, line), line]),
      )
      for (let plates = 0; plates < halves.length; plates += 3) {
        const part = upTo(course, plates)
        expect(sumOf(part.batting, BAT.plateAppearances)).toBe(plates)
        for (let line = 0; line < part.batting.length; line++) {
          const after = lines.get(lineKey(part.batting, line)) ?? -1
          for (const field of Object.values(BAT)) {
            expect(whole.batting.count(after, field)).toBeGreaterThanOrEqual(part.batting.count(line, field))
          }
        }
        const { standing, innings } = part.played
        if (!standing) throw new Error('a game ended before its end')
        // Outs: three for every finished half inning, plus those of the current one.
        const over = 2 * (standing.inning - 1) + (standing.top ? 0 : 1)
        expect(sumOf(part.pitching, PIT.outs)).toBe(3 * over + standing.outs)
        const finished = standing.inning - 1
        expect(innings.slice(0, finished)).toEqual(whole.played.innings.slice(0, finished))
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
    const off = days.flatMap((day) => makeTonight('propsight', day)).filter(({ movedBy }) => movedBy)
    expect(off.length).toBeGreaterThan(0)
    for (const { game, movedBy = [] } of off) {
      expect(movedBy.map(({ gameNumber }) => gameNumber).toSorted()).toEqual([1, 2])
      expect(movedBy.find(({ pk }) => pk === game.pk)?.postponedFrom?.date).toBe(game.date)
    }
  })
})
