// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code to check
import { describe, expect, it } from 'vitest'
import { findingsInScript, findingsOf, shellFiles } from '../testing/release-fixture.ts'

const found = (script: string) => findingsInScript('eval', script)

describe('F4 code compiled from text', () => {
  it.each([
    'eval("1")',
    '(0,eval)("1")',
    'window.eval("1")',
    'globalThis["eval"]("1")',
    'const e=eval;e("1")',
    'new Function("return 1")',
    'Function("a","return a")',
    'self.Function("return 1")',
    'Function.apply(null,["return 1"])',
    '(()=>{}).constructor("return 1")()',
    '[].constructor.constructor(x)()',
    'setTimeout("alert(1)",1)',
    'window.setInterval("a"+b,1)',
    'setTimeout(`a${b}`)',
    'WebAssembly.instantiate(bytes)',
    'export const a = eval("1")',
  ])('is refused: %s', async (script) => {
    expect((await found(script)).join()).toMatch(/^error/)
  })
  it.each([
    'setTimeout(()=>{},1)',
    'setTimeout(later,1)',
    'x.eval("1")',
    'const a={eval:1,Function:2};a.Function("x")',
    'class A{eval(){}Function(){}}',
    'x instanceof Function',
    'typeof Function',
    'Function.prototype.toString.call(f)',
    'f.constructor.name',
    'const t="eval(1)"',
    '// eval("1")',
    'export const a = 1',
    'const f = async function*(){ for await (const x of y) yield x?.z ?? 1n }',
  ])('is not found in: %s', async (script) => {
    expect(await found(script)).toEqual([])
  })
  it.each([
    'try{Function("return this")()}catch{}',
    'try{new Function("")}catch{}',
    'new Function(module.getPublicPath)()',
    'new Function("return "+module.getPublicPath)()()',
    'new Function("callbacks",`import("${entry}").then(1)`)',
    'new Function(`callbacks`,`import("${entry}").then(1)`)',
  ])('is only reported as info for unreachable library code: %s', async (script) => {
    const messages = await found(script)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/^info/)
  })
  it('causes a warning when Function is passed on', async () => {
    expect((await found('const F=Function;new F("1")')).join()).toMatch(/^warning/)
  })
  it('is only reported as info in the shell, where zod passes Function on', async () => {
    const files = shellFiles(undefined, { 'a.js': 'const F=Function;new F("1")' })
    expect((await findingsOf('eval', { declaration: null, files })).join()).toMatch(/^info/)
  })
  it('causes an error for a script that cannot be parsed', async () => {
    expect((await found('eval(')).join()).toMatch(/^error: cannot be read as JavaScript/)
    for (const newer of ['{ using a = null }', "import a from './a.json' with { type: 'json' }", '/(?i:a)b/'])
      expect((await found(newer)).join()).toMatch(/^error: cannot be read as JavaScript of 2024/)
    for (const known of ['await 0', 'a ??= b?.c', '/[a--b]/v', 'class A { static { } #a = 1 }'])
      expect((await found(known)).join()).not.toMatch(/cannot be read/)
  })
})
