import { countText } from '@propsight/shared/format'
import { Banner, Button, cx } from '@propsight/shared/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './image.module.css'
import {
  blankRow,
  type DraftRow,
  editRow,
  isComplete,
  isUncertain,
  marketNotOffered,
} from './picture-rows.ts'
import { RowEditor } from './row-editor.tsx'

export type Preview = 'none' | 'loading' | 'unshowable' | ImageBitmap

/**
 * Decodes a file to a bitmap with the EXIF orientation applied. It is drawn on a canvas, since the content
 * security policy allows no blob: URL in an image. 'unshowable' if the browser cannot decode it.
 */
export function useBitmap(file: File | null): Preview {
  const [preview, setPreview] = useState<Preview>('none')
  useEffect(() => {
    if (!file) {
      setPreview('none')
      return
    }
    let cancelled = false
    let bitmap: ImageBitmap | null = null
    setPreview('loading')
    const decode = async () => createImageBitmap(file)
    decode().then(
      (decoded) => {
        if (cancelled) {
          decoded.close()
          return
        }
        bitmap = decoded
        setPreview(decoded)
      },
      () => {
        if (!cancelled) setPreview('unshowable')
      },
    )
    return () => {
      cancelled = true
      bitmap?.close()
    }
  }, [file])
  return preview
}

interface PictureViewProps {
  preview: Preview
  name: string
  rows?: readonly DraftRow[]
  /** Key of the focused or hovered row. */
  active?: string | null
}

const PLACEHOLDER_TEXT = {
  none: 'The picture is not kept after a reload. These are its rows.',
  loading: 'Loading the picture',
  unshowable: 'This browser cannot show the picture, but it can be read.',
} as const

/** Maximum width of the preview in pixels. */
const WIDEST = 1600

const percent = (part: number): string => `${part * 100}%`

/** The picture with a frame around the source of each row. The frame of the active row is highlighted. */
export function PictureView({ preview, name, rows = [], active = null }: PictureViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (typeof preview === 'string' || !canvas.current) return
    const scale = Math.min(1, WIDEST / preview.width)
    canvas.current.width = Math.round(preview.width * scale)
    canvas.current.height = Math.round(preview.height * scale)
    canvas.current.getContext('2d')?.drawImage(preview, 0, 0, canvas.current.width, canvas.current.height)
  }, [preview])
  useEffect(() => {
    const box = frame.current
    const scroller = box?.parentElement?.parentElement
    if (active === null || !box || !scroller) return
    // Scrolls only the picture: `scrollIntoView` would scroll the page too.
    scroller.scrollTop = box.offsetTop - (scroller.clientHeight - box.offsetHeight) / 2
  }, [active])
  if (typeof preview === 'string') {
    return (
      <p className={styles.unseen} role="status">
        {PLACEHOLDER_TEXT[preview]}
      </p>
    )
  }
  const boxed = rows.filter(({ box }) => box !== null).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.picture} aria-label="Picture" tabIndex={0}>
      <div className={styles.canvas}>
        <canvas ref={canvas} role="img" aria-label={boxed > 0 ? `${name}, ${boxed} rows marked` : name} />
        {rows.map(({ key, box }) =>
          box === null ? null : (
            <span
              key={key}
              ref={key === active ? frame : null}
              className={cx(styles.box, key === active && styles.active)}
              style={{
                left: percent(box.x),
                top: percent(box.y),
                width: percent(box.width),
                height: percent(box.height),
              }}
            />
          ),
        )}
      </div>
    </section>
  )
}

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
