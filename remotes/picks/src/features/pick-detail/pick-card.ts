import type { PickRow, TrackLeg } from '@propsight/shared/contracts'
import { momentText } from '@propsight/shared/format'
import type { SharedCard } from '../../components/share.tsx'
import { breakEvenOf, countsText, firstPitchText, gameText, marketText } from '../../state/pick-text.ts'
import { savedPriceText } from '../../state/price-text.ts'

const PERCENT = 100

/** A saved pick as others see it: side, line, market, game, price and probability of the time when it was saved. */
export function pickCard(row: PickRow, leg: TrackLeg | undefined): SharedCard {
  const { pick, betting_recommendation: side, betting_line: line, player_name: player, confidence } = row
  const call = side && line !== null ? `${side === 'OVER' ? 'Over' : 'Under'} ${line} ` : ''
  const forecast = pick?.forecast
  const even = pick && breakEvenOf(pick)
  const counts = countsText(row)
  return {
    name: 'propsight-pick',
    title: player,
    lines: [
      `${call}${marketText(row)}`,
      [gameText(row), firstPitchText(row, momentText)].filter(Boolean).join(' · '),
      ...(leg ? [savedPriceText(leg)] : []),
      ...(counts ? [`Last games: ${counts}`] : []),
    ],
    probability:
      forecast && confidence !== null
        ? {
            percent: Math.round(confidence),
            low: forecast.low,
            high: forecast.high,
            breakEven: even && PERCENT * even,
            digits: 0,
          }
        : null,
    at: row.created_at,
    path: `/scanner?${new URLSearchParams({ q: player })}`,
  }
}
