import type { ReactElement, ReactNode } from 'react'

/**
 * Line icons on a 16 × 16 grid with 1.4 px strokes. A string is the path data of an icon with a single path.
 */
export const ICON_PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9m3.5 8 3.5 3.5',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7M6.5 13.5a1.6 1.6 0 0 0 3 0',
  settings: (
    <>
      <path d="M2.5 5h6m3 0h2m-11 6h2m3 0h6" />
      <circle cx="10" cy="5" r="1.5" />
      <circle cx="6" cy="11" r="1.5" />
    </>
  ),
  cloud: 'M4.5 12.5a2.7 2.7 0 0 1 .2-5.4 3.7 3.7 0 0 1 7-.2 2.9 2.9 0 0 1 .1 5.6z',
  bookmark: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  check: 'm3 8.5 3.3 3.3L13 5',
  bars: 'M2.5 13.5V8m3.7 5.5v-11m3.7 11V6m3.6 7.5V4',
  scanner: 'M2.5 5V2.5H5m6 0h2.5V5m0 6v2.5H11m-6 0H2.5V11M2 8h12',
  credit: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M9.8 6.2C9 5.2 6.3 5.3 6.3 6.8S9.8 8 9.8 9.4 7 11 6.2 9.8M8 4.5v7" />
    </>
  ),
  menu: 'M2.5 4.5h11M2.5 8h11m-11 3.5h11',
  warning: 'M8 2.5 14 13H2zM8 6.5v3m0 1.7v.1',
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-left': 'm10 3.5-4.5 4.5 4.5 4.5',
  'chevron-right': 'm6 3.5 4.5 4.5L6 12.5',
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3.2l2 1.3" />
    </>
  ),
  trash: 'M3 4.5h10M6 4.5v-2h4v2m-5.5 0 .5 9h6l.5-9',
  minus: 'M3.5 8h9',
  plus: 'M8 3.5v9M3.5 8h9',
  close: 'm4 4 8 8m0-8-8 8',
  download: 'M8 2.5v7.7M4.8 7 8 10.2 11.2 7M3 13.5h10',
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5V2.5h-8v8H5" />
    </>
  ),
  offline: 'M2 6.5a9 9 0 0 1 12 0M4.5 9.2a5.3 5.3 0 0 1 7 0M8 12.5v.1M2.5 13.5l11-11',
  plug: 'M6 2v3m4-3v3M4 5h8v2.5a4 4 0 0 1-8 0zM8 11.5V14',
  help: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M6.5 6.5c.2-1.8 3.2-1.5 3 .2-.1 1-1.5 1-1.5 2.3m0 1.7v.1" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5v11a5.5 5.5 0 0 0 0-11" fill="currentColor" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof ICON_PATHS
/** Returns whether a name from an external source (a remote's declaration) is an icon name. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(ICON_PATHS, name)

export interface IconProps {
  name: IconName
  /** Width and height in pixels; 16 by default. */
  size?: number
}

/** A decorative icon in the text color. It is hidden from assistive technology: the control needs a name. */
export function Icon({ name, size = 16 }: IconProps): ReactElement {
  const shape = ICON_PATHS[name]
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
      {typeof shape === 'string' ? <path d={shape} /> : shape}
    </svg>
  )
}
