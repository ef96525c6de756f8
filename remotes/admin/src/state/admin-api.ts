import { isApiError, readResponse, useReadable, useShell } from '@propsight/shared/client'
import { type ApiRequest, countSkipped } from '@propsight/shared/contracts'
import type * as z from '@propsight/shared/schema'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface PagesOptions<A, T> {
  /** The list's part of the query key; `of` narrows it, for example to one user. */
  list: string
  of?: string
  path: string
  search?: string
  schema: z.ZodType<A>
  rows(answer: A): readonly T[]
  next(answer: A): string | null
}

/** A list of the server with cursor pagination. */
export function usePages<A, T>(options: PagesOptions<A, T>) {
  const { list, of = '', path, search = '', schema, rows, next } = options
  const { fetchPage } = useAdminApi()
  const pages = useInfiniteQuery({
    queryKey: ['admin', list, of, search],
    queryFn: ({ pageParam, signal }) => {
      const query: ApiRequest['query'] = { search: search || undefined, after: pageParam }
      return fetchPage(schema, path, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { answer: A }) => next(last.answer) ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const read = pages.data?.pages
  return {
    rows: read?.flatMap(({ answer }) => rows(answer)),
    first: read?.[0]?.answer,
    /** Number of rows that could not be read. */
    unread: read?.reduce((sum, page) => sum + page.unread, 0) ?? 0,
    error: pages.error,
    stale: pages.isPlaceholderData,
    busy: pages.isFetching,
    offline: pages.fetchStatus === 'paused',
    hasMore: pages.hasNextPage,
    more: () => void pages.fetchNextPage(),
    again: () => void pages.refetch(),
  }
}
export type Pages<T> = Omit<ReturnType<typeof usePages<unknown, T>>, 'first'>

/** The query key of the session. All query keys of this screen start with `admin`. */
export const sessionKey = (userId: string | null) => ['admin', 'session', userId]

/** Whether the server refused access (401 or 403). */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) && (error.status === 401 || error.status === 403)

/**
 * The API calls of this screen. A refusal means that the session has ended, so the session is refetched.
 * @returns `fetchParsed` for a call with a parsed answer, `post` for a call without an answer
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
      async fetchParsed<T>(schema: z.ZodType<T>, path: string, request?: ApiRequest): Promise<T> {
        return readResponse(schema, await call(path, request)).value
      },
      /** A page of a list, whose rows are parsed one by one. `unread` counts those that cannot be read. */
      async fetchPage<T>(schema: z.ZodType<T>, path: string, request: ApiRequest) {
        const { value, skipped } = readResponse(schema, await call(path, request))
        return { answer: value, unread: countSkipped(skipped) }
      },
      async post(path: string, body: unknown): Promise<void> {
        await call(path, { body })
      },
      /** Refetches the displayed data of these lists. */
      async refresh(...lists: string[]): Promise<void> {
        await Promise.all(
          lists.map((list) => shell.queryClient.invalidateQueries({ queryKey: ['admin', list] })),
        )
      },
    }
  }, [shell, userId])
}
