import { lineSchema } from '@propsight/shared/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enteredSide } from '../../state/ranked-line.ts'
import { anExtractedRow } from '../../testing/answers.ts'
import {
  blankRow,
  confirmedLines,
  draftRowSchema,
  editRow,
  isMatched,
  isUncertain,
  lineOf,
  problemsOf,
  toDraftRow,
} from './picture-rows.ts'

describe('the line of a row', () => {
  it.each([
    ['1.5', 1.5],
    [' 34.5 ', 34.5],
    ['2', 2],
    ['0,5', 0.5],
    ['0', null],
    ['', null],
    ['1.2', null],
    ['-1.5', null],
    ['1e2', null],
    ['600.5', null],
    ['one', null],
  ])('parses %j as %j: positive steps of 0.5 only', (text, line) => {
    expect(lineOf(text)).toBe(line)
  })
})

describe('an extracted row', () => {
  it('N9: derives line, side and stat from its text when the reader omitted the fields', () => {
    const row = toDraftRow(anExtractedRow({ stats: '5.5 Less Strikeouts', line: null, statType: null }))
    expect(row).toMatchObject({ line: '5.5', side: 'UNDER', statType: 'Pitcher Strikeouts' })
  })

  it('N5: has the side of the reader when its text is incomplete', () => {
    expect(toDraftRow(anExtractedRow({ stats: '', line: null, side: 'UNDER' })).side).toBe('UNDER')
  })

  it('N5: offers no empty name to choose when the name was not read', () => {
    expect(toDraftRow(anExtractedRow({ name: '', similarNames: ['Dax Holloway'] })).names).toEqual([
      'Dax Holloway',
    ])
    expect(toDraftRow(anExtractedRow({ name: '' })).names).toEqual([])
  })

  it('N5: assigns a doubt about the stats text to its part, or to the stat for an older server', () => {
    const doubt = { field: 'stats' as const, reason: 'a; b' }
    const parts = [
      { field: 'line' as const, reason: 'a' },
      { field: 'side' as const, reason: 'b' },
    ]
    expect(toDraftRow(anExtractedRow({ doubts: [{ ...doubt, parts }] })).doubts).toEqual(parts)
    expect(toDraftRow(anExtractedRow({ doubts: [doubt] })).doubts).toEqual([
      { field: 'statType', reason: 'a; b' },
    ])
  })

  it('N5: is matched, not uncertain, while it has the name of a player with a similar name', () => {
    const doubts = [{ field: 'name' as const, reason: "Read as 'Mateo Vi1lareal'." }]
    const row = toDraftRow(anExtractedRow({ readName: 'Mateo Vi1lareal', doubts }))
    expect([isMatched(row), isUncertain(row)]).toEqual([true, false])
    expect(row.names).toEqual(['Mateo Villareal', 'Mateo Vi1lareal'])
    expect(isMatched(editRow(row, { name: 'Mateo Vi1lareal' }))).toBe(false)
  })

  it('N5: is uncertain while a doubt about name, team or stats text is unchecked', () => {
    const doubt = (field: 'name' | 'team' | 'stats' | 'opponent') => [{ field, reason: 'unlike any name' }]
    for (const field of ['name', 'team', 'stats'] as const) {
      const row = toDraftRow(anExtractedRow({ doubts: doubt(field) }))
      expect(isUncertain(row)).toBe(true)
      expect(isUncertain({ ...row, checked: true })).toBe(false)
    }
    expect(isUncertain(toDraftRow(anExtractedRow({ doubts: doubt('opponent') })))).toBe(false)
  })

  it('N5: loses only the doubt of the field that is edited', () => {
    const row = toDraftRow(
      anExtractedRow({
        doubts: [
          { field: 'name', reason: 'a' },
          { field: 'stats', reason: 'b', parts: [{ field: 'side', reason: 'b' }] },
        ],
      }),
    )
    expect(editRow(row, { name: 'Matteo' }).doubts.map(({ field }) => field)).toEqual(['side'])
    expect(editRow(row, { side: 'UNDER' }).doubts.map(({ field }) => field)).toEqual(['name'])
    expect(editRow(row, { line: '2' }).doubts).toHaveLength(2)
  })
})

describe('confirmed rows', () => {
  it('N5: become lines in the form of the book', () => {
    const [line] = confirmedLines([
      toDraftRow(anExtractedRow({ name: ' Mateo  Villareal', team: 'sea', oddsType: 'goblin' })),
    ])
    expect(lineSchema.parse(line)).toEqual(line)
    expect(line).toMatchObject({
      id: expect.stringMatching(/^image-/),
      name: 'Mateo Villareal',
      team: 'SEA',
      stats: '1.5 More Total Bases',
      line: 1.5,
      statType: 'Total Bases',
      oddsType: 'goblin',
      opponent: 'TEX',
      homeAway: 'HOME',
      gameTime: null,
      combo: false,
    })
  })

  it('keep Less in their text, and mark a line on two players as a combo', () => {
    const rows = [
      toDraftRow(anExtractedRow({ stats: '1.5 Less Hits', statType: 'Hits' })),
      toDraftRow(anExtractedRow({ name: 'A. One + B. Two' })),
    ]
    expect(confirmedLines(rows).map(({ stats, combo }) => [stats, combo])).toEqual([
      ['1.5 Less Hits', false],
      ['1.5 More Total Bases', true],
    ])
  })

  it('N5: do not include an incomplete row, which has a message for each missing field', () => {
    expect(problemsOf(blankRow())).toEqual({
      name: 'Name the player',
      statType: 'Choose the stat',
      line: 'A number in steps of 0.5',
    })
    expect(confirmedLines([blankRow()])).toEqual([])
  })

  it('always satisfy the line schema of the server, for any input', () => {
    const texts = fc.string({ maxLength: 40 })
    const read = fc.record({
      name: texts,
      team: texts,
      stats: texts,
      line: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
      statType: fc.option(texts),
    })
    fc.assert(
      fc.property(read, (part) => {
        const row = toDraftRow(anExtractedRow(part))
        expect(draftRowSchema.parse(JSON.parse(JSON.stringify(row)))).toEqual(row)
        for (const line of confirmedLines([row])) {
          expect(lineSchema.parse(line).line % 0.5).toBe(0)
          expect(line.name).not.toBe('')
        }
      }),
    )
  })
})

describe('the side and the opponent of a slip', () => {
  it.each([
    ['UNDER', '1.5 Less Total Bases', 'UNDER'],
    ['OVER', '1.5 More Total Bases', 'OVER'],
    [null, '1.5 Total Bases', null],
  ] as const)('N5: the side %s is kept in the line as entered', (side, stats, entered) => {
    const row = toDraftRow(anExtractedRow({ side, stats: '' }))
    const [line] = confirmedLines([row])
    expect(line?.stats).toBe(stats)
    expect(line && enteredSide(line)).toBe(entered)
  })

  it('N5 G05: an opponent that is the team after a correction of the row is removed', () => {
    const row = editRow(toDraftRow(anExtractedRow()), { team: 'tex' })
    expect(confirmedLines([row])[0]).toMatchObject({ team: 'TEX', opponent: null, homeAway: null })
  })
})
