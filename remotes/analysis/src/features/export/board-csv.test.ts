import { download } from '@propsight/shared/client'
import { toCsv } from '@propsight/shared/format'
import { describe, expect, it, vi } from 'vitest'
import { rankBoard } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { IDLE, type PlayerRecord, playerKey } from '../../state/run.ts'
import { BOARD_LINES, BOARD_LOGS } from '../../testing/open-dashboard.tsx'
import { boardCsv, boardFileName } from './board-csv.ts'

const SOURCE = { day: '2026-07-18', label: 'Sample data' }
const records = BOARD_LOGS.filter((record): record is PlayerRecord => record.type === 'player')
const run = {
  ...IDLE,
  phase: 'complete' as const,
  lines: { players: BOARD_LINES, readAt: '2026-07-18T17:00:00Z', stale: false, skipped: 0 },
  records: new Map(records.map((record) => [playerKey(record), record])),
}
const { ranked } = rankBoard(run, { window: 10, books: null }, 'All')

/** Parses CSV (RFC 4180). */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  for (const line of csv.split('\r\n').slice(0, -1)) {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''))
  }
  return rows
}

const asRecords = (csv: string) => {
  const [labels = [], ...rows] = parse(csv)
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [labels[index], cell])))
}

describe('a board as CSV', () => {
  it('N3: contains each card with its interval, its counts, the engine and the data source', () => {
    const [first, second] = asRecords(boardCsv(ranked, SOURCE))
    expect(first).toMatchObject({
      Rank: '1',
      Player: 'José Ramírez',
      Stat: 'Hits',
      Line: '0.5',
      Pick: 'OVER',
      'Probability %': '81',
      'Interval low %': '71',
      'Interval high %': '91',
      'Break-even %': '57.7',
      'Last 5 over': '5',
      'Last 10 over': '9',
      'Last 10 under': '1',
      'Last 10 push': '0',
      'Last 15 over': '9',
      'Last 25 over': '9',
      'Season over': '9',
      Engine: '2026.11.22',
      'League day': '2026-07-18',
      'Data source': 'Sample data',
    })
    expect(second).toMatchObject({ Player: "Mack O'Neill", Pick: 'UNDER', 'Last 10 over': '1' })
    expect(asRecords(boardCsv(ranked, SOURCE))).toHaveLength(4)
  })

  it('N11: distinguishes the only side of a demon from a call', () => {
    const [line] = BOARD_LINES
    if (!line) throw new Error('The board is empty')
    const demon = { ...line, id: 'demon', oddsType: 'demon' as const, line: 2.5 }
    const board = rankBoard(
      { ...run, lines: { ...run.lines, players: [demon, line] } },
      { window: 10, books: null },
      'All',
    )
    expect(asRecords(boardCsv(board.ranked, SOURCE))).toMatchObject([
      { 'Odds type': 'standard', Pick: 'OVER', Call: 'OVER' },
      { 'Odds type': 'demon', Pick: 'OVER', Call: '' },
    ])
  })

  it('quotes values by RFC 4180, and escapes names that a spreadsheet would evaluate', () => {
    const named = (name: string): RankedLine => {
      const [card] = ranked
      if (!card) throw new Error('The board is empty')
      return { ...card, line: { ...card.line, name } }
    }
    for (const name of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\tx']) {
      const [row] = asRecords(boardCsv([named(name)], SOURCE))
      expect(row?.Player).toBe(`'${name}`)
    }
    const [row] = asRecords(boardCsv([named('Ann "The Bat", Jr.')], SOURCE))
    expect(row?.Player).toBe('Ann "The Bat", Jr.')
    expect(toCsv(['a'], [[-0.5], [null]])).toBe('a\r\n-0.5\r\n\r\n')
  })

  it('is a file named after day and stat that starts with a UTF-8 byte order mark', async () => {
    expect(boardFileName('2026-07-18', 'Total Bases')).toBe('propsight-2026-07-18-total-bases.csv')
    expect(boardFileName('2026-07-18', 'H+R+RBI')).toBe('propsight-2026-07-18-h-r-rbi.csv')
    const blobs: Blob[] = []
    URL.createObjectURL = vi.fn((blob: Blob) => {
      blobs.push(blob)
      return `blob:${blobs.length}`
    })
    URL.revokeObjectURL = vi.fn()
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    download('x.csv', 'a\r\n')
    expect(clicked).toHaveBeenCalledOnce()
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'a'.charCodeAt(0)])
  })
})
