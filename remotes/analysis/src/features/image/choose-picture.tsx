import { Banner, Button, FieldError, Progress } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { STEPS } from '../../config/run-steps.ts'
import type { Draft } from './draft.ts'
import { DropZone } from './drop-zone.tsx'
import styles from './image.module.css'
import { PictureView } from './picture-view.tsx'
import { useBitmap } from './use-bitmap.ts'

interface ChoosePictureProps {
  draft: Draft
  onFile(file: File | null): void
  onRead(): void
  onCancel(): void
  failed: ReactNode
}

const KEPT_HOLD = 'No credit was used. What is held for it serves your next picture, or comes back by itself.'

/**
 * First stage of image mode: the user drops, chooses, photographs or pastes a picture. Shows errors about it.
 */
export function ChoosePicture({ draft, onFile, onRead, onCancel, failed }: ChoosePictureProps) {
  const preview = useBitmap(draft.file)
  const reading = draft.phase === 'reading'
  const { label, percent } = STEPS.picture
  return (
    <div className={styles.choose}>
      {reading && (
        <div className={styles.reading}>
          <Progress label={label} percent={percent} />
          <Button variant="bare" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      )}
      {failed}
      {draft.cancelled && <Banner title="Reading cancelled.">{KEPT_HOLD}</Banner>}
      {!reading && <DropZone chosen={draft.file?.name ?? null} onFile={onFile} />}
      {draft.problem && <FieldError>{draft.problem}</FieldError>}
      {!reading && (
        <div className={styles.actions}>
          <Button variant="go" onClick={onRead}>
            Read picture
          </Button>
          <p>
            Reading holds 1 credit; it is used when you analyze the rows. The picture is read and not kept.
          </p>
        </div>
      )}
      {draft.file && <PictureView preview={preview} name={draft.file.name} />}
    </div>
  )
}
