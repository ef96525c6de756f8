import type { ReactElement } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  label: string
  placeholder: string
  maxLength: number
  value: string
  onChange(value: string): void
}

/**
 * A search field that names the key `/`, with which its screen focuses the element `[data-search]`. Esc clears the field,
 * then removes the focus.
 */
export const SearchField = ({ label, onChange, ...input }: SearchFieldProps): ReactElement => (
  <label className={styles.search}>
    <Icon name="search" />
    <input
      {...input}
      type="search"
      data-search
      aria-label={label}
      aria-keyshortcuts="/"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (input.value === '') event.currentTarget.blur()
        else onChange('')
      }}
    />
    <kbd>/</kbd>
  </label>
)
