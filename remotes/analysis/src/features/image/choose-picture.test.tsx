import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openImageMode as open, PNG } from '../../testing/open-image-mode.tsx'

beforeEach(() => vi.stubGlobal('createImageBitmap', undefined))
afterEach(() => vi.unstubAllGlobals())

describe('choosing a picture', () => {
  it('N5: shows No file selected and sends nothing without a picture', async () => {
    const { read, sent } = open()
    await read()
    expect(screen.getByText('No file selected')).toBeDefined()
    expect(sent).toHaveLength(0)
  })

  it('N5: refuses an invalid file before the upload, and keeps the chosen picture', async () => {
    const { choose, sent } = open()
    await choose()
    await choose(new File(['x'], 'card.gif', { type: 'image/gif' }))
    expect(screen.getByText('File must be a JPEG, PNG, or WebP image')).toBeDefined()
    const large = new File(['x'], 'large.png', { type: 'image/png' })
    Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
    await choose(large)
    expect(screen.getByText('File size must be less than 10MB')).toBeDefined()
    expect(screen.getByText('card.png')).toBeDefined()
    expect(sent).toHaveLength(0)
  })

  it('N5: accepts a dropped picture, and shows an error for a drop without one', async () => {
    open()
    const zone = screen.getByText('A screenshot of your prop card').closest('div') as HTMLElement
    fireEvent.drop(zone, { dataTransfer: { types: [], files: [] } })
    expect(screen.getByText('No file selected')).toBeDefined()
    fireEvent.dragOver(zone, { dataTransfer: { types: ['Files'] } })
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [PNG] } })
    expect(await screen.findByText('card.png')).toBeDefined()
    expect(screen.queryByText('No file selected')).toBeNull()
  })

  it('N5: accepts a picture pasted anywhere, and ignores pasted text', async () => {
    open()
    const text = fireEvent.paste(document, { clipboardData: { files: [] } })
    expect(text).toBe(true)
    fireEvent.paste(document, { clipboardData: { files: [PNG] } })
    expect(await screen.findByText('card.png')).toBeDefined()
  })

  it('N5: offers the camera and accepts the specified types', () => {
    open()
    const camera = screen.getByLabelText('Take a photo')
    expect(camera.getAttribute('capture')).toBe('environment')
    expect(camera.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp')
  })

  it('prevents navigation when a file is dropped outside the drop zone', () => {
    open()
    const dropped = new Event('drop', { cancelable: true })
    Object.assign(dropped, { dataTransfer: { types: ['Files'] } })
    window.dispatchEvent(dropped)
    expect(dropped.defaultPrevented).toBe(true)
  })
})
