// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code to check
import { describe, expect, it } from 'vitest'
import { findingsInScript } from '../testing/release-fixture.ts'

const found = (script: string) => findingsInScript('origins', script)

describe('F1 URLs with an origin', () => {
  it.each([
    'import("https://cdn.example/a.js")',
    'import "https://cdn.example/a.js"',
    'export * from "//cdn.example/a.js"',
    'fetch("https://api.example/"+path)',
    'fetch(`https://api.example/${path}`,{})',
    'window.fetch("HTTPS://api.example")',
    'fetch(new URL("/x","https://api.example"))',
    'fetch(new URL("https://api.example/x").href)',
    'const host="https://api.example";fetch(host+"/x")',
    'const host=`https://api.example`;fetch(`${host}/x`)',
    'fetch(dev?"http://localhost:1":"/api")',
    'fetch(base||"https://api.example")',
    'fetch("\\\\\\\\api.example")',
    'new Worker("https://cdn.example/w.js")',
    'new Worker("data:text/javascript,1")',
    'new WebSocket("wss://live.example")',
    'new EventSource("//live.example")',
    'importScripts("/a.js","https://cdn.example/a.js")',
    'script.src="https://cdn.example/a.js"',
    'script.setAttribute("src","https://cdn.example/a.js")',
    'navigator.sendBeacon("https://log.example")',
    'const x=new XMLHttpRequest;x.open("GET","https://api.example")',
    '(e=>{e.p="https://cdn.example/"})(r)',
  ])('are refused: %s', async (script) => {
    expect((await found(script)).join()).toMatch(/^error/)
  })
  it('are refused with a separate message for a local machine', async () => {
    expect((await found('fetch("http://localhost:4000/api")')).join()).toMatch(/of a local machine/)
    expect((await found('new WebSocket("ws://127.0.0.1:4000")')).join()).toMatch(/of a local machine/)
    expect((await found('import("http://[::1]:4000/a.js")')).join()).toMatch(/of a local machine/)
  })
  it.each([
    'import("./a.js")',
    'fetch("/api/info")',
    'fetch(path)',
    'fetch(`${path}/x`)',
    'const link="https://example.com/terms";a.href=link',
    'jsx("a",{href:"https://example.com"})',
    'const ns="http://www.w3.org/2000/svg";document.createElementNS(ns,"a")',
    'Error("see https://react.dev/errors/")',
    'e.p="static"',
    'img.src=photo',
    'function f(u){return fetch(u)}const u="https://example.com"',
    'window.open("https://example.com")',
  ])('are not reported when nothing is loaded from them: %s', async (script) => {
    expect(await found(script)).toEqual([])
  })
})
