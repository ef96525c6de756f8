// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { SLOTS } from '../../contracts/releases/slots.ts'
import {
  createDeclaration,
  findingsOf,
  HOST,
  live,
  remoteFiles,
  shellFiles,
} from '../testing/release-fixture.ts'

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

describe('F2 the values that are set in the configuration of a remote', () => {
  const config = { limit: { type: 'integer' as const, default: 5, minimum: 1, maximum: 10 } }
  const warned = (key: string, value: number | string) =>
    findingsOf('manifest', {
      declaration: createDeclaration({ config, contract: '1.6' }),
      host: { ...HOST, contract: '1.6' },
      values: [{ key, value }],
    })
  it.each([
    [
      'that the release refuses',
      'limit',
      20,
      /^warning: 'limit' is set to 20, .*an integer from 1 to 10.*default 5/,
    ],
    ['of another type', 'limit', 'ten', /^warning: 'limit' is set to "ten", /],
    [
      'that the release does not declare',
      'theme',
      'bold',
      /^warning: 'theme' is set to "bold", .*not declare/,
    ],
  ])('are warned of for a value %s', async (_, key, value, why) => {
    expect((await warned(key, value)).join()).toMatch(why)
  })
  it('are not mentioned when the release accepts them', async () => {
    expect(await warned('limit', 10)).toEqual([])
  })
})

describe('F3 the slots that remote.json names', () => {
  const placed = (...slots: unknown[]) =>
    findingsOf('placement', {
      declaration: {
        ...createDeclaration({ placement: { mount: 'overlay', title: 'Alpha', slots } }),
        extensions: ['mark'],
        config: {
          shown: { type: 'boolean', default: false },
          limit: { type: 'integer', default: 1 },
        },
        contract: '1.6',
      },
    })
  const mark = { slot: 'analysis/player-panel', props: SLOTS['analysis/player-panel'], extension: 'mark' }
  it('are accepted with props and conditions that they have', async () => {
    const when = { sport: ['MLB'], plan: ['basic', 'premium'], role: 'user', flag: 'shown' }
    expect(await placed(mark, { ...mark, slot: 'header/menu', order: -3, when })).toEqual([])
  })
  it.each([
    [
      'an unknown slot',
      { ...mark, slot: 'analysis/nowhere' },
      /no slot 'analysis\/nowhere': choose one of .*header\/menu/,
    ],
    [
      'another version of the props',
      { ...mark, props: 7 },
      /version 7 of its props, and the shell gives 1: .*"props": 1/,
    ],
    ['no version of the props', { ...mark, props: undefined }, /`slots` of remote.json, props: /],
    [
      'an extension that is not offered',
      { ...mark, extension: 'wind' },
      /'wind', which is not in `extensions`/,
    ],
    [
      'an unknown condition',
      { ...mark, when: { moon: 'full' } },
      /no condition 'moon' of a slot: use sport, plan, role or flag/,
    ],
    [
      'a flag that is no boolean of the configuration',
      { ...mark, when: { flag: 'limit' } },
      /'limit', which is no boolean in `config`/,
    ],
    ['an unknown plan', { ...mark, when: { plan: ['gold'] } }, /when\.plan/],
    ['an unknown property', { ...mark, place: 1 }, /no property 'place'/],
    ['a text', 'header/menu', /`slots` of remote.json, an entry/],
  ])('are refused with a fix for %s', async (_, entry, why) => {
    expect((await placed(entry)).join()).toMatch(why)
  })
  it('are compared with the slots of the live shell, which may be older or newer than the checks', async () => {
    const inShell = (slots: Record<string, number>) =>
      findingsOf('placement', {
        host: { ...HOST, slots },
        declaration: {
          ...createDeclaration({ placement: { mount: 'overlay', title: 'Alpha', slots: [mark] } }),
          extensions: ['mark'],
        },
      })
    expect(await inShell({ [mark.slot]: mark.props })).toEqual([])
    expect((await inShell({ [mark.slot]: 2 })).join()).toMatch(/the shell gives 2: .*"props": 2/)
    expect((await inShell({})).join()).toMatch(/does not exist in the live shell: wait for the newer shell/)
  })
  it('are refused if one has the same extension twice', async () => {
    expect((await placed(mark, mark)).join()).toMatch(/'mark' twice/)
  })
})

