import { describe, it } from '@jest/globals'
import { idempotencyStoreContract, memoryIdempotencyStore } from './testing.ts'

describe('memoryIdempotencyStore', () => {
  it.each(idempotencyStoreContract)('%s', (_name, check) => check(memoryIdempotencyStore))
})
