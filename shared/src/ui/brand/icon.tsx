import type { ReactElement } from 'react'
import { ICON_PATHS, type IconName } from './icon-paths.tsx'

export interface IconProps {
  name: IconName
  /** Width and height in pixels; 16 by default. */
  size?: number
}

/** A decorative icon in the text color. It is hidden from assistive technology: the control needs a name. */
export function Icon({ name, size = 16 }: IconProps): ReactElement {
  const drawn = ICON_PATHS[name]
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {typeof drawn === 'string' ? <path d={drawn} /> : drawn}
    </svg>
  )
}
