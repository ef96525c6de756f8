import { type CatalogueEntry, type CatalogueState, slug } from '../../catalogue/entry.ts'
import { writeOptions } from './options.ts'
import styles from './ui.module.css'

interface StateViewProps {
  entry: CatalogueEntry
  state: CatalogueState
  theme: 'dark' | 'light'
}

/**
 * Shows a state with its name. A state that needs the whole window is shown in a frame without interaction.
 */
export function StateView({ entry, state: { label, force, frame, wide, Show }, theme }: StateViewProps) {
  const only = `${slug(entry.name)}.${slug(label)}`
  const address = writeOptions({ theme, only })
  return (
    <figure className={wide || frame ? styles.wide : undefined} data-state={only}>
      <figcaption className={styles.caption}>{frame ? <a href={address}>{label}</a> : label}</figcaption>
      {frame ? (
        <iframe
          className={styles.frame}
          title={`${entry.name}, ${label}, ${theme}`}
          src={address}
          height={frame}
          loading="lazy"
          tabIndex={-1}
          inert
        />
      ) : (
        <div className={styles.stage} data-force={force}>
          <Show />
        </div>
      )}
    </figure>
  )
}
