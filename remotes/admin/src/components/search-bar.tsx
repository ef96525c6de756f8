import { TextInput } from '@propsight/shared/ui'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './screen.module.css'

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

interface SearchBarProps {
  label: string
  search: Search
  /** Buttons after the search field. */
  children?: ReactNode
}

/** The search field of a list, with the actions on the whole list. */
export const SearchBar = ({ label, search, children }: SearchBarProps) => (
  <div className={styles.bar}>
    <TextInput
      label={label}
      type="search"
      maxLength={254}
      autoComplete="off"
      value={search.text}
      onChange={(event) => search.setText(event.target.value)}
    />
    {children}
  </div>
)
