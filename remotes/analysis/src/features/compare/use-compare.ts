import { useAtomValue, useStore } from 'jotai'
import { useCallback, useMemo } from 'react'
import { comparedAtom, MOST_COMPARED } from '../../state/compare.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { useShell } from '../../state/shell.tsx'

/** The cards selected for comparison. Selections made on another board are ignored. */
export function useCompare(ranked: readonly RankedLine[]) {
  const shell = useShell()
  const store = useStore()
  const ids = useAtomValue(comparedAtom)
  const cards = useMemo(() => ids.flatMap((id) => ranked.find((card) => card.id === id) ?? []), [ids, ranked])
  const toggle = useCallback(
    (id: string) => {
      const here = store.get(comparedAtom).filter((each) => ranked.some((card) => card.id === each))
      if (here.includes(id)) {
        store.set(
          comparedAtom,
          here.filter((each) => each !== id),
        )
      } else if (here.length < MOST_COMPARED) store.set(comparedAtom, [...here, id])
      else shell.notify({ message: `No more than ${MOST_COMPARED} lines stand side by side`, tone: 'info' })
    },
    [ranked, store, shell],
  )
  const clear = useCallback(() => store.set(comparedAtom, []), [store])
  return { cards, has: (id: string) => ids.includes(id), toggle, clear }
}
