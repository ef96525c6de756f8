import type { ReactElement } from 'react'
import { Tag } from '../feedback/tag.tsx'

export interface DataBadgeProps {
  kind: 'sample' | 'replay' | 'live'
  /** What the badge says: 'Sample data', 'Season 2019 · July 15', 'Live'. */
  label: string
}

const MEANING = {
  sample: 'Invented players of a simulated season, not real games',
  replay: 'Real games of a past season, shown as of that day',
  live: 'Read from the live services',
} as const

/** Says which data the screen shows. */
export const DataBadge = ({ kind, label }: DataBadgeProps): ReactElement => (
  <Tag outlined title={MEANING[kind]}>
    {label}
  </Tag>
)
