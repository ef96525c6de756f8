import { Dialog } from '@propsight/shared/ui'
import { type ReactElement, useId } from 'react'
import { CONTACT_EMAIL, SUPPORT_EMAIL } from '../../config/support.ts'
import type { LegalText } from '../../state/layer.ts'
import styles from './legal-dialog.module.css'
import type { LegalBlock, LegalDocument, StoredData } from './legal-document.ts'
import { ACCESSIBILITY, DISCLAIMER, TERMS } from './texts/legal-texts.ts'
import { PRIVACY } from './texts/privacy.ts'

const StoredDataList = ({ items }: { items: readonly StoredData[] }): ReactElement => (
  <dl className={styles.kept}>
    {items.map(({ name, what, until }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{what}</dd>
        <dd className={styles.until}>Kept {until}.</dd>
      </div>
    ))}
  </dl>
)

function Block({ block }: { block: LegalBlock }): ReactElement {
  if (typeof block === 'string') return <p>{block}</p>
  if ('storedData' in block) return <StoredDataList items={block.storedData} />
  return (
    <ul className={styles.points}>
      {block.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

const keyOf = (block: LegalBlock): string => {
  if (typeof block === 'string') return block
  return 'storedData' in block ? 'storedData' : (block.points[0] ?? 'points')
}

/** Paragraphs and lists of one section. */
export const LegalBlocks = ({ blocks }: { blocks: readonly LegalBlock[] }): ReactElement => (
  <>
    {blocks.map((block) => (
      <Block key={keyOf(block)} block={block} />
    ))}
  </>
)

/** Date of all four texts (S7). */
export const LEGAL_UPDATED = 'August 5, 2025'

export const LEGAL: Record<LegalText, LegalDocument> = {
  privacy: PRIVACY,
  terms: TERMS,
  disclaimer: DISCLAIMER,
  accessibility: ACCESSIBILITY,
}

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
