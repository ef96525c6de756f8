import { Segmented, Wordmark } from '@propsight/shared/ui'
import { useLayoutEffect, useState } from 'react'
import { type CatalogueEntry, slug } from '../../catalogue/entry.ts'
import { CATALOGUE } from '../../catalogue/index.ts'
import { SHOWN_THEMES, type UiOptions, writeOptions } from './options.ts'
import { StateView } from './state-view.tsx'
import styles from './ui.module.css'

const LABELS = { dark: 'Dark', light: 'Light', both: 'Both' } as const
const THEMES = SHOWN_THEMES.map((value) => ({ value, label: LABELS[value] }))

const sidesOf = (theme: UiOptions['theme']): readonly ('dark' | 'light')[] =>
  theme === 'both' ? ['dark', 'light'] : [theme]

function Entry({ entry, theme }: { entry: CatalogueEntry; theme: UiOptions['theme'] }) {
  const id = slug(entry.name)
  return (
    <section className={styles.entry} aria-labelledby={id} data-shows={entry.shows.join(' ')}>
      <h2 id={id}>{entry.name}</h2>
      <p className="u-muted">{entry.note}</p>
      <div className={styles.sides}>
        {sidesOf(theme).map((side) => (
          <div key={side} className={styles.side} style={{ colorScheme: side }}>
            {entry.states.map((state) => (
              <StateView key={state.label} entry={entry} state={state} theme={side} />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

/** Page with all components of shared/src/ui in all states, in one theme or in both side by side. */
export function UiPage({ first }: { first: UiOptions }) {
  const [theme, setTheme] = useState(first.theme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme === 'light' ? 'light' : 'dark'
    history.replaceState(null, '', writeOptions({ theme }) + location.hash)
  }, [theme])
  return (
    <>
      <header className={styles.bar}>
        <Wordmark />
        <Segmented label="Theme" options={THEMES} value={theme} onChange={(next) => setTheme(next)} tight />
      </header>
      <main className="u-page">
        <h1>Components</h1>
        <nav aria-label="Components">
          <ul className={styles.contents}>
            {CATALOGUE.map(({ name }) => (
              <li key={name}>
                <a href={`#${slug(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        {CATALOGUE.map((entry) => (
          <Entry key={entry.name} entry={entry} theme={theme} />
        ))}
      </main>
    </>
  )
}
