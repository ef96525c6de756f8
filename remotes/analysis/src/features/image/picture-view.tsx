import { cx } from '@propsight/shared/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './image.module.css'
import type { DraftRow } from './picture-rows.ts'

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
