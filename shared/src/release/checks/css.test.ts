// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { findingsInStyle, findingsOf, live, shellFiles } from '../testing/release-fixture.ts'

describe('F4 styles of a remote', () => {
  it.each([
    '.alpha-1__card{color:red}',
    '.alpha_card,.alpha-b:hover{color:red}',
    '.alpha-a > *{margin:0}',
    '.alpha-a img{width:1px}',
    '.alpha-a > * + *{margin:0}',
    '.alpha-a + .alpha-b{margin:0}',
    ':root[data-theme=dark] .alpha-a{color:red}',
    'button.alpha-a::before{content:"https://example.com"}',
    ':is(.alpha-a,.alpha-b):not(.x){color:red}',
    ':where(.alpha-a) p{color:red}',
    '@layer components{.alpha-a{color:red}}',
    '@layer screens.alpha-x;@layer alpha-y{.alpha-a{color:red}}',
    '@media (width<=767px){.alpha-a{color:red}}',
    '@supports (display:grid){@container (width>1px){.alpha-a{color:red}}}',
    '@keyframes alpha-turn{from{opacity:0}50%{opacity:1}to{opacity:0}}',
    '@font-face{font-family:"Alpha Sans";src:url(remote.css)}',
    '@property --alpha-x{syntax:"*";inherits:false}',
    '.alpha-a{--alpha-gap:4px;gap:var(--alpha-gap)}',
    '.alpha-a{&:hover{color:red}& > b{color:red}.alpha-b &{color:red}}',
    '.alpha-a{color:red;b:hover{color:red}> i{color:red}.x{color:red}:hover{color:red}}',
    '.alpha-a{--alpha-x:{a:b};color:red}',
    '.alpha-a{@media (width<=767px){color:red}}',
    '@scope (.alpha-a){img{color:red}:scope{color:red}}',
    '.alpha-a{background:url(data:image/png;base64,AAAA)}',
    '.alpha-a{fill:url(#gradient)}',
    '@charset "UTF-8";.alpha-a{color:red}',
  ])('are accepted: %s', async (style) => {
    expect(await findingsInStyle(style)).toEqual([])
  })
  it.each([
    '*{margin:0}',
    'body{margin:0}',
    'html{margin:0}',
    ':root{color:red}',
    'button{color:red}',
    '#main{color:red}',
    '[hidden]{color:red}',
    '.beta-card{color:red}',
    '.alphabet{color:red}',
    '.alpha-a,body{color:red}',
    'body:has(.alpha-a){color:red}',
    'body:not(.alpha-a){color:red}',
    ':is(.alpha-a,body){color:red}',
    ':is(body .x, .y) .z{color:red}',
    '.alpha-a ~ div{color:red}',
    '.alpha-a + .beta-b{color:red}',
    '::view-transition-old(root){color:red}',
    '@media print{body{color:red}}',
    '@layer components{p{color:red}}',
    '.alpha-a{:not(&){color:red}}',
    '.alpha-a{body:has(&){color:red}}',
    '.alpha-a{+ div{color:red}}',
    '.alpha-a{color:red body:has(&){color:red}}',
    '@scope (body){img{color:red}}',
    '@scope{body{color:red}}',
    '}body{color:red}',
    '.alpha-a{color:red}}body{color:red}',
    '<!-- body{color:red} -->',
  ])('are refused: %s', async (style) => {
    expect((await findingsInStyle(style)).join()).toMatch(/^error/)
  })
  it('are refused with the offending selector in the message', async () => {
    expect(await findingsInStyle('.alpha-a{x:y}\n.alpha-b, body > p{color:red}')).toEqual([
      "error: 'body > p' matches elements outside of the remote: start it with a class '.alpha-…'",
    ])
  })
  it('are refused when they use the classes of a remote whose name has the same prefix', async () => {
    const others = [live('alpha-old')]
    expect(await findingsInStyle('.alpha-new{color:red}', { others })).toEqual([])
    expect(await findingsInStyle('.alpha-old__a{color:red}', { others })).toHaveLength(1)
  })
})

describe('F4 page-wide names in styles', () => {
  it.each([
    ['@keyframes turn{}', /@keyframes turn is a name/],
    ['@-webkit-keyframes turn{}', /is a name for the whole page/],
    ['@property --gap{syntax:"*"}', /@property/],
    ['@font-face{font-family:Archivo}', /the font Archivo/],
    ['@counter-style x{}', /@counter-style/],
    ['.alpha-a{--accent:red}', /--accent may be/],
    ['@layer tokens{.alpha-a{color:red}}', /the layer tokens/],
    ['@layer reset, alpha-x;', /the layer reset/],
    ['@layer{.alpha-a{color:red}}', /without a name/],
    ['@charset "utf-16";', /@charset is not/],
    ['@page{margin:0}', /@page changes the whole page/],
    ['@view-transition{navigation:auto}', /@view-transition changes/],
    ['@namespace svg url(http://www.w3.org/2000/svg)', /@namespace changes/],
    ['@\\69mport "a.css";', /changes the whole page/],
  ])('are refused: %s', async (style, why) => {
    expect((await findingsInStyle(style)).join()).toMatch(why)
  })
})

describe('F4 resources of a style sheet', () => {
  it.each([
    ['url(https://example.com/a.png)', /from another origin/],
    ['url("//example.com/a.png")', /from another origin/],
    ["url('\\68ttps://example.com/a.png')", /from another origin/],
    ['u\\72l(https://example.com/a.png)', /with an escape/],
    ['image-set("https://example.com/a.png" 1x)', /from another origin/],
    ['image-set("/\\/example.com/a.png" type("image/png"))', /from another origin/],
    ['url(/bundles/beta/1.0.0/a.png)', /not a file of this release/],
    ['url(../../../../beta/1.0.0/a.png)', /not a file of this release/],
    ['url(%E0%A4%A)', /not a file of this release/],
    ['url(missing.png)', /not a file of this release/],
    ['url(data:text/css,x)', /from another origin/],
    ['url(a b)', /cannot be read/],
  ])('are refused: %s', async (value, why) => {
    expect((await findingsInStyle(`.alpha-a{background:${value}}`)).join()).toMatch(why)
    expect((await findingsInStyle(`.alpha-a{--alpha-x:${value}}`)).join()).toMatch(why)
  })
  it('are accepted when they are files of the same release', async () => {
    expect(await findingsInStyle('.alpha-a{background:url("../../js/remote-entry.js?x#y")}')).toEqual([])
    expect(await findingsInStyle('.alpha-a{background:image-set("remote.css" type("image/png"))}')).toEqual(
      [],
    )
  })
  it('are refused when they are imported style sheets', async () => {
    expect((await findingsInStyle('@import "remote.css";')).join()).toMatch(/without its hash/)
  })
})

describe('F1 style sheets of the shell', () => {
  const found = (style: string) =>
    findingsOf('css', { declaration: null, files: shellFiles(undefined, { 'a.css': style }) })

  it('may style the whole page but load files of their own release only', async () => {
    expect(await found(':root{--accent:red}*{margin:0}')).toEqual([])
    expect((await found('body{background:url(https://example.com/a.png)}')).join()).toMatch(/another origin/)
  })
})
