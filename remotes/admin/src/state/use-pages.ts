import type { ApiRequest } from '@propsight/shared/contracts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { useAdminApi } from './admin-api.ts'

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
  const { ask } = useAdminApi()
  const pages = useInfiniteQuery({
    queryKey: ['admin', list, of, search],
    queryFn: ({ pageParam, signal }) => {
      const query: ApiRequest['query'] = { search: search || undefined, after: pageParam }
      return ask(schema, path, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: A) => next(last) ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const read = pages.data?.pages
  return {
    rows: read?.flatMap(rows),
    first: read?.[0],
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
