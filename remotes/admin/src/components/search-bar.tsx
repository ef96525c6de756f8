import { TextInput } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import type { Search } from '../state/use-search.ts'
import styles from './screen.module.css'

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
