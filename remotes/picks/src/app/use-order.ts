import type { PickRow } from '@propsight/shared/contracts'
import { useMemo, useState } from 'react'
import { type Sort, sortPicks } from '../features/saved-picks/sort-picks.ts'
import { focusPick } from './focus-pick.ts'

/** The picks in the chosen order; `showExpiring` sorts by expiry and focuses the first card. */
export function useOrder(rows: readonly PickRow[]) {
  const [sort, setSort] = useState<Sort>('newest')
  const ordered = useMemo(() => sortPicks(rows, sort), [rows, sort])
  const showExpiring = () => {
    setSort('expiring')
    requestAnimationFrame(() => focusPick(0))
  }
  return { sort, setSort, ordered, showExpiring }
}
