export interface Notice {
  id: string
  title: string
  message: string
  type: 'success' | 'info' | 'warning'
  /** ISO date. */
  time: string
}

/** The static beta notice (S4). */
export const NOTICES: readonly Notice[] = [
  {
    id: 'beta',
    title: 'Propsight Beta Testing',
    message:
      'Propsight is in beta testing. Numbers and screens may change. If something is wrong, please send a bug report.',
    type: 'info',
    time: '2026-07-01',
  },
]
