import type { Pick } from '@propsight/shared/contracts'
import type { ReactNode } from 'react'
import styles from './pick-detail.module.css'

const DEFAULT_REASON = 'Not known when this pick was saved.'

/** The reason why a part of a pick is missing: the one saved with the pick, else a default text. */
export const missingReason = ({ unavailable }: Pick, part: string): string =>
  unavailable[part] ?? DEFAULT_REASON

export interface DetailSectionProps {
  title: string
  /** At the end of the heading's row. */
  hint?: ReactNode
  children: ReactNode
}

/** A section of the pick detail with its heading. */
export const DetailSection = ({ title, hint, children }: DetailSectionProps) => (
  <section className={styles.part} aria-label={title}>
    <header>
      <h3>{title}</h3>
      {hint && <span className={styles.hint}>{hint}</span>}
    </header>
    {children}
  </section>
)

/** Shown in place of a missing part: the reason why it is missing. */
export const Reason = ({ children }: { children: string }) => <p className={styles.reason}>{children}</p>

export interface Fact {
  label: string
  value: ReactNode
  /** The basis of the value, or the reason why it is missing. */
  note?: string | null | undefined
  grade?: 'good' | 'mid' | 'low' | null | undefined
}

/** Labelled figures side by side. A missing figure is an em dash with its reason. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value, note, grade }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={grade ? `u-${grade}` : undefined}>{value ?? '—'}</dd>
        {note && <dd className={styles.note}>{note}</dd>}
      </div>
    ))}
  </dl>
)
