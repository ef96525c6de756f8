import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { wrapLanguageModel } from 'ai'
import type { AiEnv } from '../../../platform/config/ai-variables.ts'
import { boundedFetch } from './bounded-fetch.ts'

type BareModel = Parameters<typeof wrapLanguageModel>[0]['model']

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/** A provider's models by their names. The environment was checked: what is asked for here is there. */
export function connectProvider(env: AiEnv): (model: string) => BareModel {
  const key = env.AI_API_KEY === undefined ? {} : { apiKey: env.AI_API_KEY }
  // Named, or the library would look for an address in variables of its own.
  const baseURL = env.AI_BASE_URL ?? ANTHROPIC_URL
  return env.AI_PROVIDER === 'anthropic'
    ? createAnthropic({ ...key, baseURL, fetch: boundedFetch })
    : createOpenAICompatible({ ...key, baseURL, name: env.AI_PROVIDER, fetch: boundedFetch })
}
