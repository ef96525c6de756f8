import type { ReactElement } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { useServices } from '../../state/services.ts'
import { type LegalText, layerAtom } from '../../state/views.ts'
import styles from './legal.module.css'

const LINKS: readonly [LegalText, string][] = [
  ['privacy', 'Privacy Policy'],
  ['terms', 'Terms'],
  ['disclaimer', 'Disclaimer'],
  ['accessibility', 'Accessibility'],
]

/** At the foot of every screen; on phones the helplines come first. */
export function Footer({ aboveThumbs = false }: { aboveThumbs?: boolean }): ReactElement {
  const { store } = useServices()
  return (
    <footer className={`${styles.footer} ${aboveThumbs ? styles.aboveThumbs : ''}`}>
      <span className={styles.claim}>Analytics only, not gambling. No accuracy guaranteed. 21+</span>
      <nav aria-label="Legal">
        {LINKS.map(([text, label]) => (
          <button key={text} type="button" onClick={() => store.set(layerAtom, { kind: 'legal', text })}>
            {label}
          </button>
        ))}
      </nav>
      <span className={styles.help}>
        Need help? <Helplines />
      </span>
    </footer>
  )
}
