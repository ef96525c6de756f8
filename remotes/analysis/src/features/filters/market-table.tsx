import type { Line } from '@propsight/shared/contracts'
import { compareByChance, confidencePercent, marketLabel } from '@propsight/shared/domain'
import { Table, type TableColumn } from '@propsight/shared/ui'
import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { mayBeTopPick, noCallText, type RankedLine, toSortKey } from '../../state/ranked-line.ts'
import { filtersAtom } from '../../state/view.ts'
import styles from './market-table.module.css'

/** One market of a board. */
export interface MarketSummary {
  market: string
  /** Number of its lines, ranked or not. */
  lines: number
  /** Number of lines that may be top picks: at or above their break-even on enough games. */
  atBreakEven: number
  /** The line with the highest probability, as the board sorts by it; null while none is ranked. */
  likeliest: RankedLine | null
}

/**
 * Summarizes the markets of a board, those with the most lines at their break-even first.
 * @param ranked cards of the board
 */
export function summarizeMarkets(
  lines: readonly Pick<Line, 'statType'>[],
  ranked: readonly RankedLine[],
): MarketSummary[] {
  const markets = new Map<string, MarketSummary>()
  for (const { statType } of lines) {
    const summary = markets.get(statType) ?? { market: statType, lines: 0, atBreakEven: 0, likeliest: null }
    summary.lines += 1
    markets.set(statType, summary)
  }
  for (const card of ranked) {
    const summary = markets.get(card.line.statType)
    if (!summary) continue
    const { likeliest } = summary
    if (!likeliest || compareByChance(toSortKey(card), toSortKey(likeliest)) < 0) summary.likeliest = card
    if (mayBeTopPick(card)) summary.atBreakEven += 1
  }
  return [...markets.values()].sort((a, b) => b.atBreakEven - a.atBreakEven || b.lines - a.lines)
}

function likeliestText({ likeliest }: MarketSummary): string {
  if (!likeliest) return ''
  const { line, call, side, forecast } = likeliest
  const pick = call ? `${call === 'OVER' ? 'over' : 'under'} ${line.line}` : noCallText(line.line, side)
  return [line.name, pick, forecast && `${confidencePercent(forecast.chance)}%`].filter(Boolean).join(', ')
}

interface MarketTableProps {
  lines: readonly Line[]
  ranked: readonly RankedLine[]
}

/** The markets of a board with several. The name of a market shows its lines only, or all lines again. */
export function MarketTable({ lines, ranked }: MarketTableProps) {
  const [{ market: chosen }, filter] = useAtom(filtersAtom)
  const summaries = useMemo(() => summarizeMarkets(lines, ranked), [lines, ranked])
  const columns: TableColumn<MarketSummary>[] = [
    {
      head: 'Market',
      rowHeader: true,
      cell: ({ market }) => (
        <button
          type="button"
          className={styles.market}
          aria-pressed={market === chosen}
          onClick={() => filter({ market: market === chosen ? null : market })}
        >
          {marketLabel(market)}
        </button>
      ),
    },
    { head: 'Lines', numeric: true, cell: (summary) => summary.lines },
    {
      head: 'At break-even',
      title: 'Lines at or above their break-even, on five games or more',
      numeric: true,
      cell: (summary) => summary.atBreakEven,
    },
    { head: 'Likeliest', wide: true, cell: likeliestText },
  ]
  return <Table label="Markets" columns={columns} rows={summaries} keyOf={({ market }) => market} />
}
