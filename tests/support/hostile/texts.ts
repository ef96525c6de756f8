/** The function that every hostile text tries to call; pages note here that one of them ran. */
export const CALL = 'hurt()'

/**
 * Texts that run where they are not taken literally: as markup, out of an attribute's quotes, as an address, out of a
 * script block, as a template. Short, since contracts cut long ones off.
 */
export const HOSTILE_TEXTS = [
  `<img src=x onerror=${CALL}>`,
  `" onmouseover=${CALL} x="`,
  `<svg/onload=${CALL}>`,
  `javascript:${CALL}`,
  `</script><script>${CALL}</script>`,
  `\${${CALL}}{{${CALL}}}`,
] as const

/** What a page must never have got out of a text. */
export const INJECTED = [
  'img[src="x"]',
  'svg[onload]',
  '[onerror], [onload], [onclick], [onmouseover], [onfocus]',
  '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i], [srcdoc]',
  'iframe, object, embed, base, foreignObject',
].join(', ')
