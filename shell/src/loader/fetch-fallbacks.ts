import { type FallbacksResponse, fallbacksResponse } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { apiUrl } from './registry.ts'
import { timeoutSignal } from './remote-error.ts'

const TIMEOUT_MS = 8_000

/** Releases are parsed one by one, and each as a whole: without one of its files it is another release. */
const release = fallbacksResponse.shape.releases.element
const looseList = fallbacksResponse.extend({ releases: z.array(z.unknown()) })

/**
 * Requests the retained releases of a remote, last live first. The registry contains only one fallback, because each
 * release adds its list of hashes to every page.
 * @throws Error when the API does not answer with a valid list
 */
export async function fetchFallbacks(name: string): Promise<FallbacksResponse> {
  const answer = await fetch(`${apiUrl()}/api/remotes/${name}/fallbacks`, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
    signal: timeoutSignal(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`the list of earlier releases answers ${answer.status}`)
  const { releases, ...list } = looseList.parse(await answer.json())
  return { ...list, releases: releases.flatMap((each) => release.safeParse(each).data ?? []) }
}
