import { describe, expect, it } from 'vitest'
import { scoreCases } from '../score/score.ts'
import { reportPage } from './page.ts'
import { reliabilitySvg } from './page-tables.ts'
import { backtestReport, change, count, formatColumns, percent, score, signed } from './table.ts'

describe('report formatting', () => {
  it('prints an explicit sign, and a dash for a missing figure', () => {
    expect([change(0.0061), change(-0.0061), signed(0), score(0.22384)]).toEqual([
      '+0.61%',
      '−0.61%',
      '+0.0000',
      '0.2238',
    ])
    expect([change(Number.NaN), score(Number.NaN), percent(Number.NaN)]).toEqual(['–', '–', '–'])
    expect([percent(0.6566), percent(0.7, 0), count(6476)]).toEqual(['65.7%', '70%', '6,476'])
  })

  it('right-aligns the figures of a text table', () => {
    expect(
      formatColumns([
        ['', 'n'],
        ['H 0.5', '10'],
        ['R 0.5', '6,476'],
      ]),
    ).toBe('             n\n  H 0.5     10\n  R 0.5  6,476')
  })
})

describe('report page', () => {
  const bin = (from: number, n: number, predicted: number, happened: number) => ({
    from,
    to: from + 0.1,
    n,
    predicted,
    happened,
  })

  it('places a bin at its predicted and observed share, and draws small bins pale', () => {
    const svg = reliabilitySvg([bin(0.5, 100, 0.5, 0.5), bin(0.9, 3, 0.95, 1)], 'Hits')
    // The centre of the plot, and a pale point near its corner.
    expect(svg).toContain('<circle class="point" cx="154" cy="128" r="4">')
    expect(svg).toContain('<circle class="point pale" cx="262" cy="8" r="4">')
    expect(svg.match(/points="([^"]*)"/)?.[1]).toBe('154,128')
  })

  it('escapes markup in the name of the data', () => {
    const scores = scoreCases({ batters: [], pitchers: [], refused: 0, leftOut: [] })
    const page = reportPage(
      backtestReport(scores, {
        data: '<img src=x onerror="alert(1)">',
        refused: 0,
        earlierSeasons: [],
        skippedRows: 2,
        blanks: [],
        seconds: 1,
      }),
    )
    expect(page).not.toContain('<img')
    expect(page).toContain('2 unreadable lines skipped')
  })
})
