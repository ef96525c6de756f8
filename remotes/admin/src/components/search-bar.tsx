import { TextInput } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import type { Search } from '../state/use-search.ts'
import styles from './screen.module.css'

interface SearchBarProps {
  label: string
  search: Search
  /** Buttons beside it. */
  children?: ReactNode
}

/** What narrows a list, and what can be done with all of it. */
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
