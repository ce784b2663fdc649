import { describe, expect, it } from '@jest/globals'
import { cleanIo } from './clean-io.ts'

function written(write: (io: ReturnType<typeof cleanIo>) => void): string[] {
  const lines: string[] = []
  write(
    cleanIo({
      env: {},
      out: (line) => void lines.push(line),
      note: (line) => void lines.push(line),
      waiting: (text) => {
        lines.push(text)
        return () => {}
      },
      signal: new AbortController().signal,
    }),
  )
  return lines
}

const hostile = [
  ['a carriage return and an escape', 'claimed\r✓ claimed\u001b[K', 'claimed\ufffd\ufffd claimed\ufffd[K'],
  ['a line of its own', 'claimed\n✓ claimed', 'claimed\ufffd\ufffd claimed'],
  ['a clipboard', '\u001b]52;c;cm0gLXJm\u0007', '\ufffd]52;c;cm0gLXJm\ufffd'],
  ['a control character of the upper half', '\u009b2J', '\ufffd2J'],
  ['a text that runs backwards', '\u202eevil\u2066', '\ufffdevil\ufffd'],
  ['a text so long that it goes on in the next line', `${'.'.repeat(80)}✓ claimed`, `${'.'.repeat(80)}\ufffd claimed`],
] as const

describe('cleanIo', () => {
  it.each(hostile)('takes %s out of every line', (_, text, shown) => {
    const lines = written((io) => {
      io.out(`✗ ${text}`)
      io.note(`✗ ${text}`)
      io.waiting(`✗ ${text}`)
    })
    expect(lines).toEqual([`✗ ${shown}`, `\ufffd ${shown}`, `\ufffd ${shown}`])
  })

  it('takes them out of the names and values of JSON, where every tool would decode them again', () => {
    const [line = ''] = written((io) => io.json({ 'a\u001b': ['\u009b2J', { b: '\u202ex' }], amount: 5n, none: null }))
    expect(JSON.parse(line)).toEqual({ 'a\ufffd': ['\ufffd2J', { b: '\ufffdx' }], amount: '5', none: null })
  })

  it('leaves words of any language as they are', () => {
    expect(written((io) => io.out('✓ – … é 漢字 🙂'))).toEqual(['✓ – … é 漢字 🙂'])
  })
})
