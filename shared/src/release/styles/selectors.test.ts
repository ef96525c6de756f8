// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOwnership } from '../checks/css.ts'
import { isScoped, parseStyles } from './selectors.ts'

const isOwn = createOwnership('alpha', [])

function scoped(selector: string, nested: boolean): boolean {
  const list = parseStyles(selector, { context: 'selectorList' })
  if (list.type !== 'SelectorList') throw new Error(`${selector} is not a list of selectors`)
  return [...list.children].every((one) => one.type === 'Selector' && isScoped(one, isOwn, nested))
}

/** Own and foreign elements in every relation that a combinator can distinguish. */
function page(): Document {
  const own = '<div class="alpha-a"><p class="beta"></p><p></p></div><p class="alpha-b beta"></p>'
  const foreign = '<div class="beta"><p></p></div><p></p>'
  const html = `<main>${foreign}${own}${foreign}<div class="beta">${own}${foreign}</div></main>${foreign}`
  return new DOMParser().parseFromString(`<body class="beta">${html}</body>`, 'text/html')
}
const found = page()
const isForeign = (element: Element): boolean => element.closest('.alpha-a, .alpha-b') === null

const simple = fc.constantFrom('.alpha-a', '.alpha-b', '.beta', 'p', 'div', '*', 'body', 'html')
const { selector } = fc.letrec<{ selector: string; compound: string; pseudo: string }>((tie) => ({
  pseudo: fc
    .tuple(
      fc.constantFrom(':is', ':where', ':not', ':has'),
      fc.array(tie('selector'), { minLength: 1, maxLength: 2 }),
    )
    .map(([name, list]) => `${name}(${list.join(',')})`),
  compound: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc.tuple(simple, tie('pseudo')).map((parts) => parts.join('')),
    tie('pseudo'),
  ),
  selector: fc
    .tuple(
      tie('compound'),
      fc.array(fc.tuple(fc.constantFrom(' ', '>', '+', '~'), tie('compound')), { maxLength: 2 }),
    )
    .map(([first, rest]) => [first, ...rest.flat()].join('')),
}))

/** The foreign elements that a selector matches; empty for an invalid one, such as nested `:has()`. */
function reached(text: string): Element[] {
  try {
    return [...found.querySelectorAll(text)].filter(isForeign)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SyntaxError') return []
    throw error
  }
}

describe('F4 selectors accepted by isScoped', () => {
  it('match no element of another remote', () => {
    let accepted = 0
    fc.assert(
      fc.property(selector, (text) => {
        if (!scoped(text, false)) return
        accepted++
        expect(reached(text)).toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
  it('match no element of another remote when nested in a rule', () => {
    const relative = fc
      .tuple(fc.constantFrom('', '&', '& ', '+', '~', '>'), selector)
      .map((parts) => parts.join(''))
    let accepted = 0
    fc.assert(
      fc.property(relative, (text) => {
        // A type selector cannot follow `&` without a space.
        if (/^&[a-z*]/.test(text) || !scoped(text, true)) return
        accepted++
        const flattened = text.includes('&') ? text.replaceAll('&', ':is(.alpha-a)') : `:is(.alpha-a) ${text}`
        expect(reached(flattened)).toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
  it('are tested on a page with foreign elements', () => {
    expect(reached('p').length).toBeGreaterThan(0)
    expect(found.querySelectorAll('.alpha-a').length).toBeGreaterThan(0)
  })
})

describe('a class with escaped characters', () => {
  it.each([
    ['.alpha\\:flex', true],
    ['.alpha\\:hover\\:flex:hover', true],
    ['.alpha\\:\\[\\&_p\\]\\:m-1 p', true],
    ['.\\61 lpha-a', true],
    ['.alphabet\\:flex', false],
    ['.hover\\:alpha\\:flex', false],
    ['.alpha', false],
    ['.beta\\:alpha-a', false],
  ])('%s belongs to the remote: %s', (selector, expected) => {
    expect(scoped(selector, false)).toBe(expected)
  })
})
