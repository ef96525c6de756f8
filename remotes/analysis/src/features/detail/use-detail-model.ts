import {
  average,
  type HitRate,
  hitRate,
  type LineForecast,
  lineForecast,
  type RatedGame,
} from '@propsight/shared/domain'
import { useMemo } from 'react'
import { DEMO_AVERAGE, demoGames } from './demo.ts'
import type { PlayerDetailProps } from './detail-props.ts'
import { type Against, alike, type Form, formOf, gamesOf, lastOf, type Streak, streakOf } from './games/games.ts'
import { againstOf } from './next-game.ts'
import type { Details } from './use-details.ts'
import type { View } from './use-detail-state.ts'
import { type WhyStep, whySteps } from './reasons/why-steps.ts'

export interface Model {
  against: Against
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
  lately: { rate: HitRate; average: number | null }
  forecast: LineForecast | null
  noForecast: string
  why: readonly WhyStep[]
}

const DEMO_GAMES = demoGames()
const LATELY = 10
const NO_HANDS = {}
const valuesOf = (games: readonly RatedGame[]): number[] => games.map(({ value }) => value)

/** Derives all numbers of the detail view from the current line and filters, without a request. */
export function useModel(props: PlayerDetailProps, view: View, { data }: Details): Model {
  const { card, record } = props
  const { stat, line, demo } = view
  const hands = data?.starterHands ?? NO_HANDS
  const all = useMemo(() => gamesOf(record, stat, hands), [record, stat, hands])
  const against = useMemo(() => againstOf({ card, record }, data), [card, record, data])
  const like = useMemo(() => alike(all, view.where, against), [all, view.where, against])
  const own = useMemo(() => lastOf(like, view.games), [like, view.games])
  const values = valuesOf(own)
  const late = valuesOf(all).slice(-LATELY)
  const told = typeof view.forecast === 'string' ? null : view.forecast
  const forecast = told && lineForecast(told, line, view.shown?.line.oddsType ?? 'standard')
  const steps = data?.why.find((why) => why.stat === stat)?.steps ?? []
  return {
    against,
    drawn: demo ? DEMO_GAMES : own,
    demo,
    rate: hitRate(values, line),
    average: demo ? DEMO_AVERAGE : average(values),
    form: formOf(valuesOf(like)),
    streak: streakOf(valuesOf(like), line),
    lately: { rate: hitRate(late, line), average: average(late) },
    forecast,
    noForecast: typeof view.forecast === 'string' ? view.forecast : '',
    why: whySteps(steps, line, forecast?.call ?? 'OVER'),
  }
}
