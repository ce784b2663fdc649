const asyncHooks = require('node:async_hooks')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const globalsUrl = pathToFileURL(join(__dirname, 'globals.mjs')).href
/** The global under which jest-circus keeps its event handlers, also those of copies that were loaded before. */
const eventHandlers = Symbol.for('EVENT_HANDLERS')

/**
 * The runtime of jest.config.mjs: Node.js itself loads the test files, and each module once for all test files of a process.
 * Jest's own runtime loads every module anew for every test file, into a global scope of its own, which took a tenth of the
 * processor time of the whole run.
 *
 * So what a module keeps in its variables outlives a test file. Ours keep nothing there: they do no work at import, and what
 * has a state is made by a function.
 */
module.exports = class NativeRuntime {
  #environment
  #globals = {}
  #storages = []

  constructor(_config, environment) {
    this.#environment = environment
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  /** Loads a test file, or one of `setupFilesAfterEnv`. Its default export, if there is one, is called for each test file. */
  async unstable_importModule(file) {
    const { setGlobals } = await import(globalsUrl)
    setGlobals({ ...this.#globals, jest: this.#environment.jest })
    const module = await import(pathToFileURL(file).href)
    await module.default?.()
  }

  requireModule(file) {
    return require(file)
  }

  /**
   * Loads jest-circus anew for each test file, because a copy of it keeps the tests of one file. Each copy makes an
   * AsyncLocalStorage, and Node.js 20 copies the value of every storage in use into every new promise. So `teardown` disables
   * the storages of this file's copy.
   */
  requireInternalModule(file) {
    const { AsyncLocalStorage } = asyncHooks
    const storages = this.#storages
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor() {
        super()
        storages.push(this)
      }
    }
    try {
      delete require.cache[file]
      delete globalThis[eventHandlers]
      return require(file)
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage
    }
  }

  setGlobalsForRuntime(globals) {
    this.#globals = globals
  }

  getSourceMaps() {
    return new Map()
  }

  getAllCoverageInfoCopy() {
    return undefined
  }

  enterTestCode() {}
  leaveTestCode() {}
  teardown() {
    for (const storage of this.#storages) storage.disable()
  }
}
