import { useEffect, useState } from 'react'

const SETTLE_MS = 250

/** The text of a search field, and its debounced value `settled` to search for. */
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
