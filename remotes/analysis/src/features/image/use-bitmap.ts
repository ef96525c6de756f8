import { useEffect, useState } from 'react'

export type Preview = 'none' | 'coming' | 'unshowable' | ImageBitmap

/**
 * A file as pixels, upright as its camera says. Drawn on a canvas, since the page's policy lets no address of a local
 * file into an image; decoded by the browser, which may not be able to.
 */
export function useBitmap(file: File | null): Preview {
  const [preview, setPreview] = useState<Preview>('none')
  useEffect(() => {
    if (!file) return setPreview('none')
    let gone = false
    let bitmap: ImageBitmap | null = null
    setPreview('coming')
    const decode = async () => createImageBitmap(file)
    decode().then(
      (decoded) => {
        if (gone) return decoded.close()
        bitmap = decoded
        setPreview(decoded)
      },
      () => {
        if (!gone) setPreview('unshowable')
      },
    )
    return () => {
      gone = true
      bitmap?.close()
    }
  }, [file])
  return preview
}
