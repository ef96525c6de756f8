import type { Parlay } from '@propsight/shared/contracts'
import type { Deps } from '../../../deps.ts'
import { lineFacts } from '../../analysis/line-facts.ts'
import { readSurroundings } from '../../analysis/read-surroundings.ts'
import { wordLines } from '../../analysis/word-lines.ts'
import type { LineFacts } from '../../analysis/wording/facts.ts'
import type { ChosenParlay } from './choose-parlays.ts'
import type { Figures } from './figures.ts'
import { insightsOf } from './insights.ts'
import type { PickLeg } from './pick-leg.ts'

/** Specification 2 §9: the Game Window's default. */
const WINDOW = 10
/** As the contract bounds an insight. */
const LONGEST = 600
const NOTHING_AROUND = { opposingPitcher: null, weather: null }

export interface WordedParlay {
  readonly insights: Parlay['insights']
  readonly wording: 'engine' | 'model'
}

type Parts = Pick<Deps, 'upstream' | 'clock' | 'env' | 'log' | 'ai'>

const factsOf = ({ judged }: PickLeg): LineFacts => lineFacts(judged, NOTHING_AROUND, WINDOW)

/** What a model says about each parlay's likeliest leg; nothing where there is none, or nothing of it may stand. */
async function modelWords(parts: Parts, legs: readonly PickLeg[]): Promise<Map<PickLeg, string>> {
  if (!parts.ai.words) return new Map()
  const asked = [...new Set(legs)]
  const facts = await Promise.all(
    asked.map(async ({ judged }) => lineFacts(judged, await readSurroundings(parts, judged), WINDOW)),
  )
  const worded = await wordLines(parts, facts, true)
  return new Map(
    asked.flatMap((leg, at) => {
      const words = worded[at]
      return words?.by === 'model' ? [[leg, words.reasoning] as const] : []
    }),
  )
}

/**
 * The insights of parlays: computed sentences, to which a model where one is configured adds why the likeliest leg is,
 * as far as its sentences say nothing but that leg's facts. Never throws.
 */
export async function wordParlays(
  parts: Parts,
  parlays: readonly { readonly chosen: ChosenParlay; readonly figures: Figures }[],
): Promise<WordedParlay[]> {
  const said = await modelWords(
    parts,
    parlays.flatMap(({ chosen }) => chosen.legs.slice(0, 1)),
  )
  return parlays.map(({ chosen, figures }) => {
    const insights = insightsOf(figures, chosen.legs.map(factsOf))
    const [first] = chosen.legs
    const primary = `${insights.primary} ${(first && said.get(first)) ?? ''}`.trim()
    return primary === insights.primary || primary.length > LONGEST
      ? { insights, wording: 'engine' }
      : { insights: { ...insights, primary }, wording: 'model' }
  })
}
