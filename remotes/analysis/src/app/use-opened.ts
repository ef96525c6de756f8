import { useCallback, useState } from 'react'

/** The cards whose hit rates are expanded. */
export function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  return { has: (id: string) => opened.has(id), toggle }
}
