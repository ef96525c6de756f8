import { countText } from '@propsight/shared/format'
import { Banner, Button } from '@propsight/shared/ui'
import { useState } from 'react'
import styles from './image.module.css'
import {
  blankRow,
  type DraftRow,
  editRow,
  isComplete,
  isUncertain,
  marketNotOffered,
} from './picture-rows.ts'
import { PictureView, useBitmap } from './picture-view.tsx'
import { RowEditor } from './row-editor.tsx'

interface ReviewActionsProps {
  rows: readonly DraftRow[]
  /** Opens a row that needs a check. */
  onHighlight(key: string): void
  onAnalyze(): void
}

/**
 * The button that confirms all rows at once and analyzes them. Above it: what is uncertain, not offered or
 * incomplete. None of them needs another press; rows that cannot be analyzed are left out and counted.
 */
export function ReviewActions({ rows, onHighlight, onAnalyze }: ReviewActionsProps) {
  const complete = rows.filter(isComplete)
  const notOffered = rows.filter((row) => marketNotOffered(row) !== null)
  const incomplete = rows.filter((row) => !isComplete(row) && marketNotOffered(row) === null)
  const uncertain = complete.filter(isUncertain)
  const note = (first: DraftRow | undefined, text: string) =>
    first && (
      <Banner
        tone="mid"
        icon="warning"
        action={
          <Button variant="bare" onClick={() => onHighlight(first.key)}>
            Show
          </Button>
        }
      >
        {text}
      </Banner>
    )
  const markets = [...new Set(notOffered.map(marketNotOffered))].join(', ')
  return (
    <div className={styles.decide}>
      {note(
        incomplete[0],
        `${countText(incomplete.length, 'row lacks', 'rows lack')} a name, a stat or a line and ${incomplete.length === 1 ? 'is' : 'are'} left out.`,
      )}
      {note(
        notOffered[0],
        `${countText(notOffered.length, 'row has', 'rows have')} a market that is not offered: ${markets}. No analysis of ${notOffered.length === 1 ? 'it' : 'them'}.`,
      )}
      {note(
        uncertain[0],
        `${countText(uncertain.length, 'row has', 'rows have')} marked fields that are uncertain.`,
      )}
      <Button variant="go" large disabled={complete.length === 0} onClick={onAnalyze}>
        Confirm and analyze {countText(complete.length, 'row')}
      </Button>
    </div>
  )
}

interface ReviewRowsProps {
  file: File | null
  rows: readonly DraftRow[]
  onRows(rows: DraftRow[]): void
  onAnalyze(): void
  onStartOver(): void
  /** Set if the rows already have a board. */
  onBack?: () => void
}

/**
 * Second stage of image mode: the extracted rows next to the picture. Rows can be corrected, removed and
 * added.
 */
export function ReviewRows({ file, rows, onRows, onAnalyze, onStartOver, onBack }: ReviewRowsProps) {
  const preview = useBitmap(file)
  const [active, setActive] = useState<string | null>(null)
  const [jump, setJump] = useState({ key: '', times: 0 })
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(isUncertain).map(({ key }) => key)),
  )
  const uncertain = rows.filter((row) => isUncertain(row) && marketNotOffered(row) === null).length
  const change = (key: string, part: Partial<DraftRow>) =>
    onRows(rows.map((row) => (row.key === key ? editRow(row, part) : row)))
  const toggle = (key: string) => setOpen((keys) => new Set([...keys]).symmetricDifference(new Set([key])))
  const add = () => {
    const row = blankRow()
    onRows([...rows, row])
    setOpen((keys) => new Set([...keys, row.key]))
  }
  return (
    <div className={styles.review}>
      <PictureView preview={preview} name={file?.name ?? 'The picture'} rows={rows} active={active} />
      <section aria-label="Rows read">
        <header className={styles.reviewHead}>
          <h2>{countText(rows.length, 'row')} read</h2>
          <p>
            {uncertain > 0 ? `${countText(uncertain, 'row')} to check.` : 'Every row is clear or checked.'}
          </p>
          {uncertain > 0 && (
            <Button onClick={() => onRows(rows.map((row) => ({ ...row, checked: true })))}>All right</Button>
          )}
        </header>
        <ol className={styles.rows}>
          {rows.map((row, index) => (
            <RowEditor
              key={row.key}
              row={row}
              number={index + 1}
              open={open.has(row.key)}
              active={row.key === active}
              jumps={row.key === jump.key ? jump.times : 0}
              onToggle={() => toggle(row.key)}
              onHighlight={() => setActive(row.key)}
              onChange={(part) => change(row.key, part)}
              onRemove={() => onRows(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </ol>
        <Button onClick={add}>Add a row</Button>
        <ReviewActions
          rows={rows}
          onHighlight={(key) => {
            setOpen((keys) => new Set([...keys, key]))
            setActive(key)
            setJump(({ times }) => ({ key, times: times + 1 }))
          }}
          onAnalyze={onAnalyze}
        />
        <div className={styles.ways}>
          {onBack && (
            <Button variant="bare" onClick={onBack}>
              Back to the board
            </Button>
          )}
          <Button variant="bare" onClick={onStartOver}>
            New picture
          </Button>
        </div>
      </section>
    </div>
  )
}
