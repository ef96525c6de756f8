import { useShell } from '@propsight/shared/client'
import { IMAGE_ERRORS, IMAGE_MAX_BYTES, IMAGE_TYPES, readAnswer } from '@propsight/shared/contracts'
import { unreadText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { Banner, Button, cx, FieldError, Icon, Progress } from '@propsight/shared/ui'
import { atom, useAtom, useStore } from 'jotai'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { STEPS } from '../../config/run-steps.ts'
import type { Failure, PictureRuns } from '../../state/run.ts'
import styles from './image.module.css'
import { confirmedLines, type DraftRow, draftRowSchema, isUncertain, toDraftRow } from './picture-rows.ts'
import { PictureView, useBitmap } from './review-rows.tsx'

/** State of image mode: the picture and its rows before they become a board. */
export interface Draft {
  /** `board` after the rows were analyzed; the user can return to `review`. */
  phase: 'choose' | 'reading' | 'review' | 'board'
  /** Held in memory only: a reload loses the picture, but not the rows. */
  file: File | null
  /** Why the last file was rejected; null if it was accepted. */
  problem: string | null
  failure: Failure | null
  /** Whether the user cancelled the reading. */
  cancelled: boolean
  rows: DraftRow[]
}

const NO_DRAFT: Draft = {
  phase: 'choose',
  file: null,
  problem: null,
  failure: null,
  cancelled: false,
  rows: [],
}

const base = atom(NO_DRAFT)

/** The draft. A write takes the changed fields only. */
const draftAtom = atom(
  (get) => get(base),
  (get, set, part: Partial<Draft>) => set(base, { ...get(base), ...part }),
)

const storedRowsSchema = z.array(draftRowSchema).min(1)

/** Parses the rows stored in this tab; null if there are none or they are invalid. */
function parseStoredRows(stored: unknown): DraftRow[] | null {
  try {
    return readAnswer(storedRowsSchema, stored).value
  } catch {
    return null
  }
}

/** Accepted MIME types, including the variant `image/jpg` that some systems use. */
const ACCEPTED_TYPES: ReadonlySet<string> = new Set([...IMAGE_TYPES, 'image/jpg'])

/**
 * Checks a file before the upload: present, size, type (N5). The server repeats the checks on the content.
 * @returns the specified error message, or null for a valid file
 */
export function pictureProblem(file: File | null): string | null {
  if (!file) return IMAGE_ERRORS.missing
  if (file.size > IMAGE_MAX_BYTES) return IMAGE_ERRORS.tooLarge
  if (!ACCEPTED_TYPES.has(file.type.toLowerCase())) return IMAGE_ERRORS.wrongType
  return null
}

/** The draft of image mode and its actions. The rows are stored in the tab on every change. */
export function useDraft(pictures: PictureRuns) {
  const shell = useShell()
  const store = useStore()
  const [draft, change] = useAtom(draftAtom)
  const reading = useRef<AbortController | null>(null)

  useEffect(() => {
    const rows = store.get(draftAtom).phase === 'choose' ? parseStoredRows(pictures.storedDraft()) : null
    if (rows) change({ rows, phase: 'board' })
    return () => {
      reading.current?.abort()
      // On the next visit of image mode the picture is there, ready to be read.
      if (store.get(draftAtom).phase === 'reading') store.set(draftAtom, { phase: 'choose' })
    }
  }, [store, change, pictures])

  // Switching to a newer release would lose the picture and the unconfirmed rows.
  useEffect(() => {
    const unsavedPhases: readonly Draft['phase'][] = ['reading', 'review']
    return shell.registerUnsavedWork(() => unsavedPhases.includes(store.get(draftAtom).phase) && 'reload')
  }, [shell, store])

  const setRows = (rows: DraftRow[]) => {
    pictures.storeDraft(rows)
    change({ rows })
  }

  return {
    draft,
    setRows,
    take(file: File | null) {
      const problem = pictureProblem(file)
      // A rejected file does not replace the previous picture.
      change(problem ? { problem } : { ...NO_DRAFT, file })
    },
    async read() {
      const { file } = draft
      const problem = pictureProblem(file)
      if (problem || !file) {
        change({ problem })
        return
      }
      const controller = new AbortController()
      reading.current = controller
      change({ phase: 'reading', failure: null, problem: null, cancelled: false })
      const answer = await pictures.read(file, controller.signal).catch(() => null)
      if (controller.signal.aborted || !answer) return
      if ('failure' in answer) {
        change({ phase: 'choose', failure: answer.failure })
        return
      }
      change({ phase: 'review' })
      setRows(answer.read.players.map(toDraftRow))
      const { unread = 0 } = answer.read
      if (unread > 0) shell.notify({ message: unreadText(unread, 'row'), tone: 'low' })
    },
    cancel() {
      reading.current?.abort()
      change({ phase: 'choose', cancelled: true })
    },
    analyze() {
      // The user confirmed all rows. Those analyzed in spite of a doubt keep it.
      setRows(draft.rows.map((row) => ({ ...row, checked: !isUncertain(row) })))
      change({ phase: 'board' })
      pictures.analyze(confirmedLines(draft.rows))
    },
    show: (phase: 'review' | 'board') => change({ phase }),
    startOver() {
      pictures.forget()
      change(NO_DRAFT)
    },
  }
}

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
