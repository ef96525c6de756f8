import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { wrapLanguageModel } from 'ai'
import type { AiEnv } from '../../../platform/config/ai-variables.ts'
import { boundedFetch } from './bounded-fetch.ts'

type BareModel = Parameters<typeof wrapLanguageModel>[0]['model']

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

/**
 * Connects the configured provider.
 * @param env already validated, so the variables that the provider needs are set
 * @returns a function from a model's name to the model
 */
export function connectProvider(env: AiEnv): (model: string) => BareModel {
  const key = env.AI_API_KEY === undefined ? {} : { apiKey: env.AI_API_KEY }
  // Always set: otherwise the library reads the address from environment variables of its own.
  const baseURL = env.AI_BASE_URL ?? ANTHROPIC_URL
  return env.AI_PROVIDER === 'anthropic'
    ? createAnthropic({ ...key, baseURL, fetch: boundedFetch })
    : createOpenAICompatible({ ...key, baseURL, name: env.AI_PROVIDER, fetch: boundedFetch })
}
