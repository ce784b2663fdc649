import { expect, it } from '@jest/globals'
import { createLifecycle } from './lifecycle.ts'
import { createLogger } from './logger.ts'
import { joinParts } from './part.ts'

it('parts start one after the other, and stop in the opposite order', async () => {
  const lifecycle = createLifecycle(createLogger({ service: 'test', level: 'error' }))
  const happened: string[] = []
  const part = (name: string) => ({
    start: async () => {
      await Promise.resolve()
      happened.push(`${name} starts`)
    },
    stop: () => happened.push(`${name} stops`),
  })
  const start = joinParts({ first: part('first'), bare: {}, second: part('second') }, lifecycle)
  await start()
  await lifecycle.stop()
  expect(happened).toEqual(['first starts', 'second starts', 'second stops', 'first stops'])
})
