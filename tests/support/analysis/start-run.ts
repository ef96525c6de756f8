import { randomUUID } from 'node:crypto'
import { fetchLinesResponse, IMAGE_CATEGORY, type Line, startRunResponse } from '@propsight/shared/contracts'

const answered = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Starts a run of a user. @returns its id @throws Error for a refusal */
export async function startRun(
  url: string,
  token: string,
  category: string,
  feature: 'quick' | 'image' = 'quick',
): Promise<string> {
  const answer = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ feature, category, idempotencyKey: randomUUID() }),
  })
  return startRunResponse.parse(await answered(answer)).runId
}

export const linesPath = (category: string, runId: string): string =>
  `/api/fetch-lines?${new URLSearchParams({ category, limit: '300', runId })}`

/** Starts a run of quick mode and reads its lines, which charges it. */
export async function startBoard(
  url: string,
  token: string,
  category: string,
): Promise<{ runId: string; lines: Line[] }> {
  const runId = await startRun(url, token, category)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url + linesPath(category, runId), { headers })
  return { runId, lines: fetchLinesResponse.parse(await answered(answer)).players }
}

/** Starts a run of image mode and uploads its picture. */
export async function uploadPicture(url: string, token: string, image: Blob): Promise<Response> {
  const runId = await startRun(url, token, IMAGE_CATEGORY, 'image')
  const body = new FormData()
  body.append('image', image, 'cards')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/extract-stats/mlb?runId=${runId}`, { method: 'POST', headers, body })
}
