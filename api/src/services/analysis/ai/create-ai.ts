import type { LanguageModel } from 'ai'
import type { Logger } from 'pino'
import type { ApiEnv } from '../../../platform/config/env.ts'

/** The models of a configured provider; each null where none is named. */
export interface Ai {
  /** Writes sentences. Limited in time, and behind a breaker. */
  readonly words: LanguageModel | null
  /** Reads pictures. Limited in time, and behind a breaker of its own. */
  readonly vision: LanguageModel | null
  /** As the screen names whose words they are. */
  readonly name: string | null
}

/** Nobody is configured: the engine's own sentences, and the reader of the house. */
export const NO_AI: Ai = { words: null, vision: null, name: null }

const VISION_PATIENCE = 3

/**
 * The models that the environment names. The provider's code is loaded only where it is used: it weighs more than the
 * rest of the API. Keys leave this process in the provider's header and nowhere else.
 */
export async function createAi(env: ApiEnv, log: Logger): Promise<Ai> {
  if (env.AI_PROVIDER === 'none') return NO_AI
  const [{ connectProvider }, { guardModel }] = await Promise.all([
    import('./connect-provider.ts'),
    import('./guard-model.ts'),
  ])
  const provider = connectProvider(env)
  const guarded = (model: string | undefined, timeoutMs: number) =>
    model === undefined ? null : guardModel(provider(model), { timeoutMs, log })
  return {
    words: guarded(env.AI_MODEL, env.AI_TIMEOUT_MS),
    vision: guarded(env.AI_VISION_MODEL, env.AI_TIMEOUT_MS * VISION_PATIENCE),
    name: env.AI_MODEL ?? env.AI_VISION_MODEL ?? null,
  }
}
