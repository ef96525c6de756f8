import { listCodesResponse } from '@propsight/shared/contracts'
import { usePages } from '../../state/use-pages.ts'

/** Access codes, newest first, and their total number. */
export function useCodes(search: string) {
  const { first, ...pages } = usePages({
    list: 'codes',
    path: '/api/admin/list-codes',
    search,
    schema: listCodesResponse,
    rows: ({ codes }) => codes,
    next: ({ next }) => next,
  })
  return { pages, total: first?.total ?? null }
}
