import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals'
import { chainNames } from './test-chains.ts'
import { startTestbed, type Testbed, type TestbedOptions } from './testbed.ts'

/**
 * Starts a testbed before the tests of a file or of a `describe`, and stops it after them. After each test, what the test has
 * started on it is stopped, and its chains mine again.
 *
 * @returns the testbed. It is empty until the first `beforeAll` or test runs.
 */
export function useTestbed(options: TestbedOptions = {}): Testbed {
  const testbed = {} as Testbed
  beforeAll(async () => {
    Object.assign(testbed, await startTestbed(options))
  })
  beforeEach(() => testbed.beginTest())
  afterEach(async () => {
    await testbed.endTest()
    if (testbed.isAutomined) for (const chain of chainNames) await testbed.control(chain).setAutomine(true)
  })
  afterAll(() => testbed.stop?.())
  return testbed
}
