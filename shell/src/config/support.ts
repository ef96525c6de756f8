/** Contact addresses in the legal texts. Operators put their own here. */
export const SUPPORT_EMAIL = 'support@propsight.example'
export const CONTACT_EMAIL = 'contact@propsight.example'

/**
 * Operator of this installation, named in the legal texts. The operator replaces the bracketed placeholders.
 */
export const OPERATOR = {
  name: '[name of the operator]',
  address: '[postal address of the operator]',
  law: '[state of the operator]',
} as const

/** Social links in the footer (S7). Placeholders until an operator replaces them. */
export const SOCIAL_LINKS = [
  { label: 'Instagram', href: 'https://instagram.propsight.example/' },
  { label: 'Discord', href: 'https://discord.propsight.example/' },
  { label: 'X', href: 'https://x.propsight.example/' },
] as const

/** Shown when the page config has no helplines. */
export const HELPLINES = [
  { label: '1-800-GAMBLER', href: 'tel:18004262537' },
  { label: '1-800-MY-RESET', href: 'tel:18006973738' },
] as const
