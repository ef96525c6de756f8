import { IMAGE_TYPES } from '@propsight/shared/contracts'
import { cx, Icon } from '@propsight/shared/ui'
import { type ChangeEvent, type DragEvent, useState } from 'react'
import styles from './image.module.css'

const ACCEPT = IMAGE_TYPES.join(',')

interface DropZoneProps {
  /** Name of the chosen picture; null if there is none. */
  chosen: string | null
  onFile(file: File | null): void
}

interface PickProps {
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
function Pick({ label, className, camera, onFile }: PickProps) {
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
        <Pick label={chosen ? 'Choose another' : 'Choose a file'} onFile={onFile} />
        <Pick label="Take a photo" className={styles.camera} camera onFile={onFile} />
      </div>
    </div>
  )
}
