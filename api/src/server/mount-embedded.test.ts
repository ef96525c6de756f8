import { describe, expect, it } from 'vitest'
import { mailRedirects } from './mount-embedded.ts'

describe('mail redirects', () => {
  it('allow both local host names when the public address is local', () => {
    expect(mailRedirects('http://127.0.0.1:4000', [])).toEqual([
      'http://127.0.0.1:4000/**',
      'http://localhost:4000/**',
    ])
  })

  it('allow no local host when the public address is public', () => {
    expect(mailRedirects('https://propsight.example', ['https://app.example'])).toEqual([
      'https://propsight.example/**',
      'https://app.example/**',
    ])
    expect(mailRedirects('https://localhost.example', [])).toEqual(['https://localhost.example/**'])
  })
})
