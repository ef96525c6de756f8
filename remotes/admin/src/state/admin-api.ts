import { isApiError } from '@propsight/shared/client'
import type { ApiRequest } from '@propsight/shared/contracts'
import { useMemo } from 'react'
import type * as z from 'zod'
import { useReadable, useShell } from './shell.tsx'

/** The query key of the session. All query keys of this screen start with `admin`. */
export const sessionKey = (userId: string | null) => ['admin', 'session', userId]

/** Whether the server refused access (401 or 403). */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) && (error.status === 401 || error.status === 403)

/**
 * The API calls of this screen. A refusal means that the session has ended, so the session is refetched.
 * @returns `ask` for a call with a parsed answer, `tell` for a call without an answer
 */
export function useAdminApi() {
  const shell = useShell()
  const userId = useReadable(shell.session)?.id ?? null
  return useMemo(() => {
    const call = async (path: string, request?: ApiRequest): Promise<unknown> => {
      try {
        return await shell.api.json(path, request)
      } catch (error) {
        if (isRefusal(error)) void shell.queryClient.invalidateQueries({ queryKey: sessionKey(userId) })
        throw error
      }
    }
    return {
      async ask<T>(schema: z.ZodType<T>, path: string, request?: ApiRequest): Promise<T> {
        const parsed = schema.safeParse(await call(path, request))
        if (parsed.success) return parsed.data
        throw new Error('The server answered in a form that this version cannot read. Reload the page.')
      },
      async tell(path: string, body: unknown): Promise<void> {
        await call(path, { body })
      },
      /** Refetches the displayed data of these lists. */
      refresh: (...lists: string[]) =>
        Promise.all(
          lists.map((list) => shell.queryClient.invalidateQueries({ queryKey: ['admin', list] })),
        ).then(() => {}),
    }
  }, [shell, userId])
}
