import {
  type ApiClient,
  type GenerateParlayResponse,
  type GenerateParlayBody,
  generateParlayResponse,
} from '@propsight/shared/contracts'
import { UnreadableAnswer } from './parlay-failure.ts'

const PATH = '/api/parlay/generate-parlay'

/**
 * Generates parlays for one credit. Calls with the same idempotency key are charged and saved once.
 * @param onReading called when the server has answered, before the answer is parsed
 * @throws ApiError of the call, the signal's reason, or UnreadableAnswer
 */
export async function askParlays(
  api: ApiClient,
  body: GenerateParlayBody,
  signal: AbortSignal,
  onReading: () => void,
): Promise<GenerateParlayResponse> {
  const answer = await api.json(PATH, { method: 'POST', body, signal })
  onReading()
  const parsed = generateParlayResponse.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new UnreadableAnswer('The answer has a form that this version cannot read. Reload the page.')
}
