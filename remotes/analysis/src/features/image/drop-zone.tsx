import { IMAGE_TYPES } from '@propsight/shared/contracts'
import { cx, Icon } from '@propsight/shared/ui'
import { type ChangeEvent, type DragEvent, useState } from 'react'
import styles from './image.module.css'

const ACCEPT = IMAGE_TYPES.join(',')

interface DropZoneProps {
  /** Name of the picture that is chosen, if one is. */
  chosen: string | null
  onFile(file: File | null): void
}

interface PickProps {
  label: string
  className?: string | undefined
  /** Opens a phone's camera. */
  camera?: boolean
  onFile(file: File | null): void
}

/** A file input that looks like a button; choosing the same file again counts too. */
function Pick({ label, className, camera, onFile }: PickProps) {
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0]
    input.value = ''
    // Closing the system's dialog without a choice leaves everything as it was.
    if (file) onFile(file)
  }
  return (
    <label className={cx(styles.pick, className)}>
      <input type="file" accept={ACCEPT} capture={camera ? 'environment' : undefined} onChange={onChange} />
      {label}
    </label>
  )
}

/** Where a picture comes in: dropped, chosen, or photographed on a phone. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short way; the buttons inside do the same by keyboard
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
