import { IMAGE_TYPES } from '@propsight/shared/contracts'
import { Banner, Button, cx, FieldError, Icon, Progress } from '@propsight/shared/ui'
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react'
import { STEPS } from '../../config/run-steps.ts'
import styles from './image.module.css'
import { PictureView, useBitmap } from './picture-view.tsx'
import type { Draft } from './use-draft.ts'

const ACCEPT = IMAGE_TYPES.join(',')

interface DropZoneProps {
  /** Name of the chosen picture; null if there is none. */
  chosen: string | null
  onFile(file: File | null): void
}

interface FilePickerProps {
  label: string
  className?: string | undefined
  /** Whether to open the camera on a phone. */
  camera?: boolean
  onFile(file: File | null): void
}

/**
 * A file input styled as a button. The value is reset, so that choosing the same file again fires a change
 * event.
 */
function FilePicker({ label, className, camera, onFile }: FilePickerProps) {
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0]
    input.value = ''
    // Closing the file dialog without a choice changes nothing.
    if (file) onFile(file)
  }
  return (
    <label className={cx(styles.pick, className)}>
      <input type="file" accept={ACCEPT} capture={camera ? 'environment' : undefined} onChange={onChange} />
      {label}
    </label>
  )
}

/** Input area for a picture: drop, file dialog, or the camera of a phone. */
export function DropZone({ chosen, onFile }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0] ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the keyboard alternative
    <div
      className={cx(styles.zone, over && styles.over)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="scanner" size={28} />
      <p>
        <b>{chosen ?? 'A screenshot of your prop card'}</b>
        <span>Drop it here, paste it, or choose a file: JPEG, PNG or WebP, up to 10 MB.</span>
      </p>
      <div className={styles.picks}>
        <FilePicker label={chosen ? 'Choose another' : 'Choose a file'} onFile={onFile} />
        <FilePicker label="Take a photo" className={styles.camera} camera onFile={onFile} />
      </div>
    </div>
  )
}

interface ChoosePictureProps {
  draft: Draft
  onFile(file: File | null): void
  onRead(): void
  onCancel(): void
  failed: ReactNode
}

const KEPT_HOLD =
  'The credits on hold pay for your next picture or are returned. Reading the same picture again is free.'

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
            Reading a picture uses 1 credit; analyzing its rows is free for 30 minutes. If no player is found,
            no credit is used. The picture is not kept.
          </p>
        </div>
      )}
      {/* Keyed: with a failure the whole stage is another one, and its picture is replaced and not moved. */}
      {draft.file && <PictureView key={draft.phase} preview={preview} name={draft.file.name} />}
    </div>
  )
}
