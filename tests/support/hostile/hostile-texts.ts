/** The call that every hostile text tries to execute. Tests define the function to detect it. */
export const CALL = 'hurt()'

/**
 * Texts that execute if they are not escaped: as markup, in an attribute, as a URL, in a script block, as a
 * template. They are short because contracts truncate long texts.
 */
export const HOSTILE_TEXTS = [
  `<img src=x onerror=${CALL}>`,
  `" onmouseover=${CALL} x="`,
  `<svg/onload=${CALL}>`,
  `javascript:${CALL}`,
  `</script><script>${CALL}</script>`,
  `\${${CALL}}{{${CALL}}}`,
] as const

/** Selector of elements and attributes that exist only if a text was interpreted as markup. */
export const INJECTED = [
  'img[src="x"]',
  'svg[onload]',
  '[onerror], [onload], [onclick], [onmouseover], [onfocus]',
  '[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i], [srcdoc]',
  'iframe, object, embed, base, foreignObject',
].join(', ')
