import type { ReactNode } from 'react'

/** Line icons on a 16 × 16 grid, 1.4 px strokes. */
export const ICON_PATHS = {
  search: <path d="M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9m3.500 8 3.500 3.500" />,
  bell: (
    <path d="M4 7a4 4 0 0 1 8 0c0 3.500 1.500 4.500 1.500 4.500h-11S4 10.500 4 7M6.500 13.500a1.600 1.600 0 0 0 3 0" />
  ),
  settings: (
    <>
      <path d="M2.500 5h6m3 0h2m-11 6h2m3 0h6" />
      <circle cx="10" cy="5" r="1.500" />
      <circle cx="6" cy="11" r="1.500" />
    </>
  ),
  cloud: (
    <path d="M4.500 12.500a2.700 2.700 0 0 1 .2-5.400 3.700 3.700 0 0 1 7-.2 2.900 2.900 0 0 1 .1 5.600z" />
  ),
  bookmark: <path d="M4.500 2.500h7v11L8 10.800l-3.500 2.700z" />,
  check: <path d="m3 8.500 3.300 3.300L13 5" />,
  bars: <path d="M2.500 13.500V8m3.700 5.500v-11m3.700 11V6m3.600 7.500V4" />,
  scanner: <path d="M2.500 5V2.500H5m6 0h2.500V5m0 6v2.500H11m-6 0H2.500V11M2 8h12" />,
  credit: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M9.800 6.200C9 5.200 6.300 5.300 6.300 6.800S9.800 8 9.800 9.400 7 11 6.200 9.800M8 4.500v7" />
    </>
  ),
  menu: <path d="M2.500 4.500h11M2.500 8h11m-11 3.500h11" />,
  warning: <path d="M8 2.500 14 13H2zM8 6.500v3m0 1.700v.1" />,
  'chevron-down': <path d="m4 6 4 4 4-4" />,
  'chevron-left': <path d="m10 3.500-4.500 4.500 4.500 4.500" />,
  'chevron-right': <path d="m6 3.500 4.500 4.500L6 12.500" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M8 5v3.200l2 1.300" />
    </>
  ),
  trash: <path d="M3 4.500h10M6 4.500v-2h4v2m-5.500 0 .5 9h6l.5-9" />,
  minus: <path d="M3.500 8h9" />,
  plus: <path d="M8 3.500v9M3.500 8h9" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  copy: (
    <>
      <rect x="5.500" y="5.500" width="8" height="8" rx="1.500" />
      <path d="M10.500 5V2.500h-8v8H5" />
    </>
  ),
  offline: (
    <path d="M2 6.500a9 9 0 0 1 12 0M4.500 9.200a5.300 5.300 0 0 1 7 0M8 12.500v.1M2.500 13.500l11-11" />
  ),
  plug: <path d="M6 2v3m4-3v3M4 5h8v2.500a4 4 0 0 1-8 0zM8 11.500V14" />,
  help: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M6.500 6.500c.2-1.800 3.200-1.500 3 .2-.1 1-1.500 1-1.500 2.300m0 1.700v.1" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M8 2.500v11a5.500 5.500 0 0 0 0-11" fill="currentColor" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof ICON_PATHS
/** Whether a name that came from outside (a remote's declaration) is one of the set. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(ICON_PATHS, name)
