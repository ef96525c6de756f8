import type { ReactElement } from 'react'
import { Tag } from '../feedback/tag.tsx'
import styles from './data-badge.module.css'

export interface DataBadgeProps {
  kind: 'sample' | 'replay' | 'live'
  /** Text of the badge: 'Sample league · invented players', 'Season 2019 · July 15 · …', 'Live'. */
  label: string
  /** Below 1280 px, shows only the parts that fit on a phone. The tooltip always has the complete label. */
  brief?: boolean
}

const MEANING = {
  sample: 'Invented players of a simulated season, not real games',
  replay: 'Real games of a past season, shown as of that day',
  live: 'Read from the live services',
} as const

const SEPARATOR = ' · '
/** Maximum length of the brief part, in characters: 'Season 2019 · September 15'. */
const BRIEF_LENGTH = 26

/** Returns the leading parts of a label up to BRIEF_LENGTH, at least the first part. */
function briefPart(label: string): string {
  const parts = label.split(SEPARATOR)
  const count = parts.findLastIndex((_, at) => parts.slice(0, at + 1).join(SEPARATOR).length <= BRIEF_LENGTH)
  return parts.slice(0, Math.max(count, 0) + 1).join(SEPARATOR)
}

/** Shows the data source of the screen. */
export const DataBadge = ({ kind, label, brief = false }: DataBadgeProps): ReactElement => {
  const first = brief ? briefPart(label) : label
  return (
    <Tag outlined title={`${label}. ${MEANING[kind]}`}>
      <span className={styles.words}>
        {first}
        {first !== label && <span className={styles.more}>{label.slice(first.length)}</span>}
      </span>
    </Tag>
  )
}
