import { useEffect, useState } from 'react'

const SETTLE_MS = 250

/** What is typed into a search field, and what of it is searched for: not every letter on the way. */
export function useSearch() {
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, settled }
}
export type Search = ReturnType<typeof useSearch>
