import { setTimeout } from 'node:timers/promises'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/** How many servers of this process listen on a port. */
const openServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length

/** The time in which a server closes, on a busy machine too. */
const closingMs = 10_000

/**
 * The environment of a test file: the global scope of the process, which the file shares with those before and after it. Mocks,
 * timers and environment variables are set back at its end.
 */
export default class NativeEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  #before = { env: { ...process.env }, exit: process.exit, console: globalThis.console, servers: openServers() }

  constructor({ projectConfig }) {
    const timers = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    const mocker = this.moduleMocker
    this.fakeTimersModern = timers
    /** What tests use of `jest`. */
    this.jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      useFakeTimers: (config) => timers.useFakeTimers(config),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    }
  }

  async setup() {
    // Jest installs a formatter that looks for the source maps of its transforms whenever a stack is read. Our files are not
    // transformed, so V8's own formatter is put back.
    Error.prepareStackTrace = undefined
  }

  async teardown() {
    this.fakeTimersModern.dispose()
    this.moduleMocker.restoreAllMocks()
    const { env, exit, console, servers } = this.#before
    process.exit = exit
    globalThis.console = console
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
    await closed(servers)
  }

  /** Jest asks for the context of `node:vm` in which tests run. There is none, because they run in the process's own scope. */
  getVmContext() {
    return null
  }
}

/**
 * Waits until no more servers are open than before the test file.
 *
 * @throws Error when one stays open: its worker would not end after the last test.
 */
async function closed(before) {
  for (const deadline = Date.now() + closingMs; openServers() > before; ) {
    if (Date.now() > deadline) throw new Error('the tests of this file left a server open')
    await setTimeout(20)
  }
}
