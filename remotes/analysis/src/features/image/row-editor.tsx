import { cx, Icon, Tag } from '@propsight/shared/ui'
import { useEffect, useId, useRef } from 'react'
import { lineOf } from './picture-rows.ts'
import { type DraftRow, decisiveDoubts, isUncertain } from './draft-row.ts'
import styles from './image.module.css'
import { RowFields } from './row-fields.tsx'

interface RowEditorProps {
  row: DraftRow
  number: number
  open: boolean
  active: boolean
  /** Counts how often the user was sent to this row by Show; 0 if the last target was another row. */
  led: number
  onToggle(): void
  /** Highlights the place of the row in the picture. */
  onLook(): void
  onChange(part: Partial<DraftRow>): void
  onRemove(): void
}

const SIDES = { OVER: 'More', UNDER: 'Less' } as const

/** '1.5 More Total Bases', with a dash for each unknown value. */
const summaryOf = ({ line, side, statType }: DraftRow): string =>
  `${lineOf(line) ?? '—'} ${side ? SIDES[side] : '—'} ${statType || '—'}`

function State({ row }: { row: DraftRow }) {
  const doubts = decisiveDoubts(row).length
  if (isUncertain(row)) return <Tag tone="mid">{doubts === 1 ? 'Uncertain' : `Uncertain: ${doubts}`}</Tag>
  return row.checked ? <Tag tone="good">Checked</Tag> : <Tag>Read clearly</Tag>
}

/** One row: a summary that expands to editable fields. Hover and focus highlight its place in the picture. */
export function RowEditor(props: RowEditorProps) {
  const { row, number, open, active, led, onToggle, onLook } = props
  const body = useId()
  const item = useRef<HTMLLIElement>(null)
  // Scrolls only after Show, not on hover: a row that moves under the pointer cannot be clicked.
  useEffect(() => {
    if (led > 0) item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [led])
  return (
    <li
      ref={item}
      className={cx(styles.row, active && styles.looked)}
      onPointerEnter={onLook}
      onFocus={onLook}
    >
      <button
        type="button"
        className={styles.summary}
        aria-expanded={open}
        aria-controls={body}
        onClick={onToggle}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.who}>
          <b>{row.name || 'No name'}</b>
          <span>
            {row.team || '—'} · {summaryOf(row)}
          </span>
        </span>
        <State row={row} />
        <Icon name={open ? 'minus' : 'plus'} />
      </button>
      <div id={body} hidden={!open}>
        {open && <RowFields row={row} onChange={props.onChange} onRemove={props.onRemove} />}
      </div>
    </li>
  )
}
