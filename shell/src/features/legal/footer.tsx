import type { ReactElement } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { SOCIAL_LINKS } from '../../config/support.ts'
import { type Layer, layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import styles from './footer.module.css'

const DIALOGS: readonly [string, Layer][] = [
  ['Privacy Policy', { kind: 'legal', text: 'privacy' }],
  ['Terms', { kind: 'legal', text: 'terms' }],
  ['Disclaimer', { kind: 'legal', text: 'disclaimer' }],
  ['Accessibility Statement', { kind: 'legal', text: 'accessibility' }],
  ['Contact Us', { kind: 'contact' }],
]

/** Footer of every screen (S7). On phones the helplines are shown first. */
export function Footer({ aboveThumbs = false }: { aboveThumbs?: boolean }): ReactElement {
  const { store } = useServices()
  return (
    <footer className={`${styles.footer} ${aboveThumbs ? styles.aboveThumbs : ''}`}>
      <span>Analytics only, not gambling. No accuracy guaranteed. 21+</span>
      <nav aria-label="Legal">
        {DIALOGS.map(([label, layer]) => (
          <button key={label} type="button" onClick={() => store.set(layerAtom, layer)}>
            {label}
          </button>
        ))}
      </nav>
      <nav aria-label="Social">
        {SOCIAL_LINKS.map(({ label, href }) => (
          <a key={label} href={href} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        ))}
      </nav>
      <span className={styles.help}>
        Need help? <Helplines />
      </span>
    </footer>
  )
}
