import {
  type ApiClient,
  type StartRunResponse,
  type StartRunBody,
  startRunResponse,
} from '@propsight/shared/contracts'
import { read } from '../../config/parse-response.ts'
import type { RunRequest } from '../../state/run.ts'

type Asked = Pick<RunRequest, 'feature' | 'category' | 'key'>

/**
 * Holds the credits of a run. Idempotent per key: a repeated request returns the same run.
 * @throws ApiError
 */
export async function startRun(api: ApiClient, asked: Asked, signal: AbortSignal): Promise<StartRunResponse> {
  const { feature, category, key } = asked
  const body: StartRunBody = { feature, category, idempotencyKey: key }
  return read(startRunResponse, await api.json('/api/runs', { method: 'POST', body, signal }))
}
