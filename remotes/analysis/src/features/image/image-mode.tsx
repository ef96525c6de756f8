import type { ReactNode } from 'react'
import type { PictureRuns } from '../../state/pictures.ts'
import type { Failure, RunState } from '../../state/run.ts'
import { AnalyzedBar } from './analyzed-bar.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import { ReviewRows } from './review-rows.tsx'
import { useDraft } from './use-draft.ts'
import { useNoStrayDrops, usePaste } from './use-paste.ts'

export interface ImageModeProps {
  pictures: PictureRuns
  run: RunState
  /** A failure of reading, as the board shows its own. */
  failed(failure: Failure, onRetry: () => void): ReactNode
  /** Progress and board of the confirmed rows. */
  children: ReactNode
}

/** Lines off the user's own picture: choose it, check what was read, then the board as in the other modes. */
export function ImageMode({ pictures, run, failed, children }: ImageModeProps) {
  const { draft, ...deeds } = useDraft(pictures)
  const analyzed = run.phase !== 'idle'
  const shown = draft.phase === 'board' && !analyzed ? 'review' : draft.phase
  usePaste((file) => {
    if (shown === 'choose') deeds.take(file)
  })
  useNoStrayDrops()
  if (shown === 'board') {
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
  if (shown === 'review') {
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
