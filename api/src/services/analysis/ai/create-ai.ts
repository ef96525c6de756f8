import type { LanguageModel } from 'ai'
import type { Logger } from 'pino'
import type { ApiEnv } from '../../../platform/config/env.ts'

/** The models of the configured provider; null for each that is not configured. */
export interface Ai {
  /** Chooses sentences. Has a timeout and a circuit breaker. */
  readonly words: LanguageModel | null
  /** Reads pictures. Has a timeout and a circuit breaker of its own. */
  readonly vision: LanguageModel | null
  /** Model name for the screen. */
  readonly name: string | null
}

/** No provider: sentences come from the engine, and pictures are read by the built-in reader. */
export const NO_AI: Ai = { words: null, vision: null, name: null }

/** Factor on `AI_TIMEOUT_MS` for reading pictures. */
const VISION_TIMEOUT_FACTOR = 3

/**
 * Creates the models that the environment names. Loads the provider's code only when a provider is
 * configured, because it is larger than the rest of the API. The API key is sent in the provider's header and
 * nowhere else.
 */
export async function createAi(env: ApiEnv, log: Logger): Promise<Ai> {
  if (env.AI_PROVIDER === 'none') return NO_AI
  // Otherwise the library prints a warning per call to providers without a schema parameter. Prompts contain
  // the schema for these.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const [{ connectProvider }, { guardModel }] = await Promise.all([
    import('./connect-provider.ts'),
    import('./guard-model.ts'),
  ])
  const provider = connectProvider(env)
  const guarded = (model: string | undefined, timeoutMs: number) =>
    model === undefined ? null : guardModel(provider(model), { timeoutMs, log })
  return {
    words: guarded(env.AI_MODEL, env.AI_TIMEOUT_MS),
    vision: guarded(env.AI_VISION_MODEL, env.AI_TIMEOUT_MS * VISION_TIMEOUT_FACTOR),
    name: env.AI_MODEL ?? env.AI_VISION_MODEL ?? null,
  }
}
