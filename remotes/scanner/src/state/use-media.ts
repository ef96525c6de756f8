import { useSyncExternalStore } from 'react'

const query = (text: string) => (typeof matchMedia === 'function' ? matchMedia(text) : null)

/** Whether a media query applies; false where the browser has none. @param text such as '(max-width: 767px)' */
export const useMedia = (text: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = query(text)
      media?.addEventListener('change', onChange)
      return () => media?.removeEventListener('change', onChange)
    },
    () => query(text)?.matches ?? false,
  )
