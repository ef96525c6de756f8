import { Icon } from '@propsight/shared/ui'
import styles from './toolbar.module.css'

/** Maximum length of the search text, as in links. Player names are shorter. */
const LONGEST = 80

interface SearchFieldProps {
  value: string
  onChange(value: string): void
}

/**
 * Search for players by any part of the name. `/` focuses the field; Esc clears it, then removes the focus.
 */
export const SearchField = ({ value, onChange }: SearchFieldProps) => (
  <label className={styles.search}>
    <Icon name="search" />
    <input
      type="search"
      data-search
      aria-label="Search players"
      aria-keyshortcuts="/"
      placeholder="Search players"
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (value === '') event.currentTarget.blur()
        else onChange('')
      }}
    />
    <kbd>/</kbd>
  </label>
)
