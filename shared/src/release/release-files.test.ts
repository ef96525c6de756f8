// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { globalsOf } from './derive-release.ts'
import { manifest, remoteFiles } from './testing/release-fixture.ts'

const chunksOf = (script: string) =>
  globalsOf(remoteFiles({ 'static/js/async/remote.js': script }), undefined).chunks

describe('F2 globalsOf', () => {
  it.each([
    ['rspack', '(self.chunk_a=self.chunk_a||[]).push([[1],{}])', 'chunk_a'],
    ['webpack', '(self["webpackChunka"]=self["webpackChunka"]||[]).push([])', 'webpackChunka'],
    ['newer targets', 'globalThis["a-b"] ||= []', 'a-b'],
  ])('reads the chunk global of %s', (_, script, name) => {
    expect(chunksOf(script)).toEqual([name])
  })
  it('ignores other assignments', () => {
    expect(chunksOf('self.a=self.b||[];self.c=[];x.d=x.d||[]')).toEqual([])
  })
  it('reads the container name from the manifest or from remote.json', () => {
    const files = remoteFiles({ 'mf-manifest.json': manifest({ metaData: { globalName: 'x1' } }) })
    expect(globalsOf(files, undefined).container).toBe('x1')
    expect(globalsOf(files, { file: 'a.js', global: 'x2' }).container).toBe('x2')
    expect(globalsOf(new Map(), undefined)).toEqual({ container: null, chunks: [] })
  })
})
