import { Dialog } from '@propsight/shared/ui'
import { type ReactElement, useId } from 'react'
import { CONTACT_EMAIL, SUPPORT_EMAIL } from '../../config/support.ts'
import type { LegalText } from '../../state/layer.ts'
import { LegalBlocks } from './legal-blocks.tsx'
import styles from './legal-dialog.module.css'
import { LEGAL, LEGAL_UPDATED } from './texts.ts'

export interface LegalDialogProps {
  text: LegalText
  open: boolean
  onClose(): void
}

const Mail = ({ to }: { to: string }) => <a href={`mailto:${to}`}>{to}</a>

/** One of the four legal texts (S7). The table of contents moves the focus to the selected section. */
export function LegalDialog({ text, open, onClose }: LegalDialogProps): ReactElement {
  const { title, intro, sections } = LEGAL[text]
  const id = useId()
  const idOf = (heading: string) => `${id}${heading}`
  const headings = [...sections.map(({ heading }) => heading), 'Contact']
  return (
    <Dialog open={open} onClose={onClose} title={title} size="wide">
      <div className={styles.text}>
        <p className={styles.date}>Last updated {LEGAL_UPDATED}</p>
        <p>{intro}</p>
        <nav aria-label="Contents">
          <ul className={styles.contents}>
            {headings.map((heading) => (
              <li key={heading}>
                <button type="button" onClick={() => document.getElementById(idOf(heading))?.focus()}>
                  {heading}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ heading, blocks }) => (
          <section key={heading}>
            <h3 id={idOf(heading)} tabIndex={-1}>
              {heading}
            </h3>
            <LegalBlocks blocks={blocks} />
          </section>
        ))}
        <section>
          <h3 id={idOf('Contact')} tabIndex={-1}>
            Contact
          </h3>
          <p>
            Support: <Mail to={SUPPORT_EMAIL} />. Contact: <Mail to={CONTACT_EMAIL} />.
          </p>
        </section>
      </div>
    </Dialog>
  )
}
