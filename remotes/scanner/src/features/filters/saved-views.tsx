import { Button, Icon, IconButton } from '@propsight/shared/ui'
import { type FormEvent, useState } from 'react'
import { MAX_VIEW_NAME, MAX_VIEWS, type SavedView } from '../../state/settings.ts'
import styles from './toolbar.module.css'

interface SavedViewsProps {
  views: readonly SavedView[]
  /** Query string of the shown view. */
  search: string
  onShow(search: string): void
  onChange(views: SavedView[]): void
}

/** Saved views of this device: shows, saves and deletes them. A view with the name of another one replaces it. */
export function SavedViews({ views, search, onShow, onChange }: SavedViewsProps) {
  const [name, setName] = useState<string | null>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const given = name?.trim() ?? ''
    if (given === '') return
    const others = views.filter((view) => view.name !== given)
    onChange([...others, { name: given, search }])
    setName(null)
  }
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <ul className={styles.chips} aria-label="Saved views">
          {views.map((view) => (
            <li
              key={view.name}
              className={styles.chip}
              aria-current={view.search === search ? 'true' : undefined}
            >
              <button type="button" onClick={() => onShow(view.search)}>
                {view.name}
              </button>
              <button
                type="button"
                aria-label={`Delete view ${view.name}`}
                onClick={() => onChange(views.filter((other) => other !== view))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {name === null ? (
        <Button
          variant="bare"
          disabled={views.length >= MAX_VIEWS}
          title={views.length >= MAX_VIEWS ? `At most ${MAX_VIEWS} views` : undefined}
          onClick={() => setName('')}
        >
          <Icon name="bookmark" />
          Save view
        </Button>
      ) : (
        <form className={styles.naming} onSubmit={save}>
          <input
            // biome-ignore lint/a11y/noAutofocus: the user asked for this field
            autoFocus
            aria-label="Name of the view"
            placeholder="Name of the view"
            maxLength={MAX_VIEW_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setName(null)
            }}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
          <IconButton label="Cancel" icon="close" onClick={() => setName(null)} />
        </form>
      )}
    </div>
  )
}
