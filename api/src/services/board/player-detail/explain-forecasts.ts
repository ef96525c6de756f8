import type { Why } from '@propsight/shared/contracts'
import {
  ENGINE_VERSION,
  type EngineResult,
  type Explanation,
  explainBatterStats,
  explainPitcherStats,
} from '@propsight/shared/domain/engine'
import { roundDistribution } from '@propsight/shared/domain/prop'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import {
  type ForecastContext,
  type ForecastPorts,
  readForecastContext,
} from '../forecast/forecast-context.ts'
import {
  buildEngineInput,
  computeAllMarkets,
  type ForecastSubject,
  forecastInputs,
  MISSING_REASONS,
} from '../forecast/forecast-player.ts'
import type { OpenGame } from '../forecast/open-games.ts'
import type { DetailParts } from './detail-parts.ts'
import type { SubjectGame } from './find-subject.ts'

const PART = 'why'
const MAX_STEPS = 20
const MAX_NOTE_LENGTH = 200

export interface Explained {
  readonly why: Why[]
  /** Version of the engine; null without an explanation. */
  readonly engine: string | null
}

/** Converts an explanation to its form in the contract; null when a number is invalid. */
export function toWhyWire({ stat, steps }: Explanation, starterName: string | null): Why | null {
  const wireSteps = steps.slice(0, MAX_STEPS).map(({ factor, note, distribution }) => {
    const named = factor === 'opposing starter' && starterName !== null && note !== null
    return {
      factor,
      note: (named ? `${starterName}, ${note}` : note)?.slice(0, MAX_NOTE_LENGTH) ?? null,
      distribution: roundDistribution(distribution),
    }
  })
  const validSteps = wireSteps.flatMap(({ distribution, ...step }) =>
    distribution ? [{ ...step, distribution }] : [],
  )
  return validSteps.length === wireSteps.length ? { stat, steps: validSteps } : null
}

const explain = deriveOnce(
  (
    _log: PersonLog,
    context: ForecastContext,
    game: OpenGame,
    subject: ForecastSubject,
    starterName: string | null,
  ): EngineResult<Why[]> => {
    const { group, input } = buildEngineInput(context, game, subject)
    const result = computeAllMarkets<Explanation>(
      (stats) => (group === 'hitting' ? explainBatterStats(input, stats) : explainPitcherStats(input, stats)),
      group,
    )
    if (!result.ok) return result
    const why = result.value
      .map((explanation) => toWhyWire(explanation, starterName))
      .filter((wire) => wire !== null)
    return { ok: true, value: why }
  },
  (_log, context, game, subject, starterName) => [...forecastInputs(context, game, subject), starterName],
)

/**
 * Explains the forecasts of each market of a player step by step, from the same inputs as the forecasts.
 * Never throws: a failure records its reason in `parts`.
 * @param starterName name of the opposing starter for the note of that step, when known
 * @param timeoutMs timeout of the forecast context
 */
export async function explainForecasts(
  deps: ForecastPorts,
  subjectGame: SubjectGame,
  subject: ForecastSubject,
  starterName: string | null,
  parts: DetailParts,
  timeoutMs: number,
): Promise<Explained> {
  const none = (reason: string): Explained => {
    parts.markMissing(PART, reason)
    return { why: [], engine: null }
  }
  if (!subjectGame.game) return none(subjectGame.reason)
  const { game } = subjectGame
  const reading = readForecastContext(deps, new Set(subject.clubId === undefined ? [] : [subject.clubId]))
  const context = await withTimeout(reading, timeoutMs).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'player detail without explanations')
    return undefined
  })
  if (context === null) deps.log.warn('player detail without explanations: timeout')
  if (!context) return none('The league could not be read.')
  try {
    const result = await runSlice(() => explain(subject.log, context, game, subject, starterName))
    if (!result.ok) return none(`No probability: ${MISSING_REASONS[result.reason]}.`)
    if (result.value.length === 0) return none('The engine failed.')
    return { why: result.value, engine: ENGINE_VERSION }
  } catch (error) {
    deps.log.error({ err: error, personId: subject.log.person.id }, 'the engine failed')
    return none('The engine failed.')
  }
}
