import { useEffect, useState } from 'react'

export type Preview = 'none' | 'coming' | 'unshowable' | ImageBitmap

/**
 * Decodes a file to a bitmap with the EXIF orientation applied. It is drawn on a canvas, since the content
 * security policy allows no blob: URL in an image. 'unshowable' if the browser cannot decode it.
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
