import { setImmediate } from 'node:timers/promises'
import type { Why } from '@propsight/shared/contracts'
import {
  ENGINE_VERSION,
  type EngineResult,
  type Explanation,
  explainBatterStats,
  explainPitcherStats,
} from '@propsight/shared/domain/engine'
import type { Deps } from '../../../deps.ts'
import type { PersonLog } from '../../../sources/stats/stats-client.ts'
import { forecastInputs } from '../forecast/forecast-inputs.ts'
import { askAll, engineQuestion, type ForecastSubject, REFUSALS } from '../forecast/forecast-player.ts'
import { distributionWire } from '../forecast/forecast-wire.ts'
import { inTime } from '../../../platform/concurrency/with-timeout.ts'
import type { OpenGame } from '../forecast/open-games.ts'
import { type ForecastContext, readForecastContext } from '../forecast/forecast-context.ts'
import type { Parts } from './detail-parts.ts'
import type { Tonight } from './tonight.ts'

const PART = 'why'
const MOST_STEPS = 20
const LONGEST_NOTE = 200

export interface Explained {
  readonly why: Why[]
  /** Version of the engine; null without an explanation. */
  readonly engine: string | null
}

interface Remembered {
  readonly inputs: readonly unknown[]
  readonly explained: Explained
}
// The upstream cache returns the same log object until the log is read again; the same holds for the other
// inputs.
const remembered = new WeakMap<PersonLog, Remembered>()

/** Converts an explanation to its form in the contract; null when a number is invalid. */
function wireOf({ stat, steps }: Explanation, starterName: string | null): Why | null {
  const told = steps.slice(0, MOST_STEPS).map(({ factor, note, distribution }) => {
    const named = factor === 'opposing starter' && starterName !== null && note !== null
    return {
      factor,
      note: (named ? `${starterName}, ${note}` : note)?.slice(0, LONGEST_NOTE) ?? null,
      distribution: distributionWire(distribution),
    }
  })
  const whole = told.flatMap(({ distribution, ...step }) => (distribution ? [{ ...step, distribution }] : []))
  return whole.length === told.length ? { stat, steps: whole } : null
}

function explain(
  context: ForecastContext,
  game: OpenGame,
  subject: ForecastSubject,
): EngineResult<readonly Explanation[]> {
  const { group, input } = engineQuestion(context, game, subject)
  return askAll(
    (stats) => (group === 'hitting' ? explainBatterStats(input, stats) : explainPitcherStats(input, stats)),
    group,
  )
}

/**
 * Explains the forecasts of each market of a player step by step, from the same inputs as the forecasts.
 * Never throws: a failure records its reason in `parts`.
 * @param starterName name of the opposing starter for the note of that step, when known
 * @param patienceMs timeout of the forecast context
 */
export async function explainSubject(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  tonight: Tonight,
  subject: ForecastSubject,
  starterName: string | null,
  parts: Parts,
  patienceMs: number,
): Promise<Explained> {
  const none = (reason: string): Explained => {
    parts.miss(PART, reason)
    return { why: [], engine: null }
  }
  if (!tonight.game) return none(tonight.reason)
  const { game } = tonight
  const reading = readForecastContext(deps, new Set(subject.clubId === undefined ? [] : [subject.clubId]))
  const context = await inTime(reading, patienceMs).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a player is shown without the why')
    return null
  })
  if (!context) return none('The league could not be read.')
  const inputs = [...forecastInputs(context, game, subject), starterName]
  const last = remembered.get(subject.log)
  if (last?.inputs.every((input, at) => input === inputs[at])) return last.explained
  // Other requests run before these few milliseconds of computation.
  await setImmediate()
  try {
    const result = explain(context, game, subject)
    if (!result.ok) return none(`No probability: ${REFUSALS[result.reason]}.`)
    const why = result.value.map((one) => wireOf(one, starterName)).filter((one) => one !== null)
    if (why.length === 0) return none('The engine failed.')
    const explained = { why, engine: ENGINE_VERSION }
    remembered.set(subject.log, { inputs, explained })
    return explained
  } catch (error) {
    deps.log.error({ err: error, personId: subject.log.person.id }, 'the engine failed')
    return none('The engine failed.')
  }
}
