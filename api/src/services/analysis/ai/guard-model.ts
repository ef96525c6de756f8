import { APICallError, type LanguageModel, wrapLanguageModel } from 'ai'
import type { Logger } from 'pino'
import { type BreakerRule, createBreaker } from '../../../platform/service-client/breaker.ts'
import { systemTimer, type Timer } from '../../../platform/timer.ts'

type BareModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** Two: an attempt and its retry. A provider that is gone then costs its time-outs once in a minute, not each run. */
const RULE: BreakerRule = { failures: 2, restMs: 60_000, longestRestMs: 600_000 }

/** The provider failed lately and is not asked. */
export class AiRestingError extends Error {
  override name = 'AiRestingError'
  constructor(model: string, restMs: number) {
    super(`${model} failed lately and is asked again in ${Math.ceil(restMs / 1000)} s`)
  }
}

/** A wrong key or model does not mend itself by asking again. */
const isRefusal = (error: unknown) =>
  APICallError.isInstance(error) && [401, 403, 404].includes(error.statusCode ?? 0)

/**
 * The same model with a time limit on each call and a breaker before it, so that nobody who uses it can forget either.
 * What it throws is logged by kind and status only: a provider's message may repeat what it was sent.
 * @throws AiRestingError while the breaker is open; else what the model throws
 */
export function guardModel(
  model: BareModel,
  { timeoutMs, log, timer = systemTimer }: { timeoutMs: number; log: Logger; timer?: Timer },
): LanguageModel {
  const breaker = createBreaker(RULE, timer)
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      async wrapGenerate({ params, model: bare }) {
        if (!breaker.admit()) throw new AiRestingError(bare.modelId, breaker.restMs())
        const caller = params.abortSignal
        const limit = AbortSignal.timeout(timeoutMs)
        try {
          const answer = await bare.doGenerate({
            ...params,
            abortSignal: caller ? AbortSignal.any([caller, limit]) : limit,
          })
          breaker.succeeded()
          return answer
        } catch (error) {
          // Who asked has gone: that says nothing about the provider.
          if (caller?.aborted) {
            breaker.neither()
            throw error
          }
          breaker.failed(isRefusal(error))
          log.warn(
            {
              model: model.modelId,
              kind: error instanceof Error ? error.name : typeof error,
              status: APICallError.isInstance(error) ? error.statusCode : undefined,
              state: breaker.state(),
            },
            'the model did not answer',
          )
          throw error
        }
      },
    },
  })
}
