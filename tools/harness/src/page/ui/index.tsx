import '@propsight/shared/ui/base.css'
import { EmptyState, Segmented, Wordmark } from '@propsight/shared/ui'
import { useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod'
import { type CatalogueEntry, type CatalogueState, slug } from '../../catalogue/entry.ts'
import { CATALOGUE } from '../../catalogue/index.ts'
import styles from './ui.module.css'

const SHOWN_THEMES = ['dark', 'light', 'both'] as const

const optionsSchema = z.object({
  theme: z.enum(SHOWN_THEMES).catch('dark'),
  /** 'entry.state': show only this state, in the whole window. */
  only: z.string().optional(),
})
type UiOptions = z.infer<typeof optionsSchema>

/** Reads `?theme=…&only=…`; the default theme is dark. */
export const readOptions = (search: string): UiOptions =>
  optionsSchema.parse(Object.fromEntries(new URLSearchParams(search)))

export const writeOptions = (options: UiOptions): string =>
  `?${new URLSearchParams({ theme: options.theme, ...(options.only ? { only: options.only } : {}) })}`

interface StateViewProps {
  entry: CatalogueEntry
  state: CatalogueState
  theme: 'dark' | 'light'
}

/**
 * Shows a state with its name. A state that needs the whole window is shown in a frame without interaction.
 */
function StateView({ entry, state: { label, force, frame, wide, Show }, theme }: StateViewProps) {
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

/** Shows a single state in the whole window, as dialogs and toasts need. */
function OneState({ of }: { of: string }) {
  for (const { name, states } of CATALOGUE)
    for (const { label, Show } of states)
      if (of === `${slug(name)}.${slug(label)}`)
        return (
          <main>
            <h1 className="u-vh">
              {name}, {label}
            </h1>
            <Show />
          </main>
        )
  return <EmptyState icon="help" title={`There is no state '${of}'`} />
}

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
function UiPage({ first }: { first: UiOptions }) {
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

/**
 * Pseudo-classes that can be forced, with the selector that replaces each below an element with `data-force`.
 */
const FORCED: readonly [RegExp, string][] = [
  [/:hover/g, ':is([data-force="hover"] *)'],
  [/:focus-within/g, ':is([data-force="focus"] *)'],
  [
    /:focus-visible/g,
    ':is([data-force="focus"] :is(button, a, select, textarea, [tabindex], input:not([type="radio"]), input:checked))',
  ],
]

function forceIn(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const forced = FORCED.reduce((text, [what, by]) => text.replace(what, by), rule.selectorText)
      if (forced !== rule.selectorText) rule.selectorText = `${rule.selectorText}, ${forced}`
    } else if (rule instanceof CSSGroupingRule) forceIn(rule.cssRules)
  }
}

/**
 * Shows hover and focus states without pointer and keyboard: every rule with these pseudo-classes is extended
 * to elements below `data-force`. Call once, after all style sheets have loaded.
 */
export function forceStates(page: Document): void {
  for (const sheet of page.styleSheets) forceIn(sheet.cssRules)
}

const options = readOptions(location.search)
document.documentElement.lang = 'en'
document.documentElement.dataset.theme = options.theme === 'light' ? 'light' : 'dark'
// Disables focus() in frames: a dialog that opens in a frame would take the focus from the page around it.
if (window.parent !== window) HTMLElement.prototype.focus = () => {}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  options.only ? <OneState of={options.only} /> : <UiPage first={options} />,
)
if (document.readyState === 'complete') forceStates(document)
else addEventListener('load', () => forceStates(document), { once: true })
