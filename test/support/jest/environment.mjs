import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { until } from '../../../packages/local-services/src/until.ts'

/** How many servers of this process listen on a port. */
const openServers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length

/** How long a server may take to close, in milliseconds. A busy machine needs a second or two. */
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
    // A server that stays open would keep this process alive after the last test.
    await until(() => openServers() <= servers, 'every server that this test file opened is closed', closingMs)
  }

  /** Jest asks for the context of `node:vm` in which tests run. There is none, because they run in the process's own scope. */
  getVmContext() {
    return null
  }
}
