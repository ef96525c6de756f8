import { describe, expect, it } from 'vitest'
import { figuresIn } from './figures-in.ts'

describe('N4 figuresIn', () => {
  it.each([
    '63%',
    '63 percent',
    '63 per cent',
    '63 per-cent',
    '63pct',
    'sixty-three percent',
    'Sixty three percent',
    '63.0%',
    '６３％',
    '6\u200b3%',
    '𝟔𝟑%',
    '63 ٪',
  ])('reads %j as one percentage', (text) => {
    expect(figuresIn(text)).toEqual(['percent 63'])
  })
  it.each([
    '8 of 10',
    '8 of the last 10 games',
    'eight of his last ten',
    '8 out of 10',
    '8/10',
    '8 for 10',
    '8 in 10',
  ])('reads %j as one ratio', (text) => {
    expect(figuresIn(text)).toEqual(['ratio 8/10'])
  })
  it.each([
    ['57–69%', ['percent end 57', 'percent end 69']],
    ['57% to 69%', ['percent end 57', 'percent end 69']],
    ['80% interval', ['percent interval 80']],
    ['a 30% chance of rain', ['percent of rain 30']],
    ['a 12% chance to land on it', ['percent to land 12']],
    ['19% more home runs', ['percent more home runs 19']],
    ['8% fewer singles', ['percent fewer singles 8']],
    ['30% of fly balls', ['percent of 30']],
    ['63% likely, up from 57%', ['percent 63', 'percent 57']],
    ['Ⅷ games', ['odd \u0660']],
    ['between 57 and 69 percent', ['percent end 57', 'percent end 69']],
    ['a 4.81 ERA', ['era 4.81']],
    ['an ERA of 4.81', ['era 4.81']],
    ['1.35 WHIP', ['whip 1.35']],
    ['11mph at 84°F', ['mph 11', 'degrees 84']],
    ['bats third', ['place 3']],
    ['the 23rd and the twenty-third', ['ordinal 23', 'ordinal 23']],
    ['over 1.5 total bases', ['line 1.5']],
    ['a line of 1.5 against a fair line of 1.8', ['line 1.5', 'fair line 1.8']],
    ['averaging 1.9', ['average 1.9']],
    ['1.9 total bases a game', ['average 1.9']],
    ['2.1 expected', ['expected 2.1']],
    ['over 1 in 8 of 10', ['line 1', 'ratio 8/10']],
    ['his last ten games', ['last 10']],
    ['ten home runs', ['home runs 10']],
    ['1,200 hits', ['hits 1200']],
    ['one hundred and five games', ['games 105']],
    ['July 18', ['date july 18']],
    ['2026-07-18 at 7:05', ['odd 2026-07-18', 'odd 7:05']],
    ['a 12-4 record', ['record 12-4']],
    ['at -110', ['odd -110']],
    ['a third of his games', ['odd third']],
    ['two-thirds', ['number 2', 'odd thirds']],
    ['½', ['ratio 1/2']],
    ['3B', ['odd 3b']],
    ['2x', ['odd 2x']],
    ['twice, double, half and dozens', ['word twice', 'word double', 'word half', 'word dozens']],
    ['every game, always', ['word every', 'word always']],
    ['most likely in most games', ['word most']],
    ['٦٣', ['odd ٦', 'odd ٣']],
    ['hundreds of', ['word hundreds']],
    ['a hundred', ['odd hundred']],
    ['he looks good at the plate', []],
  ])('reads the figures of %j', (text, figures) => {
    expect(figuresIn(text)).toEqual(figures)
  })
})
