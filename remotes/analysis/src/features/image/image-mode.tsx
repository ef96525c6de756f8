import { confidencePercent } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Banner, Button } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { PICTURE_LINE, type RankedLine } from '../../state/ranked-line.ts'
import type { Failure, PictureRuns, RunState } from '../../state/run.ts'
import { shownOrderAtom } from '../../state/shown-order.ts'
import { ChoosePicture, type Draft, useDraft } from './choose-picture.tsx'
import styles from './image.module.css'
import { type DraftRow, summaryOf } from './picture-rows.ts'
import { ReviewRows } from './review-rows.tsx'

/** Our side and its probability, as on the card: 'Over 58% (52–63)', or why there is none. */
function numberOf(card: RankedLine | undefined): string {
  if (!card) return '—'
  if (!card.forecast) return `No probability: ${card.noForecast}`
  const { chance, low, high } = card.forecast
  const side = card.call === 'UNDER' ? 'Under' : 'Over'
  return `${side} ${confidencePercent(chance)}% (${confidencePercent(low)}–${confidencePercent(high)})`
}

/** The slip as the user entered it, in its own order and sides, with the engine's number beside each row. */
function Slip({ rows }: { rows: readonly DraftRow[] }) {
  const cards = new Map(useAtomValue(shownOrderAtom).map((card) => [card.id, card]))
  return (
    <section aria-label="Your slip">
      <h2 className={styles.slipHead}>Your slip, and our side of each line</h2>
      <ol className={styles.slip}>
        {rows.map((row) => (
          <li key={row.key}>
            <b>{row.name}</b> {summaryOf(row)}
            <b className="u-fig">{numberOf(cards.get(`${PICTURE_LINE}${row.key}`))}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}

const fileOf = (data: DataTransfer | null): File | null => data?.files[0] ?? null

/** Accepts a picture pasted anywhere on the page. Pasted text is left to the focused field. */
export function usePaste(onFile: (file: File) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = fileOf(event.clipboardData)
    if (!file) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}

/** Prevents the browser from opening a file that is dropped outside of the drop zone. */
export function usePreventStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

/** Scrolls and focuses the top of a new stage, since the focused button of the last stage was removed. */
export function useFocusStageTop(stage: string): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null)
  const seen = useRef(stage)
  useEffect(() => {
    if (seen.current === stage) return
    seen.current = stage
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView?.({ block: 'start' })
  }, [stage])
  return top
}

interface AnalyzedBarProps {
  rows: number
  onEdit(): void
  onStartOver(): void
}

/** Banner above the board of a picture, with buttons to edit its rows or to start with a new picture. */
export const AnalyzedBar = ({ rows, onEdit, onStartOver }: AnalyzedBarProps) => (
  <Banner
    icon="scanner"
    action={
      <span className={styles.barActions}>
        <Button variant="bare" onClick={onEdit}>
          Edit rows
        </Button>
        <Button variant="bare" onClick={onStartOver}>
          New picture
        </Button>
      </span>
    }
  >
    {countText(rows, 'row')} from your picture. Correcting them and analyzing again is free for 30 minutes.
  </Banner>
)

export interface ImageModeProps {
  pictures: PictureRuns
  run: RunState
  /** Renders a failure of reading in the same way as a failed run. */
  failed(failure: Failure, onRetry: () => void): ReactNode
  /** Progress bar and board of the confirmed rows. */
  children: ReactNode
}

/** Image mode: choose a picture, review the extracted rows, then show their board as in other modes (N5). */
export function ImageMode(props: ImageModeProps) {
  const { draft, ...actions } = useDraft(props.pictures)
  const analyzed = props.run.phase !== 'idle'
  const stage = draft.phase === 'board' && !analyzed ? 'review' : draft.phase
  const top = useFocusStageTop(stage)
  usePaste((file) => {
    if (stage === 'choose') actions.take(file)
  })
  usePreventStrayDrops()
  return (
    <div ref={top} tabIndex={-1} className={styles.stage}>
      <Stage {...props} stage={stage} draft={draft} actions={actions} analyzed={analyzed} />
    </div>
  )
}

interface StageProps extends ImageModeProps {
  stage: Draft['phase']
  draft: Draft
  actions: Omit<ReturnType<typeof useDraft>, 'draft'>
  /** Whether the rows have a board, or one is loading. */
  analyzed: boolean
}

function Stage({ stage, draft, actions, analyzed, failed, children }: StageProps) {
  if (stage === 'board') {
    return (
      <>
        <AnalyzedBar
          rows={draft.rows.length}
          onEdit={() => actions.show('review')}
          onStartOver={actions.startOver}
        />
        <Slip rows={draft.rows} />
        {children}
      </>
    )
  }
  if (stage === 'review') {
    return (
      <ReviewRows
        file={draft.file}
        rows={draft.rows}
        onRows={actions.setRows}
        onAnalyze={actions.analyze}
        onStartOver={actions.startOver}
        {...(analyzed && { onBack: () => actions.show('board') })}
      />
    )
  }
  return (
    <ChoosePicture
      draft={draft}
      onFile={actions.take}
      onRead={() => void actions.read()}
      onCancel={actions.cancel}
      failed={draft.failure && failed(draft.failure, () => void actions.read())}
    />
  )
}
