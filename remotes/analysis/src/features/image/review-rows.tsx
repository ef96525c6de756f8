import { countText } from '@propsight/shared/format'
import { Banner, Button } from '@propsight/shared/ui'
import { useState } from 'react'
import styles from './image.module.css'
import { blankRow, type DraftRow, editRow, isComplete, isUncertain } from './picture-rows.ts'
import { PictureView, useBitmap } from './picture-view.tsx'
import { RowEditor } from './row-editor.tsx'

interface ReviewActionsProps {
  rows: readonly DraftRow[]
  /** Opens a row that needs a check. */
  onHighlight(key: string): void
  onAnalyze(): void
}

/**
 * The button that confirms all rows and analyzes them. Incomplete rows disable it; uncertain rows need a second
 * press.
 */
export function ReviewActions({ rows, onHighlight, onAnalyze }: ReviewActionsProps) {
  const [confirmRequested, setConfirmRequested] = useState(false)
  const incomplete = rows.find((row) => !isComplete(row))
  const missing = rows.filter((row) => !isComplete(row)).length
  const uncertain = rows.filter(isUncertain)
  const confirming = confirmRequested && uncertain.length > 0
  const action = uncertain.length > 0 ? 'Analyze' : 'Confirm and analyze'
  const words = countText(uncertain.length, 'row is', 'rows are')
  const [firstUncertain] = uncertain
  const press = () => {
    if (uncertain.length > 0 && !confirming) setConfirmRequested(true)
    else onAnalyze()
  }
  return (
    <div className={styles.decide}>
      {incomplete && (
        <Banner
          tone="mid"
          icon="warning"
          action={
            <Button variant="bare" onClick={() => onHighlight(incomplete.key)}>
              Show
            </Button>
          }
        >
          {countText(missing, 'row lacks', 'rows lack')} a name, a stat or a line. Complete or remove{' '}
          {missing === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      {confirming && firstUncertain && (
        <Banner
          tone="mid"
          icon="warning"
          title={`${words} uncertain.`}
          action={
            <Button variant="bare" onClick={() => onHighlight(firstUncertain.key)}>
              Show the first
            </Button>
          }
        >
          Analyze without checking?
        </Banner>
      )}
      <Button variant="go" large disabled={rows.length === 0 || incomplete !== undefined} onClick={press}>
        {confirming ? 'Analyze without checking' : `${action} ${countText(rows.length, 'row')}`}
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
  const uncertain = rows.filter(isUncertain).length
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
