import { APICallError, type LanguageModel, wrapLanguageModel } from 'ai'
import type { Logger } from 'pino'
import { type BreakerRule, createBreaker } from '../../../platform/service-client/breaker.ts'
import { systemTimer, type Timer } from '../../../platform/timer.ts'

type BareModel = Parameters<typeof wrapLanguageModel>[0]['model']

/**
 * Opens after two failures in a row. An unavailable provider then costs its timeouts once per minute instead
 * of in each run.
 */
const RULE: BreakerRule = { failures: 2, restMs: 60_000, maxRestMs: 600_000 }

/** The circuit breaker is open after recent failures, so the provider was not called. */
export class AiBreakerOpenError extends Error {
  override name = 'AiBreakerOpenError'
  constructor(model: string, restMs: number) {
    super(`${model} failed recently and is called again in ${Math.ceil(restMs / 1000)} s`)
  }
}

/** Whether the provider refuses the key or the model. A retry cannot succeed. */
const isRefusal = (error: unknown) =>
  APICallError.isInstance(error) && [401, 403, 404].includes(error.statusCode ?? 0)

/**
 * Wraps a model with a timeout for each call and a circuit breaker, so that every caller gets both. Logs only
 * the kind and the status of an error, because a provider's message may repeat the prompt. Calls of the
 * wrapped model throw AiBreakerOpenError while the breaker is open, and otherwise the error of the model.
 */
export function guardModel(
  model: BareModel,
  { timeoutMs, log, timer = systemTimer }: { timeoutMs: number; log: Logger; timer?: Timer },
): LanguageModel {
  const breaker = createBreaker({
    rule: RULE,
    timer,
    trialWaitMs: 0,
    breakerOpenError: (restMs) => new AiBreakerOpenError(model.modelId, restMs),
  })
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      async wrapGenerate({ params, model: bare }) {
        const callerSignal = params.abortSignal
        const generate = async () => {
          const timeoutSignal = AbortSignal.timeout(timeoutMs)
          return bare.doGenerate({
            ...params,
            abortSignal: callerSignal ? AbortSignal.any([callerSignal, timeoutSignal]) : timeoutSignal,
          })
        }
        try {
          return await breaker.run(generate, (error) => {
            // Aborted by the caller, which says nothing about the provider.
            if (callerSignal?.aborted) return 'unknown'
            return isRefusal(error) ? 'refuses' : 'fails'
          })
        } catch (error) {
          const concernsProvider = !callerSignal?.aborted && !(error instanceof AiBreakerOpenError)
          if (concernsProvider) {
            log.warn(
              {
                model: model.modelId,
                kind: error instanceof Error ? error.name : typeof error,
                status: APICallError.isInstance(error) ? error.statusCode : undefined,
                state: breaker.state(),
              },
              'the model did not answer',
            )
          }
          throw error
        }
      },
    },
  })
}
