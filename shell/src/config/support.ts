/** Where the legal texts send a reader. Operators put their own here. */
export const SUPPORT_EMAIL = 'support@propsight.example'

/** Shown where the page names no helplines of its own. */
export const HELPLINES = [
  { label: '1-800-GAMBLER', href: 'tel:18004262537' },
  { label: '1-800-MY-RESET', href: 'tel:18006973738' },
] as const
