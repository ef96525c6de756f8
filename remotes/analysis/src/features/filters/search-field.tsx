import { Icon } from '@propsight/shared/ui'
import styles from './toolbar.module.css'

/** Names of the league are shorter; a link cuts longer ones as well. */
const LONGEST = 80

interface SearchFieldProps {
  value: string
  onChange(value: string): void
}

/** Players by name, wherever the letters stand in it. `/` leads here; Esc empties it, then leaves. */
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
