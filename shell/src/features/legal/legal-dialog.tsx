import { Dialog } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import { SUPPORT_EMAIL } from '../../config/support.ts'
import type { LegalText } from '../../state/views.ts'
import styles from './legal.module.css'
import { LEGAL, LEGAL_UPDATED } from './texts.ts'

export interface LegalDialogProps {
  text: LegalText
  open: boolean
  onClose(): void
}

export const LegalDialog = ({ text, open, onClose }: LegalDialogProps): ReactElement => (
  <Dialog open={open} onClose={onClose} title={LEGAL[text].title} size="wide">
    <div className={styles.text}>
      <p className={styles.date}>Last updated {LEGAL_UPDATED}</p>
      {LEGAL[text].sections.map((section) => (
        <section key={section.heading}>
          <h3>{section.heading}</h3>
          <p>{section.text}</p>
        </section>
      ))}
      <p>
        Support and contact: <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
      </p>
    </div>
  </Dialog>
)