describe('F3 the slots that a remote declares', () => {
  const row = {
    declares: 'alpha/row',
    props: 1,
    schema: { player: { type: 'string' }, line: { type: ['number', 'null'] } },
  }
  const overlay = (...slots: unknown[]) => ({ mount: 'overlay' as const, title: 'Alpha', slots })
  const declaring = (slots: unknown[], more: object = {}) =>
    findingsOf('placement', { declaration: createDeclaration({ placement: overlay(...slots) }), ...more })
  const kept = [{ version: '1.0.0', globals: { container: null, chunks: [] }, placement: overlay(row) }]

  it('have its name, and keep the properties of a version, but may get others', async () => {
    const wider = { ...row, schema: { ...row.schema, stat: { type: 'string' } } }
    expect(await declaring([row])).toEqual([])
    expect(await declaring([wider], { kept })).toEqual([])
    expect(await declaring([{ ...row, schema: {}, props: 2 }], { kept })).toEqual([])
    for (const declares of ['beta/row', 'header/menu'])
      expect((await declaring([{ ...row, declares }])).join()).toMatch(/is not yours: call it 'alpha\/…'/)
    for (const schema of [{ player: { type: 'string' } }, { ...row.schema, line: { type: 'number' } }])
      expect((await declaring([{ ...row, schema }], { kept })).join()).toMatch(
        /version 1 of 'alpha\/row' has 'line' as number or null in 1\.0\.0: keep it/,
      )
    expect((await declaring([{ ...row, schema: { line: { type: 'date' } } }])).join()).toMatch(
      /schema\.line\.type/,
    )
  })

  it('stay while a live remote contributes to them', async () => {
    const mark = { slot: 'alpha/row', props: 1, extension: 'mark' }
    const others = [live('odds', { placement: { mount: 'overlay', title: 'Odds', slots: [mark] } })]
    expect(await declaring([row], { others })).toEqual([])
    for (const slots of [[], [{ ...row, props: 2 }], [{ ...row, declares: 'alpha/other' }]])
      expect((await declaring(slots, { others })).join()).toMatch(
        /'odds', which is live, is written for version 1 of 'alpha\/row', which this release does not declare/,
      )
  })

  it('are no concern of a shell', async () => {
    const mark = { slot: 'alpha/row', props: 1, extension: 'mark' }
    const findings = await findingsOf('placement', {
      declaration: null,
      files: shellFiles(HOST, { 'host.json': { ...HOST, slots: {} } }),
      others: [live('odds', { placement: overlay(mark) }), live('alpha', { placement: overlay(row) })],
    })
    expect(findings).toEqual([])
  })

  it('are named by contributions with their version', async () => {
    const contributing = (slot: object, more: object = {}) =>
      findingsOf('placement', {
        declaration: {
          ...createDeclaration({ placement: overlay({ props: 1, extension: 'mark', ...slot }) }),
          extensions: ['mark'],
        },
        others: [live('odds', { placement: overlay({ ...row, declares: 'odds/row' }) })],
        ...more,
      })
    expect(await contributing({ slot: 'odds/row' })).toEqual([])
    expect((await contributing({ slot: 'odds/row', props: 2 })).join()).toMatch(/the shell gives 1/)
    expect((await contributing({ slot: 'odds/attic' })).join()).toMatch(/or one that a live remote declares/)
    expect((await contributing({ slot: 'odds/row' }, { others: [] })).join()).toMatch(/no slot 'odds\/row'/)
  })
})

describe('F3 the slots of a shell', () => {
  const shellWith = (slots: Record<string, number> | undefined, ...contributions: unknown[]) =>
    findingsOf('placement', {
      declaration: null,
      files: shellFiles(HOST, { 'host.json': { ...HOST, slots } }),
      others: [live('odds', { placement: { mount: 'overlay', title: 'Odds', slots: contributions } })],
    })
  const mark = { slot: 'header/menu', props: 1, extension: 'mark', when: { moon: 'full' } }

  it('may grow, and are not compared for an earlier build', async () => {
    expect(await shellWith({ 'header/menu': 1, 'header/more': 1 }, mark)).toEqual([])
    expect(await shellWith(undefined, mark)).toEqual([])
  })
  it.each([
    [
      'other props',
      { 'header/menu': 2 },
      /'odds'.* version 1 of 'header\/menu', and this shell gives version 2/,
    ],
    ['no such slot', {}, /'odds'.* and this shell has no such slot: add a slot with another name/],
  ])('are refused with %s for a live contributor', async (_, slots, why) => {
    expect((await shellWith(slots, mark, 'unreadable')).join()).toMatch(why)
  })
})
