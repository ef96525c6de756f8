import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Word = ({ word }: { word: string }) => <p>{word}</p>

it('lazyPart renders preloaded code without a placeholder', async () => {
  const Part = lazyPart('The board', async () => Word)
  await Part.preload()
  render(<Part word="here" />)
  expect(screen.getByText('here')).toBeDefined()
})

it('lazyPart shows its placeholder while the code loads', async () => {
  const Part = lazyPart('The board', async () => Word, <p>Wait</p>)
  render(<Part word="here" />)
  expect(screen.getByText('Wait')).toBeDefined()
  expect(await screen.findByText('here')).toBeDefined()
})

it('lazyPart shows an error when loading fails, and loads again on Retry', async () => {
  const failures = [new Error('away'), new Error('away')]
  const Part = lazyPart('The board', async () => {
    const failure = failures.pop()
    if (failure) throw failure
    return Word
  })
  await Part.preload()
  render(<Part word="here" />)
  expect(await screen.findByRole('heading', { name: 'The board could not be loaded.' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('here')).toBeDefined()
})
