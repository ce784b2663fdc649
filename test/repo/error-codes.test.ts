/** Each error code is answered by a test on the real stack; a code that nothing answers does not belong into the table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { errorCodeNames, requestFailureNames } from '@tandem/contracts'

const root = new URL('../..', import.meta.url).pathname
/** Tests that run services, chains and databases; tests of single functions stand beside what they test, in `src`. */
const places = ['services/orderbook/test', 'services/relayer/test', 'packages/service-kit/test', 'test']
const isTest = (file: string) => file.endsWith('.test.ts') && !file.includes('error-codes')
const texts = places
  .flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((file) => join(place, file)),
  )
  .filter(isTest)
  .map((file) => readFileSync(join(root, file), 'utf8'))
const isAsserted = (code: string) => texts.some((text) => text.includes(`'${code}'`) || text.includes(`\`${code}\``))

describe('docs/errors.md', () => {
  it('has no code that no test on the real stack gets as an answer', () => {
    expect([...errorCodeNames, ...requestFailureNames].filter((code) => !isAsserted(code))).toEqual([])
  })
})
