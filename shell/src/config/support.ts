/** Where the legal texts send a reader. Operators put their own here. */
export const SUPPORT_EMAIL = 'support@propsight.example'
export const CONTACT_EMAIL = 'contact@propsight.example'

/** Who runs this copy of the product, for the legal texts. The brackets are for the operator to fill in. */
export const OPERATOR = {
  name: '[name of the operator]',
  address: '[postal address of the operator]',
  law: '[state of the operator]',
} as const

/** Places of the product elsewhere, in the footer. They lead nowhere until an operator puts its own here. */
export const SOCIAL_LINKS = [
  { label: 'Instagram', href: 'https://instagram.propsight.example/' },
  { label: 'Discord', href: 'https://discord.propsight.example/' },
  { label: 'X', href: 'https://x.propsight.example/' },
] as const

/** Shown where the page names no helplines of its own. */
export const HELPLINES = [
  { label: '1-800-GAMBLER', href: 'tel:18004262537' },
  { label: '1-800-MY-RESET', href: 'tel:18006973738' },
] as const
