import { expect, it } from 'vitest'
import { findLongFactories } from './size-figures.ts'

const lines = (count: number): string => '  work()\n'.repeat(count)

it('long factories are functions named create or start whose text has more than 60 lines', () => {
  const text = `
    export function createLong() {\n${lines(60)}}
    export function createShort() {\n${lines(50)}}
    const startLong = async () => {\n${lines(60)}}
    function stopLong() {\n${lines(60)}}
    const createList = [\n${'  1,\n'.repeat(60)}]`
  expect(findLongFactories('module.ts', text)).toEqual(['module.ts: createLong', 'module.ts: startLong'])
})
