import { render, screen, waitFor } from '@testing-library/react'
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

it('lazyPart loads once for all places that show the error, and shows it again if that fails too', async () => {
  const failures = [new Error('away'), new Error('away')]
  let loads = 0
  const Part = lazyPart('The board', async () => {
    loads += 1
    const failure = failures.pop()
    if (failure) throw failure
    return Word
  })
  render(
    <>
      <Part word="first" />
      <Part word="second" />
    </>,
  )
  const retries = () => screen.findAllByRole('button', { name: 'Retry' })
  expect(await retries()).toHaveLength(2)
  await userEvent.click((await retries())[1] as HTMLElement)
  await waitFor(() => expect(loads).toBe(2))
  expect(await retries()).toHaveLength(2)
  await userEvent.click((await retries())[0] as HTMLElement)
  expect(await screen.findByText('first')).toBeDefined()
  expect(screen.getByText('second')).toBeDefined()
  expect(loads).toBe(3)
})
