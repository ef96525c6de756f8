import { describe, expect, it } from 'vitest'
import { assessPitcher } from '../../scoring/assess-pitcher.ts'
import type { PitcherRow } from '../../state/rows.ts'
import { PITCHERS } from '../../testing/fixtures.ts'
import { eraGrade } from './cells.tsx'
import { PITCHER_COLUMN } from './columns.tsx'
import { type Column, toCsv } from './section-panel.tsx'
import { signalBasisText } from './sections.tsx'
import { describeStarts } from './start-strip.tsx'

interface Row {
  name: string
  z: number | null
}
const rows: Row[] = [
  { name: 'Beau', z: 0.5 },
  { name: 'Álvaro', z: null },
  { name: 'Cy', z: -1 },
  { name: 'Dov', z: 0.5 },
]
const z: Column<Row> = { head: 'Edge z', numeric: true, sort: (row) => row.z, cell: () => null }
const name: Column<Row> = { head: 'Pitcher', sort: (row) => row.name, cell: () => null }

describe('H2 export', () => {
  it('follows RFC 4180, with empty cells for unknown values and escaped formulas', () => {
    const odd = [
      { name: 'Smith, "Bo"', z: 1 / 3 },
      { name: '=HYPERLINK(1)', z: null },
      { name: '+1', z: -0.5 },
      { name: '-Dash', z: 1 },
      { name: '@SUM(A1), "x"', z: 2 },
    ]
    expect(toCsv([name, z], odd)).toBe(
      '#,Pitcher,Edge z\r\n1,"Smith, ""Bo""",0.333\r\n2,\'=HYPERLINK(1),\r\n' +
        '3,\'+1,-0.5\r\n4,\'-Dash,1\r\n5,"\'@SUM(A1), ""x""",2\r\n',
    )
  })
  it('expands a column into several', () => {
    const wide: Column<Row> = { ...z, csv: (row) => ({ Low: row.z, High: -2 }) }
    expect(toCsv([wide], rows.slice(0, 1))).toBe('#,Low,High\r\n1,0.5,-2\r\n')
  })
  it.each([
    ['is set', {}, PITCHERS[0]?.gameTime],
    ['is not set', { startTimeTbd: true }, null],
  ])('has the first pitch where it %s', (_, more, firstPitch) => {
    const row = { name: 'Cy', pitcher: { ...PITCHERS[0], ...more } } as PitcherRow
    expect(PITCHER_COLUMN.csv?.(row)).toMatchObject({ 'First pitch': firstPitch })
  })
})

it.each([
  [null, undefined],
  [2.99, 'u-good'],
  [3, undefined],
  [4.5, undefined],
  [4.51, 'u-low'],
])('H2 an ERA of %s is graded %s', (era, grade) => expect(eraGrade(era)).toBe(grade))

it.each([
  [[7, 6, 5], 6, 'Last 3 starts, oldest first, strikeouts: 7, 6, 5; line 6; over in 1, push in 1'],
  [[7], 6.5, 'Last 1 start, oldest first, strikeouts: 7; line 6.5; over in 1'],
  [[7, 8], null, 'Last 2 starts, oldest first, strikeouts: 7, 8'],
])('H2 the strip of starts has its result as accessible text: %j against %s', (values, line, text) =>
  expect(describeStarts(values, values.map(String), 'strikeouts', line)).toBe(text),
)

describe('H4 the basis of a signal', () => {
  const [pitcher] = PITCHERS
  const start = { outs: 18, strikeOuts: 7, hits: 5 }
  const assessment = (line: number | null, recent = [start, start], vsOpponent: (typeof start)[] = []) =>
    assessPitcher('strikeouts', { recent, vsOpponent, per9: 9, venueName: '', line })
  const textOf = (changes: Partial<PitcherRow['assessment']>) =>
    signalBasisText({ pitcher, assessment: { ...assessment(null), ...changes } } as PitcherRow)

  it.each([
    // (0.4 · 7 + 0.2 · 6) / 0.6 = 6.667; less 5.5, over a divisor of 1
    [assessment(5.5), 'Edge +1.17'],
    [
      { ...assessment(5.5), z: null, signalBasis: 'average-over-line' },
      'Average 7.0 against the line of 5.5',
    ],
    [assessment(null), 'Average 7.0 alone, no starts against KC'],
    [assessment(null, [start], [start, start]), 'No line, 2 starts against KC'],
    [assessment(null, []), 'No starts this season'],
  ] as const)('is worded for each case: %#', (changes, text) => expect(textOf(changes)).toBe(text))
})
