import { describe, expect, it } from 'vitest'
import { mailRedirects } from './mail-redirects.ts'

describe('where a link in a mail may lead', () => {
  it('is this machine under both of its names, where the product runs on it', () => {
    expect(mailRedirects('http://127.0.0.1:4000', [])).toEqual([
      'http://127.0.0.1:4000/**',
      'http://localhost:4000/**',
    ])
  })

  it('is no visitor’s own machine, where the product is public', () => {
    expect(mailRedirects('https://propsight.example', ['https://app.example'])).toEqual([
      'https://propsight.example/**',
      'https://app.example/**',
    ])
    expect(mailRedirects('https://localhost.example', [])).toEqual(['https://localhost.example/**'])
  })
})
