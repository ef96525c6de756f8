// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { createDeclaration, findingsOf, remoteFiles } from '../testing/release-fixture.ts'

const found = (code: string, extensions: string[]) =>
  findingsOf('manifest', {
    declaration: { ...createDeclaration(), extensions },
    files: remoteFiles({ 'static/js/async/remote.js': code }),
  })

describe('F3 the extensions that remote.json names', () => {
  it.each([
    ['a module', 'export const extensions = { mark: a, "wind-mark": b }'],
    ['a list of exports', 'const e = { mark() {}, "wind-mark": b }; export { e as extensions }'],
    [
      'a text as the name of an export',
      'const e = { mark() {}, "wind-mark": b }; export { e as "extensions" }',
    ],
    ['a bundler', 'x.d(t, { extensions: () => e }); const e = { mark: a, ["wind-mark"]: b }'],
    ['a bundler, minified', 'n.d(t,{extensions:()=>e});let e={"mark":r,"wind-mark":function(){}}'],
    [
      'a frozen namespace',
      'Object.freeze({ __proto__: null, extensions: e }); var e = { mark, "wind-mark": b }',
    ],
    ['a class', 'class E { mark = 1; "wind-mark"() {} } n.d(t, { extensions: () => new E() })'],
  ])('are found in the code of %s', async (_, code) => {
    expect(await found(code, ['mark', 'wind-mark'])).toEqual([])
  })
  it.each([
    ['nothing is exported', 'const mark = 1', /exports no `extensions`/],
    ['a comment names them', '/* extensions: { mark } */', /exports no `extensions`/],
    ['a text names them', 'const a = "extensions: { mark }"', /exports no `extensions`/],
    ['one is missing', 'x.d(t, { extensions: () => e }); const e = { other: a }', /extension 'mark'/],
    ['one is misspelt', 'export const extensions = { marks: a }', /extension 'mark'/],
    ['a text is one', 'export const extensions = { a: "mark" }', /extension 'mark'/],
    ['a variable is one', 'const mark = 1; export const extensions = { [mark]: a }', /extension 'mark'/],
  ])('are missing when %s', async (_, code, why) => {
    expect((await found(code, ['mark'])).join()).toMatch(why)
  })
  it('are not required when none is named', async () => {
    expect(await found('const a = 1', [])).toEqual([])
  })
})
