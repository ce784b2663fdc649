import { afterAll, afterEach, beforeEach } from '@jest/globals'
import { type StartedParts, startedParts } from '@tandem/local-services'

let ofFile = startedParts()
let ofTest = ofFile

/**
 * Registers the hooks that end the parts of a test file. Jest calls this for each file, before it loads the file
 * (`setupFilesAfterEnv` in jest.config.mjs).
 */
export default function registerHooks(): void {
  ofFile = startedParts()
  ofTest = ofFile
  beforeEach(() => {
    ofTest = startedParts()
  })
  afterEach(async () => {
    await ofTest.end()
    ofTest = ofFile
  })
  afterAll(() => ofFile.end())
}

/**
 * Has a part end with the test that starts it, or after all tests of the file when a `beforeAll` starts it. The latest part
 * ends first.
 */
export const keep: StartedParts['keep'] = <T>(part: Promise<T>, end?: (part: T) => unknown) =>
  end === undefined ? ofTest.keep(part as Promise<never>) : ofTest.keep(part, end)
