import type { ReactNode } from 'react'
import type { PictureRuns } from '../../state/pictures.ts'
import type { Failure, RunState } from '../../state/run.ts'
import { AnalyzedBar } from './analyzed-bar.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import type { Draft } from './draft.ts'
import styles from './image.module.css'
import { ReviewRows } from './review-rows.tsx'
import { useDraft } from './use-draft.ts'
import { useNoStrayDrops, usePaste } from './use-paste.ts'
import { useStageTop } from './use-stage-top.ts'

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
  const { draft, ...deeds } = useDraft(props.pictures)
  const analyzed = props.run.phase !== 'idle'
  const stage = draft.phase === 'board' && !analyzed ? 'review' : draft.phase
  const top = useStageTop(stage)
  usePaste((file) => {
    if (stage === 'choose') deeds.take(file)
  })
  useNoStrayDrops()
  return (
    <div ref={top} tabIndex={-1} className={styles.stage}>
      <Stage {...props} stage={stage} draft={draft} deeds={deeds} analyzed={analyzed} />
    </div>
  )
}

interface StageProps extends ImageModeProps {
  stage: Draft['phase']
  draft: Draft
  deeds: Omit<ReturnType<typeof useDraft>, 'draft'>
  /** Whether the rows have a board, or one is loading. */
  analyzed: boolean
}

function Stage({ stage, draft, deeds, analyzed, pictures, failed, children }: StageProps) {
  if (stage === 'board') {
    return (
      <>
        <AnalyzedBar
          rows={draft.rows.length}
          onEdit={() => deeds.show('review')}
          onStartOver={deeds.startOver}
        />
        {children}
      </>
    )
  }
  if (stage === 'review') {
    return (
      <ReviewRows
        file={draft.file}
        rows={draft.rows}
        paid={pictures.isPaid()}
        onRows={deeds.setRows}
        onAnalyze={deeds.analyze}
        onStartOver={deeds.startOver}
        {...(analyzed && { onBack: () => deeds.show('board') })}
      />
    )
  }
  return (
    <ChoosePicture
      draft={draft}
      onFile={deeds.take}
      onRead={() => void deeds.read()}
      onCancel={deeds.cancel}
      failed={draft.failure && failed(draft.failure, () => void deeds.read())}
    />
  )
}
