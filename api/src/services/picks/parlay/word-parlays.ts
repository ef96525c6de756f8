import type { Parlay } from '@propsight/shared/contracts'
import type { Deps } from '../../../deps.ts'
import { lineFacts } from '../../analysis/line-facts.ts'
import { readSurroundings } from '../../analysis/line-context.ts'
import { wordLines } from '../../analysis/line-sentences.ts'
import type { LineFacts } from '../../analysis/wording/facts.ts'
import type { ChosenParlay } from './choose-parlays.ts'
import type { Figures } from './figures.ts'
import { insightsOf } from './insights.ts'
import type { PickLeg } from './legs.ts'

/** Default of the Game Window setting, in games (N2). */
const WINDOW = 10
/** Limit of an insight in the contract, in characters. */
const LONGEST = 600
const NOTHING_AROUND = { opposingPitcher: null, weather: null }

export interface WordedParlay {
  readonly insights: Parlay['insights']
  readonly wording: 'engine' | 'model'
}

type Parts = Pick<Deps, 'upstream' | 'clock' | 'env' | 'log' | 'ai'>

const factsOf = ({ judged }: PickLeg): LineFacts => lineFacts(judged, NOTHING_AROUND, WINDOW)

/**
 * Sentences of a model on the given legs. Omits legs whose sentences all failed the check; empty without a
 * model.
 */
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
 * Writes the insights of parlays as computed sentences. A configured model adds sentences on the leg with the
 * highest probability, as long as they state only facts of that leg. Never throws.
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
