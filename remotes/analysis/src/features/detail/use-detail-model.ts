import {
  average,
  type BestOffer,
  bestOffer,
  type HitRate,
  hitRate,
  type LineForecast,
  lineForecast,
  type RatedGame,
  type Side,
} from '@propsight/shared/domain'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { ownBooksAtom } from '../../state/settings.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import type { DetailQuery } from './detail-query.tsx'
import {
  DEMO_AVERAGE,
  demoGames,
  type Form,
  filterGames,
  formOf,
  gamesForMarket,
  type NextOpponent,
  newestGames,
} from './games/games.ts'
import { findNextOpponent } from './next-game.ts'
import { type WhyStep, whySteps, withEvidence } from './reasons/why-steps.ts'
import type { View } from './use-detail-state.ts'

export interface Streak {
  games: number
  side: 'over' | 'under'
}

/**
 * Length of the current streak on one side. A push neither extends nor ends it; null without a decided game.
 */
export function findStreak(values: readonly number[], line: number): Streak | null {
  const decided = values.filter((value) => value !== line)
  const last = decided.at(-1)
  if (last === undefined) return null
  const over = last > line
  const before = decided.findLastIndex((value) => value > line !== over)
  return { games: decided.length - 1 - before, side: over ? 'over' : 'under' }
}

export interface DetailModel {
  against: NextOpponent
  /** The games shown, oldest first. */
  drawn: readonly RatedGame[]
  /** Whether demo bars are shown, which are excluded from all statistics. */
  demo: boolean
  rate: HitRate
  /** Mean of the games shown; null without games. */
  average: number | null
  form: Form
  streak: Streak | null
  /** Statistics of the last ten games, regardless of the filter. Used in the analysis text. */
  last10: { rate: HitRate; average: number | null }
  forecast: LineForecast | null
  /** The best offer of the shown side; null without one. */
  offer: BestOffer | null
  /** The side that counts and rates show; null on a line without one, where they show the over. */
  side: Side | null
  noForecast: string
  why: readonly WhyStep[]
  /** Whether forecast and factors are under settings of the user. */
  changed: boolean
}

const DEMO_GAMES = demoGames()
const RECENT_GAMES = 10
const NO_HANDS = {}

const valuesOf = (games: readonly RatedGame[]): number[] => games.map(({ value }) => value)

/**
 * Derives all numbers of the detail view from the current line and filters, without a request.
 * @param changed whether record and data have the numbers of the user's settings
 */
export function useDetailModel(
  props: PlayerDetailProps,
  view: View,
  { data }: DetailQuery,
  changed: boolean,
): DetailModel {
  const { card, record } = props
  const { stat, line, demo } = view
  const books = useAtomValue(ownBooksAtom)
  const hands = data?.starterHands ?? NO_HANDS
  const all = useMemo(() => gamesForMarket(record, stat, hands), [record, stat, hands])
  const against = useMemo(() => findNextOpponent({ card, record }, data), [card, record, data])
  const filtered = useMemo(() => filterGames(all, view.where, against), [all, view.where, against])
  const newest = useMemo(() => newestGames(filtered, view.games), [filtered, view.games])
  const values = valuesOf(newest)
  const recentValues = valuesOf(all).slice(-RECENT_GAMES)
  const statForecast = typeof view.forecast === 'string' ? null : view.forecast
  const forecast = statForecast && lineForecast(statForecast, view.shown?.line ?? { line, oddsType: 'own' })
  const offered = view.shown?.line ?? { line, oddsType: 'standard' as const }
  const steps = data?.why.find((why) => why.stat === stat)?.steps ?? []
  return {
    against,
    drawn: demo ? DEMO_GAMES : newest,
    demo,
    rate: hitRate(values, line),
    average: demo ? DEMO_AVERAGE : average(values),
    form: formOf(valuesOf(filtered)),
    streak: findStreak(valuesOf(filtered), line),
    last10: { rate: hitRate(recentValues, line), average: average(recentValues) },
    forecast,
    offer: forecast && bestOffer(forecast, offered, statForecast?.shown?.quotes, books),
    side: forecast?.call ?? view.shown?.side ?? null,
    noForecast: typeof view.forecast === 'string' ? view.forecast : '',
    changed,
    why: whySteps(withEvidence(steps, statForecast, line), line, forecast?.call ?? 'OVER'),
  }
}
